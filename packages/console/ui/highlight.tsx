import { parse, type ParseOptions, type TokenType } from 'sugar-high/core'
import * as java from 'sugar-high/lang/java'
import * as javascript from 'sugar-high/lang/javascript'
import * as json from 'sugar-high/lang/json'
import * as python from 'sugar-high/lang/python'
import * as shell from 'sugar-high/lang/shell'
import classes from './highlight.module.css'

const languages = { java, javascript, json, python, shell }

/** Text that other people wrote is shown as JSON: the lexer of JavaScript takes seconds for some texts of 64 kB. */
export type CodeLanguage = keyof typeof languages

/** The lexer calls numbers, constants and types a class. */
const classNames: Partial<Record<TokenType, string | undefined>> = {
  string: classes.string,
  keyword: classes.keyword,
  class: classes.value,
  property: classes.name,
  entity: classes.name,
  comment: classes.comment,
}

/** Returns the lines of a text in colour. */
export function highlight(text: string, language: CodeLanguage) {
  // The types of its JavaScript differ from those of its options.
  return parse(text, languages[language] as ParseOptions).lines.map(({ tokens }) =>
    tokens.map(({ type, value }, at) => {
      // In a shell, the lexer takes parts of addresses and ids for numbers and properties.
      const className = language === 'shell' && (type === 'class' || type === 'property') ? undefined : classNames[type]
      return className === undefined ? (
        value
      ) : (
        <span key={at} className={className}>
          {value}
        </span>
      )
    }),
  )
}

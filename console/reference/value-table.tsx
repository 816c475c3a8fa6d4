import type { Value } from '@onair/contract/value-words'
import { valueWords } from '@onair/contract/value-words'
import { inLanguage, language } from '../language.ts'
import { InlineCode } from './inline-code.tsx'
import { koreanTexts } from './korean-texts.ts'
import { rowsOf, shallow } from './rows.ts'

/** The fields of a value: name, whether it must be there, and what it may be. */
export function ValueTable({ title, schema, answered = false }: { title: string; schema: Value; answered?: boolean }) {
  const rows = rowsOf(schema)
  return (
    <section className="values">
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className="small soft">
          <InlineCode text={inWords(schema)} />
        </p>
      ) : (
        <dl>
          {rows.map(({ path, required, schema: property }, at) => (
            <div key={`${path} ${at}`}>
              <dt>
                <code>{path}</code>{' '}
                {answered
                  ? !required && <span className="tag">{said.sometimes}</span>
                  : required && <span className="tag must">{said.required}</span>}
              </dt>
              <dd>
                <InlineCode text={inWords(shallow(property))} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function inWords(schema: Value): string {
  return language === 'ko' ? valueWords(schema, korean) : valueWords(schema)
}

const types: Readonly<Record<string, string>> = {
  string: '문자열',
  integer: '정수',
  number: '수',
  boolean: '참·거짓',
  object: '객체',
  array: '목록',
  any: '아무 값',
}

const korean = {
  listOf: (what: string) => `${what}의 목록`,
  or: ' 또는 ',
  atMost: (most: string) => `최대 ${most}`,
  atLeast: (least: string) => `최소 ${least}`,
  between: (least: number, most: string) => `${least}–${most}`,
  characters: (count: number) => `${count}자`,
  items: (count: number) => `${count}개`,
  standard: (value: string) => `기본값 ${value}`,
  type: (name: string) => types[name] ?? name,
  described: (description: string) => koreanTexts[description] ?? description,
}

const said = inLanguage({
  ko: { required: '필수', sometimes: '없을 수 있음' },
  en: { required: 'required', sometimes: 'may be missing' },
})

import { Fragment, type CSSProperties, type ReactNode } from 'react'
import { CopyIconButton } from './copyable-text.tsx'
import { highlight, type CodeLanguage } from './highlight.tsx'
import classes from './code-block.module.css'

type Props = {
  text: string
  /** The text that is copied, if not the shown one. */
  value?: string
  /** Names what the button copies, for screen readers. */
  label: string
  /** Plain text without it. */
  language?: CodeLanguage
  /** Whether a long line continues below its start, and many lines are scrolled. */
  isWrapped?: boolean
}

/** Code or JSON on several lines with a button that copies it. A long line is scrolled, by keyboard when the block has the focus. */
export function CodeBlock({ text, value = text, label, language, isWrapped = false }: Props) {
  const texts = text.split('\n')
  const lines: ReactNode[] = language === undefined ? texts : highlight(text, language)
  return (
    <div className={classes.block}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre role="group" aria-label={label} tabIndex={0} data-wrapped={isWrapped || undefined}>
        <code>
          {lines.map((line, at) =>
            isWrapped ? (
              <span key={at} className={classes.line} style={indentOf(texts[at])}>
                {line}
                {'\n'}
              </span>
            ) : (
              <Fragment key={at}>
                {at > 0 && '\n'}
                {line}
              </Fragment>
            ),
          )}
        </code>
      </pre>
      <span className={classes.copy}>
        <CopyIconButton value={value} label={label} />
      </span>
    </div>
  )
}

function indentOf(line = ''): CSSProperties {
  return { '--indent': `${line.search(/\S|$/)}ch` } as CSSProperties
}

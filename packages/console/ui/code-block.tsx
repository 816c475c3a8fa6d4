import type { CSSProperties } from 'react'
import { CopyIconButton } from './copyable-text.tsx'
import classes from './code-block.module.css'

type Props = {
  text: string
  /** The text that is copied, if not the shown one. */
  value?: string
  /** Names what the button copies, for screen readers. */
  label: string
  /** Whether a long line continues below its start, and many lines are scrolled. */
  isWrapped?: boolean
}

/** Code or JSON on several lines with a button that copies it. A long line is scrolled, by keyboard when the block has the focus. */
export function CodeBlock({ text, value = text, label, isWrapped = false }: Props) {
  return (
    <div className={classes.block}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre role="group" aria-label={label} tabIndex={0} data-wrapped={isWrapped || undefined}>
        <code>{isWrapped ? text.split('\n').map(toWrappedLine) : text}</code>
      </pre>
      <span className={classes.copy}>
        <CopyIconButton value={value} label={label} />
      </span>
    </div>
  )
}

function toWrappedLine(line: string, at: number) {
  const indent = `${line.search(/\S|$/)}ch`
  return (
    <span key={at} className={classes.line} style={{ '--indent': indent } as CSSProperties}>
      {line}
      {'\n'}
    </span>
  )
}

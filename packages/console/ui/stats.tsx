import type { ReactNode } from 'react'
import classes from './stats.module.css'

/** Figures side by side. A list of figures with a label of its own is in one line with other content. */
export function Stats({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <dl className={classes.stats} aria-label={label}>
      {children}
    </dl>
  )
}

type StatProps = {
  name: string
  value: ReactNode
  /** The value that it is compared with. */
  note?: string | undefined
  isBad?: boolean
}

export function Stat({ name, value, note, isBad = false }: StatProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-bad={isBad || undefined}>
        {value}
        {note !== undefined && <small>{note}</small>}
      </dd>
    </div>
  )
}

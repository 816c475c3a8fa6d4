import type { ReactNode } from 'react'
import classes from './stats.module.css'

/** Figures side by side. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className={classes.stats}>{children}</dl>
}

type StatProps = {
  name: string
  value: string
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

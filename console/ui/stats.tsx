import type { ReactNode } from 'react'
import classes from './stats.module.css'

/** Figures side by side. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className={classes.stats}>{children}</dl>
}

export function Stat({ name, value, isBad = false }: { name: string; value: string; isBad?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-bad={isBad || undefined}>{value}</dd>
    </div>
  )
}

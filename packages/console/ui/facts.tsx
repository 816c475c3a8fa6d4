import type { ReactNode } from 'react'
import layout from './layout.module.css'

/** Names with their values, side by side. In a narrow column a value is below its name. */
export function Facts({ isNarrow = false, children }: { isNarrow?: boolean; children: ReactNode }) {
  return <dl className={isNarrow ? `${layout.facts} ${layout.tight}` : layout.facts}>{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

import { sql, type RawBuilder } from 'kysely'

/** The observed time since a moment, in ms: elapsed time minus the unobserved intervals. */
export function observedSince(moment: RawBuilder<number>, now: number | RawBuilder<number>) {
  const until = typeof now === 'number' ? sql`${now}::bigint` : now
  return sql<number>`(${until} - ${moment} - coalesce(
    (select sum(ended_at - greatest(began_at, ${moment}))::bigint from unobserved_time where ended_at > ${moment}), 0))`
}

/** The end of the observed time. In the sandbox, where developers move the clock on purpose, that is now. */
export function observedUntil(now: number, { mode }: { mode: 'sandbox' | 'production' }): RawBuilder<number> {
  return mode === 'sandbox' ? sql<number>`${now}::bigint` : sql<number>`(select last_run_at from idle_sweep)`
}

import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'
import type { Policy } from '../../policy.ts'

/** The observed time since a moment, in ms: elapsed time minus the unobserved intervals. */
export function observedSince(moment: RawBuilder<number>, now: number | RawBuilder<number>) {
  const until = typeof now === 'number' ? sql`${now}::bigint` : now
  return sql<number>`(${until} - ${moment} - coalesce(
    (select sum(ended_at - greatest(began_at, ${moment}))::bigint from unobserved_time where ended_at > ${moment}), 0))`
}

/** The end of the observed time: now, where all time counts. */
export function observedUntil(now: number, { countsAllTime }: Pick<Policy, 'countsAllTime'>): RawBuilder<number> {
  return countsAllTime ? sql<number>`${now}::bigint` : sql<number>`(select last_run_at from idle_sweep)`
}

const dayMs = 86_400_000

/**
 * The last day, at `before` or earlier, since whose start so much time was observed. Null if there is none, or while
 * nothing was observed.
 */
export async function findDayObservedFor(
  db: Reader,
  {
    before,
    keepMs,
    now,
    countsAllTime,
  }: { before: number; keepMs: number; now: number } & Pick<Policy, 'countsAllTime'>,
): Promise<number | null> {
  // Each round goes back by the days that are missing, into which unobserved time may extend.
  for (let day = before; day > 0;) {
    const observed = observedSince(sql`${day}::bigint`, observedUntil(now, { countsAllTime }))
    const { rows } = await sql<{ observed: number | null }>`select ${observed} as observed`.execute(db)
    const observedMs = rows[0]?.observed ?? null
    if (observedMs === null) return null
    if (observedMs >= keepMs) return day
    day -= Math.ceil((keepMs - observedMs) / dayMs) * dayMs
  }
  return null
}

import type { ContentOf, sandboxApi } from '@onair/contract'
import { utcDate } from '@onair/server/shared/dates.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import { findDeadlines } from './deadline-store.ts'

const deadlinesOfKind = 3

/** Lists the deadlines that pass next when the platform's time moves forward. */
export async function listDeadlines({
  clock,
  db,
}: Pick<Deps, 'clock' | 'db'>): Promise<ContentOf<typeof sandboxApi.clock.listDeadlines>> {
  const { now, monotonicNow } = clock.read()
  const found = await findDeadlines(db.read, { now, monotonicNow, limit: deadlinesOfKind })
  return {
    now: utcDate(now),
    data: found.map(({ kind, at, name, count }) => ({ kind, date: utcDate(at), name, count })),
  }
}

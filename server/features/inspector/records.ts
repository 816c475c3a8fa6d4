import type { ContentOf, RecordDetail, consoleInspector } from '@onair/contract'
import { utcDate } from '../../kit/dates.ts'
import type { World } from '../../world/world.ts'
import { findRecords, loadSearched, type FoundRecord, type RecordFilter, type Seen } from './record-store.ts'

type Listed = ContentOf<typeof consoleInspector.listRecords>

/**
 * What is recorded and may be seen, newest first; what this process has yet to write is written before. What is searched for
 * is looked for in some thousands at a time, and `next` goes on from there, whether or not anything was found.
 */
export async function recordsOf(
  seen: Seen,
  { size = 50, ...filter }: RecordFilter & { size?: number },
  { db, recorder }: Pick<World, 'db' | 'recorder'>,
): Promise<Listed> {
  if (seen.by !== 'everybody') await recorder.look(seen.clientId)
  await recorder.written()
  const { newest, from: searchedFrom } = await loadSearched(db.read, seen, filter)
  const found = await findRecords(db.read, seen, { ...filter, searchedFrom }, size + 1)
  const rows = found.slice(0, size)
  return {
    data: rows.map(shownOf),
    page: {
      next: found.length > size ? (rows.at(-1)?.position ?? null) : searchedFrom,
      newest: newest ?? rows[0]?.position ?? filter.after ?? null,
    },
  }
}

function shownOf(row: FoundRecord): Listed['data'][number] {
  const { at, deliveryId, state, attempts, nextAttemptAt, outcomeReason, detail, ...shown } = row
  return {
    ...shown,
    date: utcDate(at),
    delivery:
      deliveryId === null || state === null
        ? null
        : {
            deliveryId,
            state,
            attempts: attempts ?? 0,
            nextAttemptDate: nextAttemptAt === null ? null : utcDate(nextAttemptAt),
            reason: outcomeReason,
          },
    detail: detail === null ? null : (JSON.parse(detail) as RecordDetail),
  }
}

import type { Tx } from '../../infra/db/db.ts'
import { countChanged } from '../../infra/db/results.ts'

/** Deletes the sessions of session URLs that expired unused. */
export function deleteUnconnectedSessions(tx: Tx, monotonicNow: number, limit: number): Promise<number> {
  const unused = tx
    .selectFrom('session')
    .select('key')
    .where('disconnected_at', 'is', null)
    .where('connected_at', 'is', null)
    .where('ticket_expires_at', '<=', monotonicNow)
    .limit(limit)
  return tx
    .deleteFrom('session')
    .where('key', 'in', unused)
    .where('disconnected_at', 'is', null)
    .where('connected_at', 'is', null)
    .$call(countChanged)
}

import type { Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteExpiredIdentityChecks } from './identity-store.ts'
import { deleteExpiredWebSessions } from './web-session-store.ts'

const batchSize = 1_000

/** Deletes expired web sessions and identity checks in short transactions. */
export async function sweepAccounts({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const monotonicNow = clock.monotonicNow()
  for (const deleteExpired of [deleteExpiredWebSessions, deleteExpiredIdentityChecks]) {
    const deleteBatch = (tx: Tx) => deleteExpired(tx, monotonicNow, batchSize)
    while ((await db.transaction(deleteBatch)) === batchSize);
  }
}

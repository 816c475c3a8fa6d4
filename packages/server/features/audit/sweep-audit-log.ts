import { deleteInBatches } from '../../infra/db/batches.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteOldEntries } from './entry-store.ts'

/** Deletes entries that are older than ONAIR_AUDIT_LOG_DAYS by the database's time, which the sandbox cannot move. */
export async function sweepAuditLog({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<void> {
  const { auditLogDays } = config
  if (auditLogDays === 0) return
  await deleteInBatches(db, (tx, limit) => deleteOldEntries(tx, auditLogDays, limit))
}

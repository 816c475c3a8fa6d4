import { deleteInBatches } from '../../infra/db/batches.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteOldCases } from './report-store.ts'

/** Deletes reports that are older than ONAIR_AUDIT_LOG_DAYS by the database's time, as the entries about them are. */
export async function sweepReports({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<void> {
  const { auditLogDays } = config
  if (auditLogDays === 0) return
  await deleteInBatches(db, (tx, limit) => deleteOldCases(tx, auditLogDays, limit))
}

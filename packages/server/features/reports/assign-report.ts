import { recordAudit } from '../../shared/audit-store.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { lockCase, updateCase } from './report-store.ts'

/** The operator of the machine, who has no account, only releases. */
type Assignment = { callerId: string; isTaken: boolean } | { callerId: null; isTaken: false }

/** Takes an open report that nobody else has, or releases it, also that of a colleague. Idempotent. */
export async function assignReport(
  { callerId, reportId, isTaken }: Assignment & { reportId: string },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockOpenCase(tx, callerId, reportId)
    const assignee = row.assignee_channel_id
    if (isTaken && assignee !== null && assignee !== callerId) throw new Refusal('badInput', 'REPORT_TAKEN')
    if (isTaken === (assignee !== null)) return
    await updateCase(tx, reportId, { assignee_channel_id: isTaken ? callerId : null })
    await recordAudit(tx, clock.now(), {
      action: 'report.assigned',
      channelId: row.person_id,
      clientId: row.kind === 'APP' ? row.subject_id : null,
      detail: { reportId, isTaken },
    })
  })
}

/** Locks a report that is not decided, and not about the caller. */
export async function lockOpenCase(tx: Tx, callerId: string | null, reportId: string) {
  const row = await lockCase(tx, callerId, reportId)
  if (row === null) throw new Refusal('notFound', 'NO_SUCH_REPORT')
  if (row.decided_at !== null) throw new Refusal('badInput', 'REPORT_DECIDED')
  return row
}

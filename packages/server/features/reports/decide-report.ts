import type { BodyOf, consoleApi, ReportDecision, ReportKind } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { lockOpenCase } from './assign-report.ts'
import { findReports, updateCase } from './report-store.ts'

type Decision = BodyOf<typeof consoleApi.admin.putReportDecision> & { callerId: string | null; reportId: string }
type Answer = { channelId: string; reported: ReportKind; decision: ReportDecision; answer: string }

/**
 * Decides all open reports about a subject, and answers each person who sent one by `sendAnswer`. Of two decisions at
 * once the second is refused.
 */
export async function decideReport(
  { callerId, reportId, decision, note = '', answer = '' }: Decision,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  sendAnswer: (tx: Tx, publish: Publish, mail: Answer) => Promise<unknown>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    const { kind, person_id: personId, subject_id: subjectId } = await lockOpenCase(tx, callerId, reportId)
    const [trimmedNote, trimmedAnswer] = [note.trim(), answer.trim()]
    await updateCase(tx, reportId, {
      decision,
      note: trimmedNote || null,
      answer: trimmedAnswer || null,
      decided_by: callerId,
      decided_at: now,
    })
    const reports = await findReports(tx, reportId)
    for (const { channelId } of reports)
      await sendAnswer(tx, publish, { channelId, reported: kind, decision, answer: trimmedAnswer })
    await recordAudit(tx, now, {
      action: 'report.decided',
      channelId: personId,
      clientId: kind === 'APP' ? subjectId : null,
      detail: { reportId, kind, decision, reports: reports.length },
    })
  })
}

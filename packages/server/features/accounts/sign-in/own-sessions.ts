import { Refusal } from '../../../shared/refusal.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import type { Deps } from '../../../infra/deps.ts'
import { deleteWebSessionById, deleteWebSessionsOf } from './web-session-store.ts'
import { requireAccount } from '../require-account.ts'

/** Ends one session of a person in a browser. */
export async function endSessionOf(
  { channelId, sessionId }: { channelId: string; sessionId: string },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await deleteWebSessionById(tx, channelId, sessionId))) throw new Refusal('notFound', 'NO_SUCH_WEB_SESSION')
    await recordAudit(tx, clock.now(), { action: 'web_session.ended', channelId, detail: { reason: 'ENDED' } })
  })
}

/** Ends every session of a person, and returns their number. */
export async function endAllSessionsOf(channelId: string, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<number> {
  return db.transaction(async (tx) => {
    await requireAccount(tx, channelId)
    const endedSessions = await deleteWebSessionsOf(tx, channelId, null)
    const detail = { reason: 'EVERYWHERE', endedSessions }
    await recordAudit(tx, clock.now(), { action: 'web_session.ended', channelId, detail })
    return endedSessions
  })
}

import type { Visitor } from '../../shared/visitor.ts'
import { recordAudit } from '../../shared/audit-store.ts'
import { hashSecret, newSecret } from '../../shared/secrets.ts'
import type { Deps } from '../../infra/deps.ts'
import {
  deleteExcessWebSessions,
  deleteWebSession,
  insertWebSession,
  loadVisitor,
  lockWebSessionsOf,
} from './web-session-store.ts'

export type NewWebSession = { secret: string; lifetimeSec: number }

const lifetimeSec = 30 * 86_400
const maxSessions = 50

/**
 * Signs a person in with a new secret, and ends the previous session of this browser. One session too many ends the one
 * that expires first.
 */
export async function createWebSession(
  channelId: string,
  previous: Visitor | null,
  { clock, db, random }: Pick<Deps, 'clock' | 'db' | 'random'>,
): Promise<NewWebSession> {
  const secret = newSecret(random)
  await db.transaction(async (tx) => {
    await lockWebSessionsOf(tx, channelId)
    if (previous !== null) await deleteWebSession(tx, previous.sessionHash)
    await deleteExcessWebSessions(tx, channelId, maxSessions - 1)
    await insertWebSession(tx, {
      token_hash: hashSecret(secret),
      channel_id: channelId,
      created_at: clock.now(),
      expires_at: clock.monotonicNow() + lifetimeSec * 1000,
    })
    await recordAudit(tx, clock.now(), { action: 'account.signed_in', channelId, personId: channelId })
  })
  return { secret, lifetimeSec }
}

export async function endWebSession(
  { channelId, sessionHash }: Visitor,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteWebSession(tx, sessionHash)
    await recordAudit(tx, clock.now(), { action: 'web_session.ended', channelId, detail: { reason: 'SIGN_OUT' } })
  })
}

/** The person whose session cookie has this secret. */
export async function authenticateVisitor(
  secret: string,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<Visitor | null> {
  const sessionHash = hashSecret(secret)
  const visitor = await loadVisitor(db.read, sessionHash, clock.monotonicNow())
  return visitor === null ? null : { ...visitor, sessionHash }
}

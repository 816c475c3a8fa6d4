import type { Visitor } from '../../../shared/callers/visitor.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { ipPrefix } from '../../../shared/networks/ip-prefix.ts'
import { hashSecret, isIssuedCredential, newCredential } from '../../../shared/secrets.ts'
import type { Publish, Tx } from '../../../infra/db/db.ts'
import type { Deps } from '../../../infra/deps.ts'
import {
  deleteExcessWebSessions,
  deleteWebSession,
  insertWebSession,
  loadVisitor,
  lockWebSessionsOf,
  touchWebSession,
} from './web-session-store.ts'

export type NewWebSession = { secret: string; lifetimeSec: number }
/** The details by which a person recognizes a session. */
export type Browser = { userAgent: string | null; ip: string | null }

const lifetimeSec = 30 * 86_400
const idleMs = 14 * 86_400_000
const maxSessions = 50
/** A use is written once a minute, so that not every request writes. */
const touchIntervalMs = 60_000
const maxUserAgentLength = 300

/**
 * Signs a person in with a new secret, and ends the previous session of this browser. One session too many ends the one
 * that expires first. Null when the account has ended in the meantime, or its password is no longer `passwordHash`.
 * `isConfirmed`: whether the person has just proven here who they are. `hasSecondFactor`: whether a second factor was
 * proven. `onCreated` runs in the same transaction.
 */
export async function createWebSession(
  channelId: string,
  {
    previous,
    browser,
    passwordHash,
    isConfirmed = true,
    hasSecondFactor = false,
    onCreated = async () => {},
  }: {
    previous: Visitor | null
    browser: Browser
    passwordHash?: string
    isConfirmed?: boolean
    hasSecondFactor?: boolean
    onCreated?: (tx: Tx, publish: Publish) => Promise<void>
  },
  { clock, dataKey, db, random }: Pick<Deps, 'clock' | 'dataKey' | 'db' | 'random'>,
): Promise<NewWebSession | null> {
  const [now, monotonicNow] = [clock.now(), clock.monotonicNow()]
  const secret = newCredential({ dataKey, random })
  return db.transaction(async (tx, publish) => {
    const account = await lockWebSessionsOf(tx, channelId)
    if (account === null || (passwordHash !== undefined && account.password_hash !== passwordHash)) return null
    if (previous !== null) await deleteWebSession(tx, previous.sessionHash)
    await deleteExcessWebSessions(tx, channelId, maxSessions - 1)
    await insertWebSession(tx, {
      token_hash: hashSecret(secret),
      id: random.uuid(),
      channel_id: channelId,
      created_at: now,
      last_used_at: now,
      password_verified_at: isConfirmed ? monotonicNow : 0,
      second_factor_at: hasSecondFactor ? monotonicNow : null,
      expires_at: monotonicNow + idleMs,
      latest_expiry_at: monotonicNow + lifetimeSec * 1000,
      user_agent: browser.userAgent?.slice(0, maxUserAgentLength) ?? null,
      network: browser.ip === null ? null : ipPrefix(browser.ip),
    })
    await onCreated(tx, publish)
    await recordAudit(tx, now, { action: 'account.signed_in', channelId, personId: channelId })
    return { secret, lifetimeSec }
  })
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
  { clock, dataKey, db }: Pick<Deps, 'clock' | 'dataKey' | 'db'>,
): Promise<Visitor | null> {
  if (!isIssuedCredential(secret, dataKey)) return null
  const [now, monotonicNow] = [clock.now(), clock.monotonicNow()]
  const sessionHash = hashSecret(secret)
  const session = await loadVisitor(db.read, sessionHash, monotonicNow)
  if (session === null) return null
  const { lastUsedAt, ...visitor } = session
  // A clock that was moved back leaves a later time.
  if (Math.abs(now - lastUsedAt) >= touchIntervalMs)
    await db.transaction((tx) => touchWebSession(tx, sessionHash, { now, monotonicNow, idleMs }))
  return { ...visitor, sessionHash }
}

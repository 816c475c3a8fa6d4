import type { Language } from '@onair/contract'
import type { Publish, Tx } from '../../../infra/db/db.ts'
import { emailVerificationMs, passwordResetMs } from '../../mail/mail-rules.ts'
import { queueMail, type QueueMailDeps } from '../../mail/queue-mail.ts'
import { hashSecret, isIssuedCredential, newCredential } from '../../../shared/secrets.ts'
import type { Deps } from '../../../infra/deps.ts'
import { findTokenOwner, insertAccountToken, type TokenPurpose } from './account-token-store.ts'

const links = {
  VERIFY_EMAIL: { path: '/verify-email', lifetimeMs: emailVerificationMs },
  RESET_PASSWORD: { path: '/reset-password', lifetimeMs: passwordResetMs },
} as const

/** Queues a mail with a link that proves that its reader has the address. False when no mail was queued. */
export async function queueLink(
  tx: Tx,
  publish: Publish,
  link: { purpose: TokenPurpose; channelId: string; email: string; language: Language },
  deps: QueueMailDeps,
): Promise<boolean> {
  const { purpose, channelId, email, language } = link
  const { path, lifetimeMs } = links[purpose]
  const token = newCredential(deps)
  const mail = { kind: purpose, path: `${path}?token=${token}`, channelId, language }
  if (!(await queueMail(tx, publish, mail, deps))) return false
  const expiresAt = deps.clock.monotonicNow() + lifetimeMs
  await insertAccountToken(tx, {
    token_hash: hashSecret(token),
    purpose,
    channel_id: channelId,
    email,
    expires_at: expiresAt,
  })
  return true
}

/** The account of a link, unless the link was used or has expired. The person can still use it. */
export async function findLinkOwner(
  { purpose, token }: { purpose: TokenPurpose; token: string },
  { clock, dataKey, db }: Pick<Deps, 'clock' | 'dataKey'> & { db: Pick<Deps['db'], 'read'> },
): Promise<{ channelId: string; email: string } | null> {
  if (!isIssuedCredential(token, dataKey)) return null
  return findTokenOwner(db.read, { hash: hashSecret(token), purpose }, clock.monotonicNow())
}

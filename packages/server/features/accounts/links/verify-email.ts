import { defaultLanguage } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import type { QueueMailDeps } from '../../mail/queue-mail.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { isEmailVerified } from '../../../shared/verified-email-store.ts'
import type { Visitor } from '../../../shared/callers/visitor.ts'
import { lockAccount } from '../account-store.ts'
import { deleteTokensOf, markEmailVerified } from './account-token-store.ts'
import { findLinkOwner, queueLink } from './mail-link.ts'

/** Verifies the address that a link was sent to, and returns it. Null when the link was used or has expired. */
export async function verifyEmail(token: string, deps: Pick<Deps, 'clock' | 'dataKey' | 'db'>): Promise<string | null> {
  const purpose = 'VERIFY_EMAIL'
  const owner = await findLinkOwner({ purpose, token }, deps)
  if (owner === null) return null
  const { channelId } = owner
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, channelId)
    // Another request may have used the link, or changed the address, before this one had the lock.
    const current = await findLinkOwner({ purpose, token }, { ...deps, db: { read: tx } })
    if (current === null) return null
    const now = deps.clock.now()
    await markEmailVerified(tx, channelId, now)
    await deleteTokensOf(tx, channelId, purpose)
    await recordAudit(tx, now, { action: 'account.email_verified', channelId, personId: channelId })
    return current.email
  })
}

/** Sends the link again. False when the address is verified, no mail is sent, or it was sent too often today. */
export async function sendVerification(
  { channelId, email }: Pick<Visitor, 'channelId' | 'email'>,
  deps: QueueMailDeps & Pick<Deps, 'db'>,
): Promise<boolean> {
  return deps.db.transaction(async (tx, publish) => {
    if (await isEmailVerified(tx, channelId)) return false
    return queueLink(tx, publish, { purpose: 'VERIFY_EMAIL', channelId, email, language: defaultLanguage }, deps)
  })
}

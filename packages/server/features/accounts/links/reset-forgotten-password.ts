import type { Deps } from '../../../infra/deps.ts'
import { queueMail, type QueueMailDeps } from '../../mail/queue-mail.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { isEmailVerified } from '../../../shared/verified-email-store.ts'
import type { AccountRefusal } from '../account-rules.ts'
import { updatePasswordHash } from '../account-store.ts'
import { validateNewPassword } from '../new-password.ts'
import { hashingTurnOf, hashPassword } from '../password.ts'
import type { EndConnections } from '../own-password.ts'
import { deletePasskeysOf } from '../passkeys/passkey-store.ts'
import { deleteProviderLinksOf } from '../providers/provider-link-store.ts'
import { deleteAuthenticator } from '../second-factor/second-factor-store.ts'
import { deleteWebSessionsOf, lockWebSessionsOf } from '../web-session-store.ts'
import { deleteTokensOf, markEmailVerified } from './account-token-store.ts'
import { findLinkOwner } from './mail-link.ts'

type ResetResult = { isReset: true } | { refusal: AccountRefusal } | { isUnusable: true }

/**
 * Sets the password of the account that a link was sent to, once. All its web sessions end. Where the address was not
 * verified before, another person may have signed up with it: all other ways into the account end too.
 */
export async function resetForgottenPassword(
  { token, password, ip }: { token: string; password: string; ip: string },
  endConnections: EndConnections,
  deps: QueueMailDeps & Pick<Deps, 'db'>,
): Promise<ResetResult> {
  const purpose = 'RESET_PASSWORD'
  const owner = await findLinkOwner({ purpose, token }, deps)
  if (owner === null) return { isUnusable: true }
  const refusal = await validateNewPassword(password)
  if (refusal !== null) return { refusal }
  const passwordHash = await hashPassword(password, deps.random, deps.config, hashingTurnOf(ip, false))
  const { channelId } = owner
  return deps.db.transaction(async (tx, publish) => {
    const isActive = (await lockWebSessionsOf(tx, channelId)) !== null
    // Another request may have used the link before this one had the lock.
    const isUsable = (await findLinkOwner({ purpose, token }, { ...deps, db: { read: tx } })) !== null
    if (!isActive || !isUsable) return { isUnusable: true }
    const { now, monotonicNow } = deps.clock.read()
    await updatePasswordHash(tx, channelId, passwordHash)
    const endedSessions = await deleteWebSessionsOf(tx, channelId, null)
    await deleteTokensOf(tx, channelId, purpose)
    const removed = (await isEmailVerified(tx, channelId))
      ? {}
      : {
          providers: await deleteProviderLinksOf(tx, channelId),
          passkeys: await deletePasskeysOf(tx, channelId),
          twoStep: await deleteAuthenticator(tx, channelId),
          connections: await endConnections(tx, publish, channelId, { now, monotonicNow }),
        }
    await markEmailVerified(tx, channelId, now)
    const detail = { endedSessions, reason: 'FORGOTTEN', ...removed }
    await recordAudit(tx, now, { action: 'account.password_changed', channelId, personId: channelId, detail })
    await queueMail(tx, publish, { kind: 'PASSWORD_CHANGED', at: now, channelId }, deps)
    return { isReset: true }
  })
}

import type { Publish, Tx } from '../../../infra/db/db.ts'
import type { Deps } from '../../../infra/deps.ts'
import { queueMail, type QueueMailDeps } from '../../mail/queue-mail.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { isEmailVerified } from '../../../shared/verified-email-store.ts'
import type { AccountRefusal } from '../account-rules.ts'
import { updatePasswordHash } from '../account-store.ts'
import { validateNewPassword } from '../password/new-password.ts'
import { hashingTurnOf, hashPassword } from '../password/password.ts'
import { deletePasskeysOf } from '../passkeys/passkey-store.ts'
import { deleteProviderLinksOf } from '../providers/provider-link-store.ts'
import { deleteControl } from '../end/purge-store.ts'
import { deleteAuthenticator } from '../second-factor/second-factor-store.ts'
import { deleteWebSessionsOf, lockWebSessionsOf } from '../sign-in/web-session-store.ts'
import { deleteTokensOf, markEmailVerified } from './account-token-store.ts'
import { findLinkOwner } from './mail-link.ts'

/**
 * Ends what acts for the account: its live, its sockets, the access of applications, the secrets of its own, and its role in running
 * the site. Returns what there was. Passed in, because all of it depends on accounts.
 */
export type EndControl = (
  tx: Tx,
  publish: Publish,
  channelId: string,
  time: { now: number; monotonicNow: number },
) => Promise<Record<string, number | boolean>>

type ResetResult = { isReset: true } | { refusal: AccountRefusal } | { isUnusable: true }

/**
 * Sets the password of the account that a link was sent to, once. All its web sessions end. Where the address was not
 * verified before, another person may have signed up with it: all other ways into the account end too, and what acts for it.
 */
export async function resetForgottenPassword(
  { token, password, ip }: { token: string; password: string; ip: string },
  endControl: EndControl,
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
    const isFirstOwner = !(await isEmailVerified(tx, channelId))
    const removed = isFirstOwner && {
      providers: await deleteProviderLinksOf(tx, channelId),
      passkeys: await deletePasskeysOf(tx, channelId),
      twoStep: await deleteAuthenticator(tx, channelId),
      ...(await endControl(tx, publish, channelId, { now, monotonicNow })),
      ...(await deleteControl(tx, channelId)),
    }
    await markEmailVerified(tx, channelId, now)
    const detail = { endedSessions, reason: 'FORGOTTEN', ...removed }
    await recordAudit(tx, now, { action: 'account.password_changed', channelId, personId: channelId, detail })
    await queueMail(tx, publish, { kind: 'PASSWORD_CHANGED', at: now, isFirstOwner, channelId }, deps)
    return { isReset: true }
  })
}

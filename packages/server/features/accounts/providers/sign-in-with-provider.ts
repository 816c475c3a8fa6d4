import type { Deps } from '../../../infra/deps.ts'
import { startSignInAttempt } from '../account-limits.ts'
import { knownDeviceId } from '../sign-in/known-device.ts'
import { continueSignIn, type SignInDeps, type SignInResult } from '../sign-in/sign-in.ts'
import type { SignInContext } from '../sign-in/start-session.ts'
import { loadLinkedAccount, markLinkUsed } from './provider-link-store.ts'

/**
 * Signs in the person to whose account an identity is linked, without the password. With two-step verification, the sign-in
 * waits for a code. Otherwise the session has no recent confirmation. Null for an identity that is not linked. Counts like an attempt with the right password.
 */
export async function signInWithProvider(
  { identityHash, ...context }: SignInContext & { identityHash: Buffer },
  deps: SignInDeps & Pick<Deps, 'db'>,
): Promise<SignInResult | null> {
  const account = await loadLinkedAccount(deps.db.read, identityHash)
  if (account === null) return null
  const { channel_id: channelId, email } = account
  const deviceId = knownDeviceId(context.deviceCookie, email, deps)
  const attempt = await startSignInAttempt({ email, ip: context.browser.ip, deviceId }, deps)
  if ('retryAfterSec' in attempt) return attempt
  const now = deps.clock.now()
  // The person may have unlinked it in the meantime.
  if (!(await deps.db.transaction((tx) => markLinkUsed(tx, { channelId, identityHash, now })))) return null
  // The provider may only have known the browser.
  const result = await continueSignIn({ account, attempt, deviceId, isConfirmed: false, context }, deps)
  if ('refusal' in result || 'retryAfterSec' in result) deps.metrics.actionDone('account.sign_in_failed')
  return result
}

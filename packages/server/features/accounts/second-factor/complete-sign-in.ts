import type { Deps } from '../../../infra/deps.ts'
import { recordSignInFailure } from '../../../shared/audit-store.ts'
import { countCodeGuess, startSignInAttempt } from '../account-limits.ts'
import { loadAccountByEmail } from '../account-store.ts'
import { knownDeviceId } from '../sign-in/known-device.ts'
import { refusalOfSuspended, type SuspendedRefusal } from '../sign-in/sign-in.ts'
import { startSession, type SignInContext, type SignedIn, type StartSessionDeps } from '../sign-in/start-session.ts'
import { passwordDigestOf, pendingSignIn } from '../sign-in/browser-seal.ts'
import { isRecoveryCode, takeCode, type TakeCodeDeps } from './take-code.ts'

type CompleteResult = SignedIn | { refusal: 'wrong_code' | 'expired' } | SuspendedRefusal | { retryAfterSec: number }
type CompleteDeps = StartSessionDeps & TakeCodeDeps & Pick<Deps, 'counters'>

/** Completes a sign-in with a code of the authenticator app or a recovery code. `pending`: the cookie of the password. */
export async function completeSignIn(
  { pending, code, ...context }: SignInContext & { pending: string; code: string },
  deps: CompleteDeps,
): Promise<CompleteResult> {
  const result = await tryComplete({ pending, code, context }, deps)
  if (!('session' in result)) deps.metrics.actionDone('account.sign_in_failed')
  return result
}

async function tryComplete(
  { pending, code, context }: { pending: string; code: string; context: SignInContext },
  deps: CompleteDeps,
): Promise<CompleteResult> {
  const signIn = pendingSignIn.unseal(pending, deps)
  if (signIn === null) return { refusal: 'expired' }
  const { channelId, email } = signIn
  const deviceId = knownDeviceId(context.deviceCookie, email, deps)
  const attempt = await startSignInAttempt({ email, ip: context.browser.ip, deviceId }, deps)
  if ('retryAfterSec' in attempt) return attempt
  const guess = attempt.isKnownDevice || isRecoveryCode(code) ? null : await countCodeGuess(email, deps)
  if (guess !== null && 'retryAfterSec' in guess) {
    await attempt.cancel()
    return guess
  }

  const account = await loadAccountByEmail(deps.db.read, email)
  const isSame =
    account !== null &&
    account.channel_id === channelId &&
    passwordDigestOf(account.password_hash) === signIn.passwordDigest
  if (!isSame || !(await takeCode(channelId, code, deps))) {
    await recordSignInFailure(channelId, deps)
    return { refusal: isSame ? 'wrong_code' : 'expired' }
  }
  await guess?.takeBack()
  const tooMany = await attempt.succeed()
  if (tooMany !== null) return tooMany
  if (account.ended_at !== null) return refusalOfSuspended(channelId, deps)
  const { password_hash: passwordHash } = account
  const proven = { channelId, email, passwordHash, deviceId, isConfirmed: true, hasSecondFactor: true }
  return (await startSession(proven, context, deps)) ?? { refusal: 'expired' }
}

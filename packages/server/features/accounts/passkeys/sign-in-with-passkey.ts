import type { Deps } from '../../../infra/deps.ts'
import { recordSignInFailure } from '../../../shared/audit-store.ts'
import { startSignInAttempt } from '../account-limits.ts'
import { knownDeviceId } from '../sign-in/known-device.ts'
import { refusalOfSuspended, type SuspendedRefusal } from '../sign-in/sign-in.ts'
import { startSession, type SignedIn, type SignInContext, type StartSessionDeps } from '../sign-in/start-session.ts'
import { findPasskeyOwner, usePasskey, type PasskeyDeps } from './use-passkey.ts'

type PasskeySignIn = SignInContext & {
  /** The credential of the browser, in the JSON of WebAuthn. */
  credential: string
  /** The browser to which the challenge is bound. */
  challengedBrowser: string
}
type PasskeyResult = SignedIn | { refusal: 'wrong_passkey' } | SuspendedRefusal | { retryAfterSec: number }
type PasskeySignInDeps = StartSessionDeps & PasskeyDeps & Pick<Deps, 'counters'>

/** Signs in the owner of a passkey, without password and code. Counts like an attempt with a password. */
export async function signInWithPasskey(attempt: PasskeySignIn, deps: PasskeySignInDeps): Promise<PasskeyResult> {
  const result = await trySignIn(attempt, deps)
  if (!('session' in result)) deps.metrics.actionDone('account.sign_in_failed')
  return result
}

async function trySignIn(
  { credential, challengedBrowser, ...context }: PasskeySignIn,
  deps: PasskeySignInDeps,
): Promise<PasskeyResult> {
  const owner = await findPasskeyOwner(credential, deps)
  const email = owner?.email ?? ''
  const deviceId = knownDeviceId(context.deviceCookie, email, deps)
  const attempt = await startSignInAttempt({ email, ip: context.browser.ip, deviceId }, deps)
  if ('retryAfterSec' in attempt) return attempt
  const target = { purpose: 'SIGN_IN', browser: challengedBrowser } as const
  if (owner === null || !(await usePasskey(owner, { credential, target }, deps))) {
    await recordSignInFailure(owner?.channel_id ?? null, deps)
    return { refusal: 'wrong_passkey' }
  }
  const tooMany = await attempt.succeed()
  if (tooMany !== null) return tooMany
  if (owner.ended_at !== null) return refusalOfSuspended(owner.channel_id, deps)
  if (context.isBlocked) return { refusal: 'wrong_passkey' }
  const { channel_id: channelId, password_hash: passwordHash } = owner
  const proven = { channelId, email, passwordHash, deviceId, isConfirmed: true, hasSecondFactor: true }
  return (await startSession(proven, context, deps)) ?? { refusal: 'wrong_passkey' }
}

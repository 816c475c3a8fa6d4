import type { Deps } from '../../../infra/deps.ts'
import { recordSignInFailure } from '../../../shared/audit-store.ts'
import { parseEmail } from '../account-rules.ts'
import { loadAccountByEmail } from '../account-store.ts'
import { loadShownSuspension } from '../end/suspension-store.ts'
import { startSignInAttempt, type SignInAttempt } from '../account-limits.ts'
import { knownDeviceId } from './known-device.ts'
import { dummyPasswordHash, hashingTurnOf, verifyPassword } from '../password/password.ts'
import { passwordDigestOf, pendingSignIn } from './browser-seal.ts'
import { hasAuthenticator } from '../second-factor/second-factor-store.ts'
import { startSession, type SignedIn, type SignInContext, type StartSessionDeps } from './start-session.ts'

type SignIn = SignInContext & { email: string; password: string }
/** A suspended person reads the reason, if there is one, and the end. */
export type SuspendedRefusal = { refusal: 'suspended'; reason: string | null; endsAt: number | null }
/** Why a sign-in with a password or a passkey failed. */
export type SignInRefusal =
  | { refusal: 'wrong_credentials' | 'wrong_passkey' | 'waiting' | 'refused' }
  | SuspendedRefusal
/** `pending`: the cookie with which a code completes the sign-in. */
export type SignInResult = SignedIn | { pending: string } | SignInRefusal | { retryAfterSec: number }
export type SignInDeps = StartSessionDeps & Pick<Deps, 'counters'>

/** Signs a person in with the password. With two-step verification, the sign-in waits for a code. */
export async function signIn(attempt: SignIn, deps: SignInDeps): Promise<SignInResult> {
  const result = await trySignIn(attempt, deps)
  if ('refusal' in result || 'retryAfterSec' in result) deps.metrics.actionDone('account.sign_in_failed')
  return result
}

/** An unknown email address and a wrong password get the same answer after the same time. */
async function trySignIn({ email: input, password, ...context }: SignIn, deps: SignInDeps): Promise<SignInResult> {
  const { browser, deviceCookie } = context
  const parsed = parseEmail(input)
  const email = 'email' in parsed ? parsed.email : ''
  const deviceId = knownDeviceId(deviceCookie, email, deps)
  const attempt = await startSignInAttempt({ email, ip: browser.ip, deviceId }, deps)
  if ('retryAfterSec' in attempt) return attempt

  const account = email === '' ? null : await loadAccountByEmail(deps.db.read, email)
  const passwordHash = account?.password_hash ?? dummyPasswordHash(deps.config)
  const turn = hashingTurnOf(browser.ip, attempt.isKnownDevice)
  const isCorrect = await verifyPassword(password, passwordHash, deps.config, turn).catch(async (error: unknown) => {
    await attempt.cancel()
    throw error
  })
  if (account === null || !isCorrect) {
    await recordSignInFailure(account?.channel_id ?? null, deps)
    return { refusal: 'wrong_credentials' }
  }
  return continueSignIn({ account, attempt, deviceId, isConfirmed: true, context }, deps)
}

type ProvenAccount = NonNullable<Awaited<ReturnType<typeof loadAccountByEmail>>>

/** Goes on after the password, or what replaces it, was right: waits for a code, or starts a session. */
export async function continueSignIn(
  {
    account,
    attempt,
    deviceId,
    isConfirmed,
    context,
  }: {
    account: ProvenAccount
    attempt: SignInAttempt
    deviceId: string | null
    isConfirmed: boolean
    context: SignInContext
  },
  deps: SignInDeps,
): Promise<SignInResult> {
  const { channel_id: channelId, email, password_hash: passwordHash } = account
  if (account.ended_at === null && context.isBlocked) {
    await attempt.cancel()
    return { refusal: 'wrong_credentials' }
  }
  if (account.ended_at === null && (await hasAuthenticator(deps.db.read, channelId))) {
    // Only the code proves that the failures were mistakes of the account's owner.
    await attempt.cancel()
    return { pending: pendingSignIn.seal({ channelId, email, passwordDigest: passwordDigestOf(passwordHash) }, deps) }
  }
  const tooMany = await attempt.succeed()
  if (tooMany !== null) return tooMany
  if (account.ended_at !== null) return refusalOfEnded(account, deps)
  const proven = { channelId, email, passwordHash, deviceId, isConfirmed, hasSecondFactor: false }
  return (await startSession(proven, context, deps)) ?? { refusal: 'wrong_credentials' }
}

async function refusalOfEnded(
  { channel_id, requested_at, refused_at }: ProvenAccount,
  deps: Pick<Deps, 'db'>,
): Promise<SignInRefusal> {
  if (requested_at === null) return refusalOfSuspended(channel_id, deps)
  return { refusal: refused_at === null ? 'waiting' : 'refused' }
}

export async function refusalOfSuspended(channelId: string, { db }: Pick<Deps, 'db'>): Promise<SuspendedRefusal> {
  return { refusal: 'suspended', ...(await loadShownSuspension(db.read, channelId)) }
}

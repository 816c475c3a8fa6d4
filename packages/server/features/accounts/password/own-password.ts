import { errorReason, invalidField, Refusal } from '../../../shared/refusal.ts'
import { recordAudit, recordSignInFailure } from '../../../shared/audit-store.ts'
import type { Visitor } from '../../../shared/callers/visitor.ts'
import type { Publish, Tx } from '../../../infra/db/db.ts'
import type { Deps } from '../../../infra/deps.ts'
import { queueMail, type QueueMailDeps } from '../../mail/queue-mail.ts'
import { loadAccountByEmail, updatePasswordHash } from '../account-store.ts'
import { isConfirmedRecently } from './confirmation-rules.ts'
import { countCodeGuess, startSignInAttempt, type SignInAttempt } from '../account-limits.ts'
import { deleteTokensOf } from '../links/account-token-store.ts'
import { validateNewPassword } from './new-password.ts'
import { hashingTurnOf, hashPassword, isPassword, verifyPassword } from './password.ts'
import { hasAuthenticator } from '../second-factor/second-factor-store.ts'
import { isRecoveryCode, takeCode, type TakeCodeDeps } from '../second-factor/take-code.ts'
import { deleteWebSessionsOf, lockVisitor, markVerified } from '../sign-in/web-session-store.ts'

export type OwnPasswordDeps = TakeCodeDeps & Pick<Deps, 'config' | 'counters' | 'random'>
/** `code`: of the authenticator app, or a recovery code. */
type OwnCode = { visitor: Visitor; code?: string | undefined; ip: string }
export type OwnPassword = OwnCode & { password?: string | undefined }

/**
 * Throws unless this is the password of the visitor, in the named field, with a code where two-step verification is on. Returns
 * whether there was one, and a code. Counts like an attempt to sign in. A visitor without a password must have confirmed otherwise
 * who they are, in the last 10 minutes.
 */
export async function requireOwnPassword(
  field: string,
  { visitor, password, code, ip }: OwnPassword,
  deps: OwnPasswordDeps,
): Promise<{ hasPassword: boolean; hasSecondFactor: boolean }> {
  const { clock, db } = deps
  const account = await loadAccountByEmail(db.read, visitor.email)
  if (account === null) throw new Refusal('unauthorized', 'NOT_SIGNED_IN')
  if (!isPassword(account.password_hash)) {
    if (!isConfirmedRecently(visitor, clock.monotonicNow())) throw new Refusal('forbidden', 'PASSWORD_REQUIRED')
    if (!visitor.hasSecondFactor && (await hasAuthenticator(db.read, visitor.channelId)))
      throw new Refusal('forbidden', 'SECOND_FACTOR_REQUIRED')
    return { hasPassword: false, hasSecondFactor: false }
  }
  if (password === undefined) throw invalidField(field, 'EMPTY')
  const attempt = await startSignInAttempt({ email: visitor.email, ip, deviceId: null }, deps)
  if ('retryAfterSec' in attempt) throw tooManyWrongPasswords(attempt)
  const isCorrect = await verifyPassword(password, account.password_hash, deps.config, hashingTurnOf(ip, true)).catch(
    async (error: unknown) => {
      await attempt.cancel()
      throw error
    },
  )
  if (!isCorrect) {
    await recordSignInFailure(visitor.channelId, deps)
    throw invalidField(field, 'WRONG_PASSWORD')
  }
  const hasSecondFactor = await hasAuthenticator(db.read, visitor.channelId)
  if (hasSecondFactor) await requireCode({ visitor, code, attempt }, deps)
  const tooMany = await attempt.succeed()
  if (tooMany !== null) throw tooManyWrongPasswords(tooMany)
  return { hasPassword: true, hasSecondFactor }
}

/**
 * Throws unless this is a code of the visitor, where two-step verification is on. Returns whether it is. Counts like an
 * attempt to sign in.
 */
export async function requireOwnCode({ visitor, code, ip }: OwnCode, deps: OwnPasswordDeps): Promise<boolean> {
  if (!(await hasAuthenticator(deps.db.read, visitor.channelId))) return false
  const attempt = await startSignInAttempt({ email: visitor.email, ip, deviceId: null }, deps)
  if ('retryAfterSec' in attempt) throw tooManyWrongPasswords(attempt)
  await requireCode({ visitor, code, attempt }, deps)
  await attempt.cancel()
  return true
}

async function requireCode(
  { visitor, code = '', attempt }: { visitor: Visitor; code: string | undefined; attempt: SignInAttempt },
  deps: OwnPasswordDeps,
): Promise<void> {
  if (code.trim() === '') {
    await attempt.cancel()
    throw invalidField('code', 'CODE_REQUIRED')
  }
  const { channelId, email } = visitor
  const guess = isRecoveryCode(code) ? null : await countCodeGuess(email, deps)
  if (guess !== null && 'retryAfterSec' in guess) {
    await attempt.cancel()
    throw tooManyWrongPasswords(guess)
  }
  if (!(await takeCode(channelId, code, deps))) {
    await recordSignInFailure(channelId, deps)
    throw invalidField('code', 'WRONG_CODE')
  }
  await guess?.takeBack()
}

/** Allows this session the endpoints that need a recent password, for 10 minutes. */
export async function confirmPassword(own: OwnPassword, deps: OwnPasswordDeps): Promise<void> {
  const { hasPassword, hasSecondFactor } = await requireOwnPassword('password', own, deps)
  // An earlier confirmation does not make itself last longer.
  if (!hasPassword) throw new Refusal('forbidden', 'PASSWORD_REQUIRED')
  const { channelId, sessionHash } = own.visitor
  const [now, monotonicNow] = [deps.clock.now(), deps.clock.monotonicNow()]
  await deps.db.transaction(async (tx) => {
    await markVerified(tx, sessionHash, { monotonicNow, hasSecondFactor })
    await recordAudit(tx, now, { action: 'account.password_verified', channelId })
  })
}

/** Ends the access of all applications, overlays included, and returns their number. Passed in, because grants depend on accounts. */
export type EndConnections = (
  tx: Tx,
  publish: Publish,
  channelId: string,
  time: { now: number; monotonicNow: number },
) => Promise<number>

/** Changes the password, and ends all other sessions of the account and, if given, its connections. Returns their numbers. */
export async function changePassword(
  {
    visitor,
    currentPassword,
    newPassword,
    code,
    ip,
  }: Omit<OwnPassword, 'password'> & {
    currentPassword?: string | undefined
    newPassword: string
  },
  endConnections: EndConnections | null,
  deps: OwnPasswordDeps & QueueMailDeps,
): Promise<{ endedSessions: number; endedConnections: number }> {
  const { clock, config, db, random } = deps
  const refusal = await validateNewPassword(newPassword)
  if (refusal) throw invalidField('newPassword', refusal)
  const own = { visitor, password: currentPassword, code, ip }
  const { hasSecondFactor } = await requireOwnPassword('currentPassword', own, deps)
  const passwordHash = await hashPassword(newPassword, random, config, hashingTurnOf(ip, true))
  const { channelId, sessionHash } = visitor
  return db.transaction(async (tx, publish) => {
    if (!(await lockVisitor(tx, visitor))) throw new Refusal('unauthorized', 'NOT_SIGNED_IN')
    const { now, monotonicNow } = clock.read()
    await updatePasswordHash(tx, channelId, passwordHash)
    await deleteTokensOf(tx, channelId, 'RESET_PASSWORD')
    await markVerified(tx, sessionHash, { monotonicNow, hasSecondFactor })
    const endedSessions = await deleteWebSessionsOf(tx, channelId, sessionHash)
    const endedConnections = (await endConnections?.(tx, publish, channelId, { now, monotonicNow })) ?? 0
    await queueMail(tx, publish, { kind: 'PASSWORD_CHANGED', at: now, channelId }, deps)
    await recordAudit(tx, now, { action: 'account.password_changed', channelId, detail: { endedSessions } })
    return { endedSessions, endedConnections }
  })
}

export function tooManyWrongPasswords({ retryAfterSec }: { retryAfterSec: number }): Refusal {
  return new Refusal('tooManyRequests', errorReason('TOO_MANY_WRONG_PASSWORDS', { seconds: retryAfterSec }), {
    retryAfterSec,
  })
}

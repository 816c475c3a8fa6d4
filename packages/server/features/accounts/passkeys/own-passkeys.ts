import type { Deps } from '../../../infra/deps.ts'
import { recordAudit, recordSignInFailure } from '../../../shared/audit-store.ts'
import type { Visitor } from '../../../shared/callers/visitor.ts'
import { errorReason, invalidField, Refusal } from '../../../shared/refusal.ts'
import { queueMail, type QueueMailDeps } from '../../mail/queue-mail.ts'
import { startSignInAttempt } from '../account-limits.ts'
import { normalizeChannelName, validateChannelName } from '../account-rules.ts'
import { lockAccount } from '../account-store.ts'
import { tooManyWrongPasswords } from '../password/own-password.ts'
import { requireSignIn } from '../providers/last-sign-in.ts'
import { lockForNewFactor, requireSecondFactor } from '../second-factor/require-second-factor.ts'
import { hasAuthenticator } from '../second-factor/second-factor-store.ts'
import { clearSecondFactor, markVerified } from '../sign-in/web-session-store.ts'
import { expiryOfChallenge, useChallenge } from '../sign-in/challenge.ts'
import { browserOf, requirePasskeySite } from './passkey-options.ts'
import { deletePasskey, hasPasskeys, insertPasskey, listPasskeys } from './passkey-store.ts'
import { findPasskeyOwner, usePasskey, type PasskeyDeps } from './use-passkey.ts'
import { parseAnswer, verifyNewPasskey } from './webauthn.ts'

const maxPasskeys = 20

/** Adds a passkey that the browser created for the options, and returns its id. This session then has a second factor. */
export async function addPasskey(
  visitor: Visitor,
  { name: input, credential }: { name: string; credential: string },
  deps: QueueMailDeps & PasskeyDeps,
): Promise<string> {
  const { clock, db, random } = deps
  const name = normalizeChannelName(input)
  const refusal = validateChannelName(name)
  if (refusal !== null) throw invalidField('name', refusal)
  const site = requirePasskeySite(deps)
  const answer = parseAnswer(credential)
  const target = { purpose: 'ADD', browser: browserOf(visitor) } as const
  if (answer === null) throw invalidField('credential', 'INVALID_PASSKEY')
  const expiresAt = expiryOfChallenge(answer.challenge, target, deps)
  const key = verifyNewPasskey(answer, site)
  if (expiresAt === null || key === null) throw invalidField('credential', 'INVALID_PASSKEY')

  const { channelId, sessionHash } = visitor
  const { now, monotonicNow } = clock.read()
  const id = random.uuid()
  await db.transaction(async (tx, publish) => {
    await lockForNewFactor(tx, visitor)
    if ((await listPasskeys(tx, channelId)).length >= maxPasskeys)
      throw new Refusal('badInput', errorReason('TOO_MANY_PASSKEYS', { most: maxPasskeys }))
    const passkey = {
      id,
      channel_id: channelId,
      credential_id: key.credentialId,
      public_key: key.publicKey,
      sign_count: key.signCount,
      name,
      created_at: now,
      last_used_at: null,
    }
    const isNew = (await useChallenge(tx, answer.challenge, expiresAt)) && (await insertPasskey(tx, passkey))
    if (!isNew) throw invalidField('credential', 'INVALID_PASSKEY')
    await markVerified(tx, sessionHash, { monotonicNow, hasSecondFactor: true })
    await queueMail(tx, publish, { kind: 'PASSKEY_CHANGED', at: now, isAdded: true, channelId }, deps)
    await recordAudit(tx, now, { action: 'account.passkey_changed', channelId, detail: { change: 'ADDED' } })
  })
  return id
}

/** Removes a passkey of a person, unless nothing else signs in to the account. */
export async function removePasskey(
  visitor: Pick<Visitor, 'channelId' | 'hasSecondFactor'>,
  passkeyId: string,
  deps: QueueMailDeps & Pick<Deps, 'db' | 'signInProviders'>,
): Promise<void> {
  const { channelId } = visitor
  const now = deps.clock.now()
  await deps.db.transaction(async (tx, publish) => {
    await lockAccount(tx, channelId)
    await requireSecondFactor(tx, visitor)
    if (!(await deletePasskey(tx, channelId, passkeyId))) throw new Refusal('notFound', 'NO_SUCH_PASSKEY')
    await requireSignIn(tx, channelId, deps)
    const hasSecondFactor = (await hasPasskeys(tx, channelId)) || (await hasAuthenticator(tx, channelId))
    if (!hasSecondFactor) await clearSecondFactor(tx, channelId)
    await queueMail(tx, publish, { kind: 'PASSKEY_CHANGED', at: now, isAdded: false, channelId }, deps)
    await recordAudit(tx, now, { action: 'account.passkey_changed', channelId, detail: { change: 'REMOVED' } })
  })
}

/** Allows this session the endpoints that need a recent password, for 10 minutes. Counts like an attempt to sign in. */
export async function confirmPasskey(
  { visitor, credential, ip }: { visitor: Visitor; credential: string; ip: string },
  deps: PasskeyDeps & Pick<Deps, 'config' | 'counters'>,
): Promise<void> {
  const { channelId, email, sessionHash } = visitor
  const { clock, db } = deps
  const attempt = await startSignInAttempt({ email, ip, deviceId: null }, deps)
  if ('retryAfterSec' in attempt) throw tooManyWrongPasswords(attempt)
  const owner = await findPasskeyOwner(credential, deps)
  const target = { purpose: 'CONFIRM', browser: browserOf(visitor) } as const
  if (owner?.channel_id !== channelId || !(await usePasskey(owner, { credential, target }, deps))) {
    await recordSignInFailure(channelId, deps)
    throw invalidField('credential', 'INVALID_PASSKEY')
  }
  const tooMany = await attempt.succeed()
  if (tooMany !== null) throw tooManyWrongPasswords(tooMany)
  const { now, monotonicNow } = clock.read()
  await db.transaction(async (tx) => {
    await markVerified(tx, sessionHash, { monotonicNow, hasSecondFactor: true })
    await recordAudit(tx, now, { action: 'account.password_verified', channelId, detail: { by: 'PASSKEY' } })
  })
}

import type { Publish, Tx } from '../../../infra/db/db.ts'
import type { Deps } from '../../../infra/deps.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import type { Visitor } from '../../../shared/callers/visitor.ts'
import { errorReason, invalidField, Refusal } from '../../../shared/refusal.ts'
import { queueMail, type QueueMailDeps } from '../../mail/queue-mail.ts'
import { lockAccount } from '../account-store.ts'
import { requireOwnPassword, type OwnPassword, type OwnPasswordDeps } from '../password/own-password.ts'
import { deletePasskeysOf, hasPasskeys } from '../passkeys/passkey-store.ts'
import { clearSecondFactor, markVerified } from '../sign-in/web-session-store.ts'
import { sealSecret, unsealSecret } from './authenticator-secret.ts'
import { base32 } from './base32.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { lockForNewFactor, requireSecondFactor } from './require-second-factor.ts'
import {
  deleteAuthenticator,
  loadAuthenticator,
  markConfirmed,
  putAuthenticator,
  replaceRecoveryCodes,
} from './second-factor-store.ts'
import { digitsOf, systemNow } from './take-code.ts'
import { otpauthUri, stepOfCode } from './totp.ts'
import { requireAccount } from '../require-account.ts'

/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20

/** Creates the secret of an authenticator app. It counts once the person has entered a code of it. */
export async function createAuthenticator(
  visitor: Pick<Visitor, 'channelId' | 'email' | 'hasSecondFactor' | 'sessionHash'>,
  deps: Pick<Deps, 'addresses' | 'clock' | 'db' | 'programKey' | 'random'>,
): Promise<{ secret: string; uri: string }> {
  const { channelId, email } = visitor
  const bytes = deps.random.bytes(secretBytes)
  const authenticator = {
    channel_id: channelId,
    sealed: sealSecret(channelId, bytes, deps),
    created_at: deps.clock.now(),
    confirmed_at: null,
    last_step: 0,
  }
  const isStored = await deps.db.transaction(async (tx) => {
    await lockForNewFactor(tx, visitor)
    return putAuthenticator(tx, authenticator)
  })
  if (!isStored) throw new Refusal('badInput', 'AUTHENTICATOR_ON')
  const secret = base32(bytes)
  return { secret, uri: otpauthUri(secret, { email, site: new URL(deps.addresses.authUrl).host }) }
}

/** Turns two-step verification on, and returns the recovery codes. This session then has the second factor. */
export async function confirmAuthenticator(
  visitor: Pick<Visitor, 'channelId' | 'hasSecondFactor' | 'sessionHash'>,
  code: string,
  deps: QueueMailDeps & Pick<Deps, 'db' | 'programKey'>,
): Promise<string[]> {
  const { channelId, sessionHash } = visitor
  const authenticator = await loadAuthenticator(deps.db.read, channelId)
  if (authenticator === null) throw new Refusal('badInput', 'AUTHENTICATOR_OFF')
  if (authenticator.confirmed_at !== null) throw new Refusal('badInput', 'AUTHENTICATOR_ON')
  const { sealed } = authenticator
  const step = stepOfCode(unsealSecret(channelId, sealed, deps), digitsOf(code), systemNow(deps))
  if (step === null) throw invalidField('code', 'WRONG_CODE')
  const { codes, hashes } = newRecoveryCodes(channelId, deps)
  const { now, monotonicNow } = deps.clock.read()
  await deps.db.transaction(async (tx, publish) => {
    await lockForNewFactor(tx, visitor)
    // Another request may have confirmed it, or set up another one, after this one had read it.
    if (!(await markConfirmed(tx, { channelId, sealed, step, now }))) throw invalidField('code', 'WRONG_CODE')
    await replaceRecoveryCodes(tx, channelId, hashes)
    await markVerified(tx, sessionHash, { monotonicNow, hasSecondFactor: true })
    await recordChange(tx, publish, { channelId, isOn: true }, deps)
  })
  return codes
}

/** Turns two-step verification off, with the password and a code. */
export async function removeAuthenticator(own: OwnPassword, deps: OwnPasswordDeps & QueueMailDeps): Promise<void> {
  const { channelId } = own.visitor
  await requireOwnPassword('password', own, deps)
  await deps.db.transaction(async (tx, publish) => {
    await lockAccount(tx, channelId)
    if (!(await deleteAuthenticator(tx, channelId))) throw new Refusal('badInput', 'AUTHENTICATOR_OFF')
    if (!(await hasPasskeys(tx, channelId))) await clearSecondFactor(tx, channelId)
    await recordChange(tx, publish, { channelId, isOn: false }, deps)
  })
}

/** Replaces the recovery codes by new ones. */
export async function renewRecoveryCodes(
  visitor: Pick<Visitor, 'channelId' | 'hasSecondFactor'>,
  { clock, dataKey, db, random }: Pick<Deps, 'clock' | 'dataKey' | 'db' | 'random'>,
): Promise<string[]> {
  const { channelId } = visitor
  const { codes, hashes } = newRecoveryCodes(channelId, { dataKey, random })
  await db.transaction(async (tx) => {
    await lockAccount(tx, channelId)
    await requireSecondFactor(tx, visitor)
    if (!(await replaceRecoveryCodes(tx, channelId, hashes))) throw new Refusal('badInput', 'AUTHENTICATOR_OFF')
    const detail = { change: 'RECOVERY_CODES_RENEWED' }
    await recordAudit(tx, clock.now(), { action: 'account.second_factor_changed', channelId, detail })
  })
  return codes
}

/** An operator removes the second factor of a person who has lost it: the authenticator, the recovery codes and the passkeys. */
export async function removeSecondFactor(channelId: string, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    await requireAccount(tx, channelId)
    const hadAuthenticator = await deleteAuthenticator(tx, channelId)
    const passkeys = await deletePasskeysOf(tx, channelId)
    if (!hadAuthenticator && passkeys === 0)
      throw new Refusal('badInput', errorReason('NO_SECOND_FACTOR', { channelId }))
    await clearSecondFactor(tx, channelId)
    const detail = { change: 'REMOVED', passkeys }
    await recordAudit(tx, clock.now(), { action: 'account.second_factor_changed', channelId, detail })
  })
}

async function recordChange(
  tx: Tx,
  publish: Publish,
  { channelId, isOn }: { channelId: string; isOn: boolean },
  deps: QueueMailDeps,
) {
  const at = deps.clock.now()
  await queueMail(tx, publish, { kind: 'SECOND_FACTOR_CHANGED', at, isOn, channelId }, deps)
  const detail = { change: isOn ? 'ON' : 'OFF' }
  await recordAudit(tx, at, { action: 'account.second_factor_changed', channelId, detail })
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Tx } from '../../../infra/db/db.ts'
import type { Deps } from '../../../infra/deps.ts'
import { deriveKey, hashSecret } from '../../../shared/secrets.ts'
import { takeChallenge } from './challenge-store.ts'

/**
 * The purpose of a challenge, for a passkey, for the provider that it names or at sign-up, and the browser that got it: a
 * hash of its session, or the CSRF token of a guest.
 */
export type ChallengeFor = {
  purpose: 'ADD' | 'SIGN_IN' | 'CONFIRM' | `SIGN_UP ${number}` | `PROVIDER_${ProviderPurpose} ${string}`
  browser: string
}
/** `CONFIRM_WITH_CODE`: the person has entered a code of the authenticator app before. */
export type ProviderPurpose = 'SIGN_IN' | 'LINK' | 'CONFIRM' | 'CONFIRM_WITH_CODE'
type ChallengeDeps = Pick<Deps, 'clock' | 'installationKey'>

const lifetimeMs = 600_000
/** Who signs up reads the terms first. */
const signUpLifetimeMs = 1_800_000
const [nonceBytes, timeBytes] = [16, 8]

/**
 * A challenge for a passkey or a provider, valid for 10 minutes, or a puzzle at sign-up, for 30: random bytes, the time at which it expires, and a code that proves both with
 * the purpose and the browser. Nothing is stored until it is answered, so that guests cannot fill the database.
 */
export function newChallenge(target: ChallengeFor, deps: ChallengeDeps & Pick<Deps, 'random'>): string {
  const body = Buffer.concat([deps.random.bytes(nonceBytes), Buffer.alloc(timeBytes)])
  const validMs = target.purpose.startsWith('SIGN_UP') ? signUpLifetimeMs : lifetimeMs
  body.writeBigUInt64BE(BigInt(deps.clock.monotonicNow() + validMs), nonceBytes)
  return Buffer.concat([body, macOf(body, target, deps)]).toString('base64url')
}

/** When a challenge expires. Null for one that has, that is not of this purpose and browser, or that nobody issued here. */
export function expiryOfChallenge(challenge: string, target: ChallengeFor, deps: ChallengeDeps): number | null {
  const bytes = Buffer.from(challenge, 'base64url')
  // Another spelling of the same bytes would be another challenge when it is taken.
  if (bytes.toString('base64url') !== challenge) return null
  const body = bytes.subarray(0, nonceBytes + timeBytes)
  const [mac, expected] = [bytes.subarray(body.length), macOf(body, target, deps)]
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return null
  const expiresAt = Number(body.readBigUInt64BE(nonceBytes))
  return expiresAt > deps.clock.monotonicNow() ? expiresAt : null
}

/** Takes the challenge of an answer that was verified. False when it was taken before. */
export function useChallenge(tx: Tx, challenge: string, expiresAt: number): Promise<boolean> {
  return takeChallenge(tx, { challenge_hash: hashSecret(challenge), expires_at: expiresAt })
}

function macOf(body: Buffer, { purpose, browser }: ChallengeFor, { installationKey }: Pick<Deps, 'installationKey'>) {
  const mac = createHmac('sha256', deriveKey('challenges', installationKey))
  return mac
    .update(body)
    .update(JSON.stringify([purpose, browser]))
    .digest()
}

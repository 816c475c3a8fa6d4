import type { Deps } from '../../../infra/deps.ts'
import { hashSecret, seal, unseal } from '../../../shared/secrets.ts'

/** A sign-in whose password was right, and which waits for a code. */
export type PendingSignIn = { channelId: string; email: string; passwordHash: string }

export const pendingSignInSec = 600
const purpose = { purpose: 'pending sign-in', context: '' }

/**
 * The value of the cookie that holds a pending sign-in, sealed for this installation: it waits in the browser that entered the
 * password, nowhere else, for 10 minutes.
 */
export function sealPendingSignIn(
  { channelId, email, passwordHash }: PendingSignIn,
  { clock, installationKey, random }: Pick<Deps, 'clock' | 'installationKey' | 'random'>,
): string {
  const expiresAt = clock.monotonicNow() + pendingSignInSec * 1000
  const values: Sealed = [channelId, email, digestOf(passwordHash), expiresAt]
  return seal(JSON.stringify(values), purpose, { current: installationKey, previous: null }, random).toString(
    'base64url',
  )
}

/** Null for a value that this installation did not seal, and after 10 minutes. `isOf` tells whether the password is still the same. */
export function unsealPendingSignIn(
  value: string,
  { clock, installationKey }: Pick<Deps, 'clock' | 'installationKey'>,
): { channelId: string; email: string; isOf: (passwordHash: string) => boolean } | null {
  try {
    const text = unseal(Buffer.from(value, 'base64url'), purpose, { current: installationKey, previous: null })
    const [channelId, email, digest, expiresAt] = JSON.parse(text) as Sealed
    if (expiresAt <= clock.monotonicNow()) return null
    return { channelId, email, isOf: (passwordHash) => digestOf(passwordHash) === digest }
  } catch {
    return null
  }
}

type Sealed = [channelId: string, email: string, passwordDigest: string, expiresAt: number]

const digestOf = (passwordHash: string) => hashSecret(passwordHash).toString('base64url')

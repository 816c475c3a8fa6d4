import type { Deps } from '../../../infra/deps.ts'
import { hashSecret } from '../../../shared/secrets.ts'
import { sealForBrowser, unsealFromBrowser } from '../sign-in/browser-seal.ts'

/** A sign-in whose password was right, and which waits for a code. */
export type PendingSignIn = { channelId: string; email: string; passwordHash: string }

const lifetimeMs = 600_000

/** The value of the cookie that holds a pending sign-in: it waits in the browser that entered the password, for 10 minutes. */
export function sealPendingSignIn(
  { channelId, email, passwordHash }: PendingSignIn,
  deps: Pick<Deps, 'clock' | 'installationKey' | 'random'>,
): string {
  const values: Sealed = [channelId, email, digestOf(passwordHash)]
  return sealForBrowser('pending sign-in', { values, lifetimeMs }, deps)
}

/** Null for a value that this installation did not seal, and after 10 minutes. `isOf` tells whether the password is still the same. */
export function unsealPendingSignIn(
  value: string,
  deps: Pick<Deps, 'clock' | 'installationKey'>,
): { channelId: string; email: string; isOf: (passwordHash: string) => boolean } | null {
  const sealed = unsealFromBrowser('pending sign-in', value, deps) as Sealed | null
  if (sealed === null) return null
  const [channelId, email, digest] = sealed
  return { channelId, email, isOf: (passwordHash) => digestOf(passwordHash) === digest }
}

type Sealed = [channelId: string, email: string, passwordDigest: string]

const digestOf = (passwordHash: string) => hashSecret(passwordHash).toString('base64url')

import type { Deps } from '../../../infra/deps.ts'
import type { Identity } from '../../../infra/oidc.ts'
import { sealForBrowser, unsealFromBrowser } from '../sign-in/browser-seal.ts'

/** An identity without an account, whose person has yet to choose a name. `invitation`: its token. */
export type PendingSignUp = {
  providerId: string
  identityHash: Buffer
  email: Identity['email']
  invitation: string | null
}

const lifetimeMs = 1_800_000

/** The value of the cookie that holds a pending sign-up, for 30 minutes. */
export function sealPendingSignUp(
  { identityHash, ...rest }: PendingSignUp,
  deps: Pick<Deps, 'clock' | 'installationKey' | 'random'>,
): string {
  const values: Sealed = { ...rest, identity: identityHash.toString('base64url') }
  return sealForBrowser('pending sign-up', { values, lifetimeMs }, deps)
}

/** Null for a value that this installation did not seal, and after 30 minutes. */
export function unsealPendingSignUp(
  value: string,
  deps: Pick<Deps, 'clock' | 'installationKey'>,
): PendingSignUp | null {
  const sealed = unsealFromBrowser('pending sign-up', value, deps) as Sealed | null
  if (sealed === null) return null
  const { identity, ...rest } = sealed
  return { ...rest, identityHash: Buffer.from(identity, 'base64url') }
}

type Sealed = Omit<PendingSignUp, 'identityHash'> & { identity: string }

import type { Deps } from '../../../infra/deps.ts'
import type { Identity } from '../../../infra/oidc.ts'
import { hashSecret, seal, unseal } from '../../../shared/secrets.ts'

type SealDeps = Pick<Deps, 'clock' | 'installationKey' | 'random'>
type UnsealDeps = Omit<SealDeps, 'random'>

/** Values that a cookie keeps in a browser for a purpose and a time, sealed for this installation. */
function sealedInBrowser<Values>(purpose: string, lifetimeMs: number) {
  const target = { purpose, context: '' }
  return {
    seal(values: Values, { clock, installationKey, random }: SealDeps): string {
      const text = JSON.stringify({ values, expiresAt: clock.monotonicNow() + lifetimeMs })
      return seal(text, target, { current: installationKey, previous: null }, random).toString('base64url')
    },

    /** Null for what this installation did not seal for the purpose, and when its time is over. */
    unseal(value: string, { clock, installationKey }: UnsealDeps): Values | null {
      try {
        const text = unseal(Buffer.from(value, 'base64url'), target, { current: installationKey, previous: null })
        const { values, expiresAt } = JSON.parse(text) as { values: Values; expiresAt: number }
        return expiresAt > clock.monotonicNow() ? values : null
      } catch {
        return null
      }
    },
  }
}

/** A sign-in whose password was right, and which waits for a code in the browser that entered the password. */
export const pendingSignIn = sealedInBrowser<{ channelId: string; email: string; passwordDigest: string }>(
  'sign-in before its code',
  600_000,
)

/** A pending sign-in holds it, so that it ends with the password. */
export function passwordDigestOf(passwordHash: string): string {
  return hashSecret(passwordHash).toString('base64url')
}

/** An identity without an account, whose person has yet to choose a name. `invitation`: its token. `identity`: its hash. */
export type PendingSignUp = {
  providerId: string
  identity: string
  email: Identity['email']
  invitation: string | null
}
export const pendingSignUp = sealedInBrowser<PendingSignUp>('pending sign-up', 1_800_000)

/** Where a guest who went to a provider goes on. `invitation`: the token of one by which the guest came. */
export type WayBack = { returnPath: string; invitation: string | null }
const wayBack = sealedInBrowser<WayBack & { state: string }>('way to a provider', 600_000)

/** Browsers keep no longer cookies. A guest with a longer path comes back to the home page. */
const mostLength = 3_800

/** The value of the cookie that holds the way back of one state. */
export function sealWayBack(way: WayBack & { state: string }, deps: SealDeps): string {
  const value = wayBack.seal(way, deps)
  return value.length <= mostLength ? value : wayBack.seal({ ...way, returnPath: '/' }, deps)
}

/** The way back of a state: the home page, where the browser has none of it. */
export function unsealWayBack(value: string | null, state: string | null, deps: UnsealDeps): WayBack {
  const way = value === null ? null : wayBack.unseal(value, deps)
  return way?.state === state ? way : { returnPath: '/', invitation: null }
}

import type { IdentityFailure } from '../../world/identity-provider.ts'

/** Every word with which a check of an identity ends in nothing; the pages say each in the visitor's language. */
export type IdentityRefusal = IdentityFailure['failed'] | 'no provider' | 'not awaited' | 'verified another account'

/** Why a person may not verify this account, or null: one person, one account. `verified` is the one that they have verified. */
export function refusalToVerify(verified: string | null, channelId: string): IdentityRefusal | null {
  return verified === null || verified === channelId ? null : 'verified another account'
}

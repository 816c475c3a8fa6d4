import type { IdentityFailure } from '../../infra/oidc.ts'

/** Every word with which a check of an identity ends in nothing; the pages say each in the visitor's language. */
export type IdentityRefusal =
  | IdentityFailure['failed']
  | 'no_provider'
  | 'unexpected_response'
  | 'another_account_verified'

/** Why a person may not verify this account, or null: one person, one account. `verified` is the one that they have verified. */
export function refusalToVerify(verifiedChannelId: string | null, channelId: string): IdentityRefusal | null {
  return verifiedChannelId === null || verifiedChannelId === channelId ? null : 'another_account_verified'
}

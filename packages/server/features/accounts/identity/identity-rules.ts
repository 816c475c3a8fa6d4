import type { IdentityFailure } from '../../../infra/oidc.ts'

/** Why an identity was not verified. */
export type IdentityRefusal =
  | IdentityFailure['failed']
  | 'no_provider'
  | 'unexpected_response'
  | 'another_account_verified'

/** A person can verify only one account; `verifiedChannelId` is the account that this person has verified. */
export function refusalToVerify(verifiedChannelId: string | null, channelId: string): IdentityRefusal | null {
  return verifiedChannelId === null || verifiedChannelId === channelId ? null : 'another_account_verified'
}

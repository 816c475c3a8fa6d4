import type { Reader } from '../../../infra/db/db.ts'
import type { Deps } from '../../../infra/deps.ts'
import { Refusal } from '../../../shared/refusal.ts'
import { hasPassword } from '../password/has-password.ts'
import { hasPasskeys } from '../passkeys/passkey-store.ts'
import { listProviderLinks } from './provider-link-store.ts'

/** Throws where nothing signs in to an account: neither a password nor a passkey, nor a provider that the site still has. */
export async function requireSignIn(
  db: Reader,
  channelId: string,
  { signInProviders }: Pick<Deps, 'signInProviders'>,
): Promise<void> {
  if ((await hasPassword(db, channelId)) || (await hasPasskeys(db, channelId))) return
  const issuers = new Set(signInProviders.map(({ issuer }) => issuer))
  const links = await listProviderLinks(db, channelId)
  if (!links.some(({ issuer }) => issuers.has(issuer))) throw new Refusal('badInput', 'LAST_SIGN_IN')
}

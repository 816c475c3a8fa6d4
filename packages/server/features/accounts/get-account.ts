import type { consoleApi, ContentOf } from '@onair/contract'
import { utcSecond, withDates } from '../../shared/dates.ts'
import type { Visitor } from '../../shared/callers/visitor.ts'
import { canMail } from '../../shared/can-mail.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadOwnedCounts } from './account-store.ts'
import { hasPassword } from './password/has-password.ts'
import { listPasskeys } from './passkeys/passkey-store.ts'
import { passkeySiteOf } from './passkeys/webauthn.ts'
import { listProviderLinks } from './providers/provider-link-store.ts'
import { countRecoveryCodes, loadAuthenticator } from './second-factor/second-factor-store.ts'
import { listWebSessions } from './sign-in/web-session-store.ts'

/** The account of a person, its sessions, and the amount of what its deletion would delete. */
export async function getAccount(
  { channelId, channelName, email, identityVerified, sessionHash }: Visitor,
  {
    addresses,
    clock,
    config,
    db,
    identityProvider,
    policy,
    signInProviders,
  }: Pick<Deps, 'addresses' | 'clock' | 'config' | 'db' | 'identityProvider' | 'policy' | 'signInProviders'>,
): Promise<ContentOf<typeof consoleApi.account.getAccount>> {
  const { createdAt, emailVerified, ...owns } = await loadOwnedCounts(db.read, channelId)
  const sessions = await listWebSessions(db.read, channelId, clock.monotonicNow())
  const authenticator = await loadAuthenticator(db.read, channelId)
  const passkeys = await listPasskeys(db.read, channelId)
  const links = (await listProviderLinks(db.read, channelId)).map(({ issuer, ...link }) => ({
    issuer,
    dates: withDates(link),
  }))
  return {
    channelId,
    channelName,
    email,
    emailVerified,
    canVerifyEmail: canMail({ config, policy }),
    identityVerified,
    canVerifyIdentity: identityProvider !== null,
    createdDate: utcSecond(createdAt),
    sessions: sessions.map((session) => ({
      sessionId: session.id,
      isCurrent: session.token_hash.equals(sessionHash),
      userAgent: session.user_agent,
      network: session.network,
      createdDate: utcSecond(session.created_at),
      lastUsedDate: utcSecond(session.last_used_at),
      getsNotices: session.push_id !== null,
    })),
    authenticator:
      authenticator === null || authenticator.confirmed_at === null
        ? null
        : {
            confirmedDate: utcSecond(authenticator.confirmed_at),
            recoveryCodesLeft: await countRecoveryCodes(db.read, channelId),
          },
    canUsePasskeys: passkeySiteOf(addresses.authUrl) !== null,
    passkeys: passkeys.map(({ id: passkeyId, name, created_at: createdAt, last_used_at: lastUsedAt }) =>
      withDates({ passkeyId, name, createdAt, lastUsedAt }),
    ),
    hasPassword: await hasPassword(db.read, channelId),
    providers: signInProviders.map(({ id: providerId, name, issuer, canConfirm }) => {
      const link = links.find((each) => each.issuer === issuer)
      return { providerId, name, canConfirm, link: link?.dates ?? null }
    }),
    owns,
  }
}

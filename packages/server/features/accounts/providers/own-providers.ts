import type { Deps } from '../../../infra/deps.ts'
import type { SignInProvider } from '../../../infra/oidc.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import type { Visitor } from '../../../shared/callers/visitor.ts'
import { errorReason, Refusal } from '../../../shared/refusal.ts'
import { queueMail, type QueueMailDeps } from '../../mail/queue-mail.ts'
import { lockAccount } from '../account-store.ts'
import type { ProviderPurpose } from '../sign-in/challenge.ts'
import { hasPassword } from '../password/has-password.ts'
import { requireOwnCode, type OwnPasswordDeps } from '../password/own-password.ts'
import { browserOf } from '../passkeys/passkey-options.ts'
import { requireSecondFactor } from '../second-factor/require-second-factor.ts'
import { lockVisitor, markVerified } from '../sign-in/web-session-store.ts'
import { requireSignIn } from './last-sign-in.ts'
import { findProvider, startProviderFlow, type ProviderRefusal } from './provider-flow.ts'
import { deleteProviderLink, insertProviderLink, listProviderLinks, markLinkUsed } from './provider-link-store.ts'

type FlowDeps = Pick<
  Deps,
  'addresses' | 'clock' | 'counters' | 'db' | 'installationKey' | 'log' | 'random' | 'signInProviders'
>
type Own = { visitor: Visitor; providerId: string; ip: string }

/** Returns the URL of the provider's page, where the person signs in to the account that is to be linked. */
export async function startLink({ visitor, providerId, ip }: Own, deps: FlowDeps): Promise<string> {
  const provider = requireProvider(providerId, deps)
  await requireSecondFactor(deps.db.read, visitor)
  const links = await listProviderLinks(deps.db.read, visitor.channelId)
  if (links.some(({ issuer }) => issuer === provider.issuer)) throw new Refusal('badInput', 'PROVIDER_LINKED')
  return startOwnFlow({ provider, purpose: 'LINK', visitor, ip }, deps)
}

/** Links the account to the identity with which the person came back. */
export async function linkProvider(
  { visitor, provider, identityHash }: { visitor: Visitor; provider: SignInProvider; identityHash: Buffer },
  deps: QueueMailDeps & Pick<Deps, 'db'>,
): Promise<ProviderRefusal | null> {
  const { channelId } = visitor
  const { id, issuer, name } = provider
  const now = deps.clock.now()
  return deps.db.transaction(async (tx, publish) => {
    if (!(await lockVisitor(tx, visitor))) return 'unexpected_response'
    await requireSecondFactor(tx, visitor)
    const link = { identity_hash: identityHash, channel_id: channelId, issuer, created_at: now, last_used_at: null }
    if (!(await insertProviderLink(tx, link))) return 'linked_elsewhere'
    const mail = { kind: 'PROVIDER_LINK_CHANGED', at: now, provider: name, isLinked: true, channelId } as const
    await queueMail(tx, publish, mail, deps)
    const detail = { change: 'LINKED', provider: id }
    await recordAudit(tx, now, { action: 'account.provider_link_changed', channelId, detail })
    return null
  })
}

/** Unlinks the account from a provider, unless nothing else signs in to it. */
export async function unlinkProvider(
  visitor: Pick<Visitor, 'channelId' | 'hasSecondFactor'>,
  providerId: string,
  deps: QueueMailDeps & Pick<Deps, 'db' | 'signInProviders'>,
): Promise<void> {
  const { issuer, name } = requireProvider(providerId, deps)
  const { channelId } = visitor
  const now = deps.clock.now()
  await deps.db.transaction(async (tx, publish) => {
    await lockAccount(tx, channelId)
    await requireSecondFactor(tx, visitor)
    if (!(await deleteProviderLink(tx, channelId, issuer))) throw new Refusal('notFound', 'PROVIDER_NOT_LINKED')
    await requireSignIn(tx, channelId, deps)
    const mail = { kind: 'PROVIDER_LINK_CHANGED', at: now, provider: name, isLinked: false, channelId } as const
    await queueMail(tx, publish, mail, deps)
    const detail = { change: 'UNLINKED', provider: providerId }
    await recordAudit(tx, now, { action: 'account.provider_link_changed', channelId, detail })
  })
}

/**
 * Returns the URL of the provider's page, where a person without a password signs in again in place of entering it. With
 * two-step verification, a code is taken before.
 */
export async function startConfirmation(
  { visitor, providerId, code, ip }: Own & { code: string | undefined },
  deps: FlowDeps & OwnPasswordDeps,
): Promise<string> {
  const provider = requireProvider(providerId, deps)
  if (await hasPassword(deps.db.read, visitor.channelId)) throw new Refusal('badInput', 'HAS_PASSWORD')
  if (!provider.canConfirm) throw new Refusal('badInput', 'PROVIDER_CANNOT_CONFIRM')
  const links = await listProviderLinks(deps.db.read, visitor.channelId)
  if (!links.some(({ issuer }) => issuer === provider.issuer)) throw new Refusal('badInput', 'PROVIDER_NOT_LINKED')
  const hasCode = await requireOwnCode({ visitor, code, ip }, deps)
  return startOwnFlow({ provider, purpose: hasCode ? 'CONFIRM_WITH_CODE' : 'CONFIRM', visitor, ip }, deps)
}

/** Allows this session the endpoints that need a recent password, for 10 minutes. */
export async function confirmWithProvider(
  { visitor, identityHash, hasCode }: { visitor: Visitor; identityHash: Buffer; hasCode: boolean },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ProviderRefusal | null> {
  const { channelId, sessionHash } = visitor
  const { now, monotonicNow } = clock.read()
  return db.transaction(async (tx) => {
    if (!(await markLinkUsed(tx, { channelId, identityHash, now }))) return 'unverified'
    await markVerified(tx, sessionHash, { monotonicNow, hasSecondFactor: hasCode })
    await recordAudit(tx, now, { action: 'account.password_verified', channelId, detail: { by: 'PROVIDER' } })
    return null
  })
}

function requireProvider(providerId: string, deps: Pick<Deps, 'signInProviders'>): SignInProvider {
  const provider = findProvider(providerId, deps)
  if (provider === null) throw new Refusal('notFound', 'NO_SUCH_PROVIDER')
  return provider
}

async function startOwnFlow(
  {
    provider,
    purpose,
    visitor,
    ip,
  }: { provider: SignInProvider; purpose: ProviderPurpose; visitor: Visitor; ip: string },
  deps: FlowDeps,
): Promise<string> {
  const started = await startProviderFlow({ provider, purpose, browser: browserOf(visitor), ip }, deps)
  if ('retryAfterSec' in started) {
    const { retryAfterSec: seconds } = started
    throw new Refusal('tooManyRequests', errorReason('TOO_MANY_ACTIONS', { seconds }), { retryAfterSec: seconds })
  }
  if ('refusal' in started) throw new Refusal('unavailable', 'PROVIDER_UNAVAILABLE')
  return started.url
}

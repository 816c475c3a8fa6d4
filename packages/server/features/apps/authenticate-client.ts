import type { ErrorReason } from '@onair/contract'
import { countInNetworks, type NetworkUse } from '../../shared/networks/count-in-networks.ts'
import { utcSecond } from '../../shared/dates.ts'
import { errorReason, Refusal } from '../../shared/refusal.ts'
import { hashSecret, isIssuedCredential } from '../../shared/secrets.ts'
import { resolveWireProfile } from '../../shared/callers/wire-profile.ts'
import type { ClientCaller } from '../../shared/callers/caller.ts'
import { counterKind, type Counted, type Counters } from '../../infra/counters/counters.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadApp, loadSecretByHash, type RegisteredApp, type SecretByHash } from './app-store.ts'

/** Counts wrong secrets of an application from a network. */
const wrongSecrets = counterKind('wrong-secret', 60_000)
const wrongSecretsPerMinute = 100

/**
 * The caller with these credentials, and when they expire on the monotonic clock (null: never). A wrong id and
 * a wrong secret get the same response (gap 14). Repeated failures get 429; a right secret is never refused. Made-up secrets are not
 * looked up.
 */
export async function authenticateClient(
  { clientId, clientSecret, ip }: { clientId: string; clientSecret: string; ip: string },
  { db, clock, counters, config, dataKey }: Pick<Deps, 'db' | 'clock' | 'counters' | 'config' | 'dataKey'>,
): Promise<{ caller: ClientCaller; expiresAt: number | null }> {
  const secret = isIssuedCredential(clientSecret, dataKey)
    ? await loadSecretByHash(db.read, hashSecret(clientSecret))
    : null
  const isValid = secret !== null && (secret.expires_at === null || secret.expires_at > clock.monotonicNow())
  const app = secret?.client_id === clientId ? await loadApp(db.read, clientId) : null
  if (!isValid || app === null) {
    const now = clock.now()
    const use = { kind: wrongSecrets, ip, limit: wrongSecretsPerMinute, parts: [clientId] }
    const counted = await addUnlessUnavailable(counters, use, now)
    if (!counted?.isRefused)
      throw new Refusal('invalidClient', explainWrongSecret(app ?? (await loadApp(db.read, clientId)), app && secret))
    const retryAfterSec = Math.ceil((counted.endsAt - now) / 1000)
    throw new Refusal('tooManyRequests', 'TOO_MANY_WRONG_SECRETS', { retryAfterSec })
  }
  const wireProfile = resolveWireProfile(app.wire_profile, config)
  return { caller: { kind: 'client', clientId, scopes: app.scopes, wireProfile }, expiresAt: secret.expires_at }
}

/** Why credentials are refused, for the records of the application. The response is the same (gap 14). */
function explainWrongSecret(app: RegisteredApp | null, ended: SecretByHash | null): ErrorReason {
  if (app === null) return errorReason('UNKNOWN_CLIENT', {})
  const named = { app: app.name, clientId: app.client_id }
  if (ended?.replaced_at == null) return errorReason('WRONG_SECRET', named)
  return errorReason('SECRET_REPLACED', { ...named, date: utcSecond(ended.replaced_at) })
}

/** Null while the counters are unavailable: the caller gets 401 all the same. */
async function addUnlessUnavailable(counters: Counters, use: NetworkUse, now: number): Promise<Counted | null> {
  try {
    return await countInNetworks(counters, use, now)
  } catch {
    return null
  }
}

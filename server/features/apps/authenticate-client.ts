import { Refusal } from '../../shared/refusal.ts'
import { hashSecret } from '../../shared/secrets.ts'
import { resolveWireProfile } from '../../shared/wire-profile.ts'
import type { ClientCaller } from '../../shared/caller.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadApp, loadSecretByHash } from './app-store.ts'

/** For one application and one IP address. */
const wrongSecretsPerMinute = 20

/**
 * The caller with these credentials, and when they expire on the monotonic clock (null: never). A wrong id and
 * a wrong secret get the same answer (gap 14). Repeated failures get 429.
 */
export async function authenticateClient(
  { clientId, clientSecret, address }: { clientId: string; clientSecret: string; address: string },
  { db, clock, counters, config }: Pick<Deps, 'db' | 'clock' | 'counters' | 'config'>,
): Promise<{ caller: ClientCaller; expiresAt: number | null }> {
  const now = clock.now()
  const guessCounterKey = `wrong-secret/${hashSecret(`${clientId}\n${address}`).toString('base64url')}`
  if ((await counters.read(guessCounterKey, now)) >= wrongSecretsPerMinute)
    throw new Refusal('tooManyRequests', 'TOO_MANY_WRONG_SECRETS', { retryAfterSec: 60 })

  const secret = await loadSecretByHash(db.read, hashSecret(clientSecret), clock.monotonicNow())
  const app = secret?.client_id === clientId ? await loadApp(db.read, clientId) : null
  if (secret === null || app === null) {
    await counters.add(guessCounterKey, 60_000, now)
    throw new Refusal('invalidClient', 'UNKNOWN_CLIENT')
  }
  const wireProfile = resolveWireProfile(app.wire_profile, config)
  return { caller: { kind: 'client', clientId, scopes: app.scopes, wireProfile }, expiresAt: secret.expires_at }
}

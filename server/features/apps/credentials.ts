import { Refusal } from '../../kit/refusal.ts'
import { hashOf } from '../../kit/secrets.ts'
import type { ClientCaller } from '../../kit/handle.ts'
import type { World } from '../../world/world.ts'
import { loadApp, loadSecret } from './app-store.ts'

/** Wrong secrets for one application from one address within a minute, until it is told to wait. */
const wrongSecretsPerMinute = 20

/**
 * The application that these credentials belong to, and when they end, on the clock that never goes back (null: never). A wrong id and a wrong secret are
 * refused alike (gap 14), and many in a row are slowed down.
 */
export async function clientOf(
  { clientId, clientSecret, address }: { clientId: string; clientSecret: string; address: string },
  { db, clock, counters, config }: Pick<World, 'db' | 'clock' | 'counters' | 'config'>,
): Promise<{ caller: ClientCaller; expiresAt: number | null }> {
  const now = clock.now()
  const guesses = `wrong-secret/${hashOf(`${clientId}\n${address}`).toString('base64url')}`
  if ((await counters.read(guesses, now)) >= wrongSecretsPerMinute)
    throw new Refusal('tooManyRequests', 'TOO_MANY_WRONG_SECRETS', { retryAfterSec: 60 })

  const secret = await loadSecret(db.read, hashOf(clientSecret), clock.onward())
  const app = secret?.client_id === clientId ? await loadApp(db.read, clientId) : null
  if (secret === null || app === null) {
    await counters.add(guesses, 60_000, now)
    throw new Refusal('invalidClient', 'UNKNOWN_CLIENT')
  }
  const wireProfile =
    app.wire_profile === 'observed' || app.wire_profile === 'documented' ? app.wire_profile : config.wireProfile
  return { caller: { kind: 'client', clientId, scopes: app.scopes, wireProfile }, expiresAt: secret.expires_at }
}

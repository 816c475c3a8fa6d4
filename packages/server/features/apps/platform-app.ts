import type { Scope } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { insertPlatformApp } from './app-store.ts'

/** Applications of the platform begin with this. They have no secret and no owner, and are not deleted when idle. */
export const platformAppPrefix = 'onair-'

/** Registers an application of the platform, unless it exists. */
export async function ensurePlatformApp(
  app: { id: string; name: string; scopes: readonly Scope[] },
  { addresses, clock, db }: Pick<Deps, 'addresses' | 'clock' | 'db'>,
): Promise<{ clientId: string }> {
  const clientId = `${platformAppPrefix}${app.id}`
  const row = {
    client_id: clientId,
    name: app.name,
    redirect_uri: `${addresses.authUrl}/studio`,
    created_at: clock.now(),
  }
  await db.transaction((tx) => insertPlatformApp(tx, row, app.scopes))
  return { clientId }
}

import { reasonForField, Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadApp, type RegisteredApp } from './app-store.ts'

/** The application, or 404. */
export async function requireApp(clientId: string, { db }: Pick<Deps, 'db'>): Promise<RegisteredApp> {
  const app = await loadApp(db.read, clientId)
  if (app === null) throw new Refusal('notFound', reasonForField('clientId', 'NO_SUCH_APP'))
  return app
}

/** The application, or 404 when this channel does not own it. */
export async function requireOwnApp(
  { channelId, clientId }: { channelId: string; clientId: string },
  { db }: Pick<Deps, 'db'>,
): Promise<RegisteredApp> {
  const app = await loadApp(db.read, clientId)
  if (app === null || app.owner_channel_id !== channelId) throw new Refusal('notFound', 'NOT_YOUR_APP')
  return app
}

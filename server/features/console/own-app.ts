import type { SessionCaller } from '../../shared/handler.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadApp, type RegisteredApp } from '../apps/app-store.ts'

/** An application of the person who is signed in; another's is not found. */
export async function requireOwnApp(
  { caller, pathParams: { clientId } }: { caller: SessionCaller; pathParams: { clientId: string } },
  { db }: Pick<Deps, 'db'>,
): Promise<RegisteredApp> {
  const app = await loadApp(db.read, clientId)
  if (app === null || app.owner_channel_id !== caller.channelId) throw new Refusal('notFound', 'NOT_YOUR_APP')
  return app
}

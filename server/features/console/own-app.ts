import type { SessionCaller } from '../../kit/handle.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../world/world.ts'
import { loadApp, type RegisteredApp } from '../apps/app-store.ts'

/** An application of the person who is signed in; another's is not found. */
export async function ownApp(
  { caller, inPath: { clientId } }: { caller: SessionCaller; inPath: { clientId: string } },
  { db }: Pick<World, 'db'>,
): Promise<RegisteredApp> {
  const app = await loadApp(db.read, clientId)
  if (app === null || app.owner_channel_id !== caller.channelId) throw new Refusal('notFound', 'NO_APP_OF_YOURS')
  return app
}

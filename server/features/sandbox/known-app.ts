import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../world/world.ts'
import { loadApp, type RegisteredApp } from '../apps/app-store.ts'

/** The application, or a 404 that names the field. */
export async function knownApp(clientId: string, { db }: Pick<World, 'db'>): Promise<RegisteredApp> {
  const app = await loadApp(db.read, clientId)
  if (app === null) throw new Refusal('notFound', 'NO_SUCH_APP')
  return app
}

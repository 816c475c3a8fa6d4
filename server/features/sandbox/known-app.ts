import { Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadApp, type RegisteredApp } from '../apps/app-store.ts'

/** The application, or a 404 that names the field. */
export async function requireApp(clientId: string, { db }: Pick<Deps, 'db'>): Promise<RegisteredApp> {
  const app = await loadApp(db.read, clientId)
  if (app === null) throw new Refusal('notFound', 'NO_SUCH_APP')
  return app
}

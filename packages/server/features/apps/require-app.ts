import type { TeamRole } from '@onair/contract'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import type { Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadApp, type RegisteredApp } from './app-store.ts'
import { loadAppRole, lockOwnedApp, type LockedApp } from './owned-app-store.ts'
import { requireTeamRole } from './teams/team-rules.ts'

/** The application, or 404. */
export async function requireApp(clientId: string, { db }: Pick<Deps, 'db'>): Promise<RegisteredApp> {
  const app = await loadApp(db.read, clientId)
  if (app === null) throw new Refusal('notFound', reasonForField('clientId', 'NO_SUCH_APP'))
  return app
}

type Use = { channelId: string; clientId: string; role: TeamRole }

/** Throws 404 for a person who has no role at the application, and 403 where the role is less than the needed one. */
export async function requireAppRole({ role, ...use }: Use, { db }: Pick<Deps, 'db'>): Promise<void> {
  const own = await loadAppRole(db.read, use)
  if (own === null) throw new Refusal('notFound', 'NOT_YOUR_APP')
  requireTeamRole(own, role)
}

/** Locks the application for a person who has the needed role, in the transaction that changes it. */
export async function lockAppFor(tx: Tx, { channelId, clientId, role }: Use): Promise<LockedApp> {
  const app = await lockOwnedApp(tx, channelId, clientId)
  if (app === null) throw new Refusal('notFound', 'NOT_YOUR_APP')
  requireTeamRole(app.role, role)
  return app
}

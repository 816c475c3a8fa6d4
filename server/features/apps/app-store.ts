import type { Scope } from '@onair/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import type { App, AppSecret } from '../../infra/db/tables.ts'

export type RegisteredApp = Selectable<App> & { scopes: Scope[] }

/** An application that is there for the world: one that was deleted is not, though an operator may still restore it. */
export async function loadApp(db: Reader, clientId: string): Promise<RegisteredApp | null> {
  const app = await db
    .selectFrom('app')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return app === undefined ? null : { ...app, scopes: await listAppScopes(db, clientId) }
}

/** The scopes of an application in the order in which they were registered. */
async function listAppScopes(db: Reader, clientId: string): Promise<Scope[]> {
  const rows = await db
    .selectFrom('app_scope')
    .select('scope')
    .where('client_id', '=', clientId)
    .orderBy('position')
    .execute()
  return rows.map(({ scope }) => scope as Scope)
}

/** The application that this secret belongs to now, or null. Found by the secret's hash alone. */
export async function loadSecretByHash(
  db: Reader,
  hash: Buffer,
  monotonicNow: number,
): Promise<Pick<AppSecret, 'client_id' | 'expires_at'> | null> {
  const row = await db
    .selectFrom('app_secret')
    .select(['client_id', 'expires_at'])
    .where('hash', '=', hash)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', monotonicNow)]))
    .executeTakeFirst()
  return row ?? null
}

export async function insertApp(tx: Tx, app: Insertable<App>, scopes: readonly Scope[], secret: AppSecret) {
  await tx.insertInto('app').values(app).execute()
  await tx.insertInto('app_secret').values(secret).execute()
  if (scopes.length === 0) return
  const rows = scopes.map((scope, position) => ({ client_id: app.client_id, scope, position }))
  await tx.insertInto('app_scope').values(rows).execute()
}

/** Leads an application back to another address, if it is led to a path of ours now. */
export async function replaceRedirectUri(tx: Tx, clientId: string, path: string, redirectUri: string) {
  await tx
    .updateTable('app')
    .set({ redirect_uri: redirectUri })
    .where('client_id', '=', clientId)
    .where('redirect_uri', 'like', `%${path}`)
    .execute()
}

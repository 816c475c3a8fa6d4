import type { Scope } from '@onair/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import type { Tables } from '../../infra/db/tables.ts'

export type RegisteredApp = Selectable<Tables['app']> & { scopes: Scope[] }

/** An application that is not deleted, and whose owner has not ended. */
export async function loadApp(db: Reader, clientId: string): Promise<RegisteredApp | null> {
  const app = await db.selectFrom('active_app').selectAll().where('client_id', '=', clientId).executeTakeFirst()
  return app === undefined ? null : { ...app, scopes: await listAppScopes(db, clientId) }
}

/** Lists the scopes of an application in order of registration. */
async function listAppScopes(db: Reader, clientId: string): Promise<Scope[]> {
  const rows = await db
    .selectFrom('app_scope')
    .select('scope')
    .where('client_id', '=', clientId)
    .orderBy('position')
    .execute()
  return rows.map(({ scope }) => scope as Scope)
}

export type SecretByHash = Pick<Tables['app_secret'], 'client_id' | 'expires_at'> & { replaced_at: number | null }

/** The secret, which may have expired, and when the next one of its application was created. */
export async function loadSecretByHash(db: Reader, hash: Buffer): Promise<SecretByHash | null> {
  const { rows } = await sql<SecretByHash>`
    select client_id, expires_at, (
      select min(created_at) from app_secret as newer
      where newer.client_id = secret.client_id and newer.created_at >= secret.created_at and newer.hash <> secret.hash
    ) as replaced_at
    from app_secret as secret where hash = ${hash}`.execute(db)
  return rows[0] ?? null
}

export async function insertApp(
  tx: Tx,
  app: Insertable<Tables['app']>,
  scopes: readonly Scope[],
  secret: Tables['app_secret'],
) {
  await tx.insertInto('app').values(app).execute()
  await tx.insertInto('app_secret').values(secret).execute()
  if (scopes.length === 0) return
  const rows = scopes.map((scope, position) => ({ client_id: app.client_id, scope, position }))
  await tx.insertInto('app_scope').values(rows).execute()
}

/** Inserts an application without a secret and with these scopes, unless it exists. */
export async function insertPlatformApp(tx: Tx, app: Insertable<Tables['app']>, scopes: readonly Scope[]) {
  const inserted = await tx
    .insertInto('app')
    .values(app)
    .onConflict((conflict) => conflict.doNothing())
    .returning('client_id')
    .executeTakeFirst()
  if (inserted === undefined) return
  const rows = scopes.map((scope, position) => ({ client_id: app.client_id, scope, position }))
  await tx.insertInto('app_scope').values(rows).execute()
}

/** Replaces the redirect URI if it ends with `path`. */
export async function replaceRedirectUri(tx: Tx, clientId: string, path: string, redirectUri: string) {
  await tx
    .updateTable('app')
    .set({ redirect_uri: redirectUri })
    .where('client_id', '=', clientId)
    .where('redirect_uri', 'like', `%${path}`)
    .execute()
}

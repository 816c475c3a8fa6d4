import type { Scope } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { allValues, firstOrNull } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** The scopes that a person has granted an application. */
export type Grant = { id: string; clientId: string; channelId: string; scopes: Scope[] }

export function loadTokenCaller(db: Reader, hash: Buffer) {
  return db
    .selectFrom('access_token')
    .innerJoin('user_grant', 'user_grant.id', 'access_token.grant_id')
    .innerJoin('active_app as app', 'app.client_id', 'user_grant.client_id')
    .innerJoin('channel', 'channel.id', 'user_grant.channel_id')
    .where('access_token.hash', '=', hash)
    .where('channel.ended_at', 'is', null)
    .select([
      'user_grant.client_id as clientId',
      'user_grant.channel_id as channelId',
      'channel.name as channelName',
      'user_grant.id as grantId',
      grantScopes.as('scopes'),
      'app.wire_profile as wireProfile',
      'access_token.expires_at as expiresAt',
    ])
    .$call(firstOrNull)
}

export function loadGrant(db: Reader, clientId: string, channelId: string): Promise<Grant | null> {
  return selectGrants(db).where('client_id', '=', clientId).where('channel_id', '=', channelId).$call(firstOrNull)
}

/**
 * Inserts the grant of a person and an application if there is none, and locks it. Every transaction that
 * changes a grant, or uses one of its codes or tokens, locks the grant first, so that these run one after the
 * other. Decision 2.
 */
export async function insertOrLockGrant(
  tx: Tx,
  newGrant: Omit<Grant, 'scopes'> & { createdAt: number },
): Promise<Grant> {
  const { id, clientId, channelId, createdAt } = newGrant
  await tx
    .insertInto('user_grant')
    .values({ id, client_id: clientId, channel_id: channelId, created_at: createdAt })
    .onConflict((conflict) => conflict.columns(['client_id', 'channel_id']).doNothing())
    .execute()
  return lockGrantWhere(tx, sql<boolean>`client_id = ${clientId} and channel_id = ${channelId}`).then(assertFound)
}

/** Locks the grant that a code or token of this application belongs to, unless its account has ended. */
export function lockGrantByCredential(
  tx: Tx,
  kind: CredentialKind,
  hash: Buffer,
  clientId: string,
): Promise<Grant | null> {
  const grantId = sql`(select grant_id from ${sql.table(kind)} where hash = ${hash})`
  const isOfEndedChannel = sql`exists (select from channel where id = user_grant.channel_id and ended_at is not null)`
  return lockGrantWhere(tx, sql<boolean>`client_id = ${clientId} and id = ${grantId} and not ${isOfEndedChannel}`)
}

export function lockGrant(tx: Tx, clientId: string, channelId: string): Promise<Grant | null> {
  return lockGrantWhere(tx, sql<boolean>`client_id = ${clientId} and channel_id = ${channelId}`)
}

/** The applications that a person granted access, in a fixed order for locks. */
export function listGrantedClients(tx: Tx, channelId: string): Promise<string[]> {
  return tx
    .selectFrom('user_grant')
    .select('client_id')
    .where('channel_id', '=', channelId)
    .orderBy('client_id')
    .$call(allValues)
}

export async function putGrantScopes(tx: Tx, grantId: string, scopes: readonly Scope[]) {
  await tx
    .deleteFrom('user_grant_scope')
    .where('grant_id', '=', grantId)
    .where(sql<boolean>`scope <> all(${scopes})`)
    .execute()
  if (scopes.length === 0) return
  const rows = scopes.map((scope, position) => ({ grant_id: grantId, scope, position }))
  await tx
    .insertInto('user_grant_scope')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['grant_id', 'scope']).doUpdateSet((at) => ({ position: at.ref('excluded.position') })),
    )
    .execute()
}

export async function markScopesChanged(tx: Tx, grantId: string, now: number) {
  await tx.updateTable('user_grant').set({ scopes_changed_at: now }).where('id', '=', grantId).execute()
}

/** Deletes a grant with its codes, tokens and event subscriptions. */
export async function deleteGrant(tx: Tx, id: string) {
  await tx.deleteFrom('user_grant').where('id', '=', id).execute()
}

/** The event subscriptions of a grant on open sessions, of these scopes only if given. */
export function listOpenSubscriptions(tx: Tx, grantId: string, scopes?: readonly Scope[]) {
  return tx
    .selectFrom('session_subscription')
    .innerJoin('session', 'session.key', 'session_subscription.session_key')
    .where('grant_id', '=', grantId)
    .where(scopes === undefined ? sql<boolean>`true` : sql<boolean>`scope = any(${scopes})`)
    .where('session.disconnected_at', 'is', null)
    .where('session_ended_at', 'is', null)
    .select(['session_key', 'gateway_id'])
    .execute()
}

export type CredentialKind = 'authorization_code' | 'access_token' | 'refresh_token'

export async function insertCode(tx: Tx, code: Omit<Tables['authorization_code'], 'used_at'>) {
  await tx.insertInto('authorization_code').values(code).execute()
}

/** A code, and whether its application requires the state to match. */
export function loadCode(tx: Tx, hash: Buffer) {
  return tx
    .selectFrom('authorization_code')
    .innerJoin('user_grant', 'user_grant.id', 'authorization_code.grant_id')
    .innerJoin('app', 'app.client_id', 'user_grant.client_id')
    .select(['authorization_code.state', 'expires_at', 'used_at', 'app.strict_state'])
    .select(['authorization_code.redirect_uri', 'app.redirect_uri as registered_redirect_uri'])
    .where('authorization_code.hash', '=', hash)
    .executeTakeFirstOrThrow()
}

/** The application that a code was issued to, and whether it was used; null for an unknown code. */
export async function findCode(db: Reader, hash: Buffer): Promise<{ clientId: string; isUsed: boolean } | null> {
  const row = await db
    .selectFrom('authorization_code')
    .innerJoin('user_grant', 'user_grant.id', 'authorization_code.grant_id')
    .select(['user_grant.client_id', 'authorization_code.used_at'])
    .where('authorization_code.hash', '=', hash)
    .executeTakeFirst()
  return row === undefined ? null : { clientId: row.client_id, isUsed: row.used_at !== null }
}

export function loadRefreshToken(tx: Tx, hash: Buffer) {
  return tx
    .selectFrom('refresh_token')
    .select(['expires_at', 'used_at'])
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
}

export function loadAccessToken(tx: Tx, hash: Buffer) {
  return tx.selectFrom('access_token').select('expires_at').where('hash', '=', hash).executeTakeFirstOrThrow()
}

export async function markCredentialUsed(
  tx: Tx,
  kind: 'authorization_code' | 'refresh_token',
  hash: Buffer,
  now: number,
) {
  await tx.updateTable(kind).set({ used_at: now }).where('hash', '=', hash).execute()
}

export async function insertTokens(tx: Tx, access: Tables['access_token'], refresh: Tables['access_token']) {
  await tx.insertInto('access_token').values(access).execute()
  await tx.insertInto('refresh_token').values(refresh).execute()
}

const grantScopes = sql<Scope[]>`array(
  select scope from user_grant_scope where grant_id = user_grant.id order by position)`

function selectGrants(db: Reader) {
  return db
    .selectFrom('user_grant')
    .select(['id', 'client_id as clientId', 'channel_id as channelId', grantScopes.as('scopes')])
}

async function lockGrantWhere(tx: Tx, where: ReturnType<typeof sql<boolean>>): Promise<Grant | null> {
  const locked = await tx.selectFrom('user_grant').select('id').where(where).forUpdate().executeTakeFirst()
  if (locked === undefined) return null
  return selectGrants(tx).where('id', '=', locked.id).executeTakeFirstOrThrow()
}

function assertFound<T>(row: T | null): T {
  if (row === null) throw new Error('the grant that was just inserted does not exist')
  return row
}

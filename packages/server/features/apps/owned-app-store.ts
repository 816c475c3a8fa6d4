import {
  dropsScope,
  type AppSort,
  type Scope,
  type TeamRole,
  type WebhookStatus,
  type WireProfile,
} from '@onair/contract'
import { sql, type SqlBool } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { allValues, countRows, firstOrNull, firstValue } from '../../infra/db/results.ts'
import { lastUsedAt } from './idle-app-store.ts'
import { observedSince } from '../clock/observed-time-store.ts'

/** The team of an application; null for one of a person. */
export function teamOf({ teamId, teamName }: { teamId: string | null; teamName: string | null }) {
  return teamId === null || teamName === null ? null : { teamId, name: teamName }
}

const connectedSessions = sql<number>`(
  select count(*)::int from session
  where session.client_id = app.client_id and connected_at is not null and disconnected_at is null)`

/** The status of all endpoints: whether one is enabled, and since when one has failed for longest; null without any. */
const webhook = sql<{ status: WebhookStatus; failingSince: number | null } | null>`(
  select json_build_object(
    'status', case when bool_or(status = 'ENABLED') then 'ENABLED' else 'DISABLED' end,
    'failingSince', min(failing_since) filter (where status = 'ENABLED'))
  from webhook_endpoint where webhook_endpoint.client_id = app.client_id having count(*) > 0)`

/** For whom; part of a name or the start of an id; those of the person alone, or of one team. */
type AppFilters = {
  channelId: string
  name: string | undefined
  hasDropsScope: boolean | undefined
  owner: string | undefined
}

/** Each order ends with the id. The first two are those of an index. */
const orders = {
  registered: sql`app.created_at desc`,
  name: sql`lower(app.name)`,
  lastUsed: sql`(select coalesce(max(last_used_at), 0) from app_usage where app_usage.client_id = app.client_id) desc`,
} satisfies Record<AppSort, unknown>

/** A page of the applications, each with the state of its sessions and webhooks. */
export function listOwnedApps(
  db: Reader,
  filters: AppFilters,
  { sort, offset, size, now }: { sort: AppSort; offset: number; size: number; now: number },
) {
  return selectOwnedApps(db, filters.channelId, now)
    .select([connectedSessions.as('connectedSessions'), webhook.as('webhook')])
    .where(matches(filters))
    .orderBy(orders[sort])
    .orderBy('app.client_id')
    .limit(size)
    .offset(offset)
    .execute()
}

export function countOwnedApps(db: Reader, filters: AppFilters): Promise<number> {
  return db
    .selectFrom('app')
    .innerJoin('app_member', 'app_member.client_id', 'app.client_id')
    .where('app_member.channel_id', '=', filters.channelId)
    .where('deleted_at', 'is', null)
    .where(matches(filters))
    .$call(countRows)
}

function matches({ name, hasDropsScope, owner }: AppFilters) {
  return sql<SqlBool>`${name ? sql`(strpos(lower(app.name), lower(${name})) > 0 or starts_with(app.client_id, ${name}))` : sql`true`}
    and ${hasDropsScope === undefined ? sql`true` : sql`${isInDrops} = ${hasDropsScope}`}
    and ${owner === undefined ? sql`true` : owner === 'ME' ? sql`app.team_id is null` : sql`app.team_id::text = ${owner}`}`
}

const isInDrops = sql<boolean>`exists (
  select from app_scope where app_scope.client_id = app.client_id and scope = ${dropsScope})`

/** Null for a person without a role at the application. */
export function loadOwnedApp(db: Reader, channelId: string, clientId: string, now: number) {
  return selectOwnedApps(db, channelId, now).where('app.client_id', '=', clientId).$call(firstOrNull)
}

/** Applications as a person with a role sees them. `idleMs` is the idle time by the rules of the idle sweep. */
function selectOwnedApps(db: Reader, channelId: string, now: number) {
  return db
    .selectFrom('app')
    .innerJoin('app_member', 'app_member.client_id', 'app.client_id')
    .leftJoin('team', 'team.id', 'app.team_id')
    .where('app_member.channel_id', '=', channelId)
    .where('deleted_at', 'is', null)
    .select([
      'app.client_id as clientId',
      'app.name',
      'redirect_uri as redirectUri',
      'disabled_reason as disabledReason',
      'wire_profile as wireProfile',
      'app.created_at as createdAt',
      'organization_id as organizationId',
      'app_member.role',
      'app.team_id as teamId',
      'team.name as teamName',
      observedSince(lastUsedAt, now).as('idleMs'),
      isInDrops.as('hasDropsScope'),
    ])
    .select((app) =>
      app
        .selectFrom('app_usage')
        .whereRef('app_usage.client_id', '=', 'app.client_id')
        .select(({ fn }) => fn.max('last_used_at').as('last'))
        .as('lastUsedAt'),
    )
}

/** Whose an application is: a person's or a team's. */
export type AppOwner = { channelId: string } | { teamId: string }

/** Counts the applications of an owner. Concurrent registrations for that owner wait for this transaction. */
export async function lockOwnedAppCount(tx: Tx, owner: AppOwner): Promise<number> {
  const [column, id] =
    'teamId' in owner ? (['team_id', owner.teamId] as const) : (['owner_channel_id', owner.channelId] as const)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`applications of ${id}`}, 0))`.execute(tx)
  return tx.selectFrom('app').where(column, '=', id).where('deleted_at', 'is', null).$call(countRows)
}

/** The role of a person at an application that is not deleted. */
export function loadAppRole(
  db: Reader,
  { channelId, clientId }: { channelId: string; clientId: string },
): Promise<TeamRole | null> {
  return db
    .selectFrom('app_member')
    .innerJoin('app', 'app.client_id', 'app_member.client_id')
    .where('app_member.client_id', '=', clientId)
    .where('app_member.channel_id', '=', channelId)
    .where('app.deleted_at', 'is', null)
    .select('app_member.role')
    .$call(firstValue)
}

export type LockedApp = NonNullable<Awaited<ReturnType<typeof lockOwnedApp>>>

/** Locks an application and returns what an update depends on, with the role of the person. */
export async function lockOwnedApp(tx: Tx, channelId: string, clientId: string) {
  const app = await tx
    .selectFrom('app')
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .select(['name', 'name_locked_until as nameLockedUntil', 'organization_id as organizationId', 'team_id as teamId'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (app === undefined) return null
  const role = await loadAppRole(tx, { channelId, clientId })
  if (role === null) return null
  const drops = await tx
    .selectFrom('app_scope')
    .where('client_id', '=', clientId)
    .where('scope', '=', dropsScope)
    .select('scope')
    .executeTakeFirst()
  return { ...app, role, hasDropsScope: drops !== undefined }
}

export async function updateAppRow(
  tx: Tx,
  clientId: string,
  values: {
    name?: string
    name_locked_until?: number
    redirect_uri?: string
    wire_profile?: WireProfile
    organization_id?: string
  },
) {
  await tx
    .updateTable('app')
    // `client_id` keeps the list non-empty when no value changes.
    .set({ client_id: clientId, ...values })
    .where('client_id', '=', clientId)
    .execute()
}

export async function markAppDeleted(tx: Tx, clientId: string, now: number): Promise<void> {
  await tx.updateTable('app').set({ deleted_at: now }).where('client_id', '=', clientId).execute()
}

export async function updateAppOwner(tx: Tx, clientId: string, owner: AppOwner): Promise<void> {
  const owners =
    'teamId' in owner
      ? { team_id: owner.teamId, owner_channel_id: null }
      : { team_id: null, owner_channel_id: owner.channelId }
  await tx.updateTable('app').set(owners).where('client_id', '=', clientId).execute()
}

/** Locks an application, and returns the scopes that it requests. */
export async function lockAppScopes(tx: Tx, clientId: string): Promise<string[]> {
  await tx.selectFrom('app').where('client_id', '=', clientId).select('client_id').forNoKeyUpdate().execute()
  return tx
    .selectFrom('app_scope')
    .where('client_id', '=', clientId)
    .select('scope')
    .orderBy('position')
    .$call(allValues)
}

/** Replaces the scopes. A scope that stays keeps its usage counts. */
export async function putAppScopes(
  tx: Tx,
  clientId: string,
  { scopes, now }: { scopes: readonly Scope[]; now: number },
) {
  await tx.updateTable('app').set({ scopes_changed_at: now }).where('client_id', '=', clientId).execute()
  await tx
    .deleteFrom('app_scope')
    .where('client_id', '=', clientId)
    .where(sql<boolean>`scope <> all(${scopes})`)
    .execute()
  if (scopes.length === 0) return
  const rows = scopes.map((scope, position) => ({ client_id: clientId, scope, position }))
  await tx
    .insertInto('app_scope')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'scope']).doUpdateSet({ position: (row) => row.ref('excluded.position') }),
    )
    .execute()
}

export function listSecretDates(db: Reader, clientId: string, monotonicNow: number) {
  return db
    .selectFrom('app_secret')
    .where('client_id', '=', clientId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', monotonicNow)]))
    .select(['created_at as createdAt', 'expires_at as expiresAt'])
    .orderBy('created_at', 'desc')
    .orderBy('hash')
    .execute()
}

/** The scopes of an application, with the number of people who grant each and its calls. */
export function listScopeUsage(db: Reader, clientId: string) {
  return db
    .selectFrom('app_scope')
    .leftJoin('app_usage', (join) =>
      join.onRef('app_usage.client_id', '=', 'app_scope.client_id').onRef('app_usage.scope', '=', 'app_scope.scope'),
    )
    .where('app_scope.client_id', '=', clientId)
    .orderBy('position')
    .select('last_used_at as lastUsedAt')
    .select(sql<Scope>`app_scope.scope`.as('scope'))
    .select(sql<number>`coalesce(calls, 0)::int`.as('calls'))
    .select((app) =>
      app
        .selectFrom('user_grant_scope')
        .innerJoin('user_grant', 'user_grant.id', 'user_grant_scope.grant_id')
        .whereRef('user_grant.client_id', '=', 'app_scope.client_id')
        .whereRef('user_grant_scope.scope', '=', 'app_scope.scope')
        .select(sql<number>`count(*)::int`.as('people'))
        .as('people'),
    )
    .execute()
}

/** Scopes that people granted and the application no longer requests, with the number of people. */
export function listRemovedScopes(db: Reader, clientId: string): Promise<{ scope: string; people: number }[]> {
  return db
    .selectFrom('user_grant_scope')
    .innerJoin('user_grant', 'user_grant.id', 'user_grant_scope.grant_id')
    .where('user_grant.client_id', '=', clientId)
    .where('user_grant_scope.scope', 'not in', (eb) =>
      eb.selectFrom('app_scope').select('scope').where('client_id', '=', clientId),
    )
    .groupBy('user_grant_scope.scope')
    .orderBy('user_grant_scope.scope')
    .select(['user_grant_scope.scope', sql<number>`count(*)::int`.as('people')])
    .execute()
}

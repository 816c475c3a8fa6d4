import type { Scope, TeamRole } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { allValues, firstOrNull, hasChanged, isFound } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

/**
 * Inserts or updates an organization. Keeps the representative if none is given, and the name if `keepName`. Returns what
 * it replaced.
 */
export async function putOrganization(
  tx: Tx,
  organization: Omit<Tables['organization'], 'team_id'>,
  { keepName = false } = {},
) {
  const replaced = await tx
    .selectFrom('organization')
    .where('id', '=', organization.id)
    .select(['name', 'channel_id as channelId'])
    .forUpdate()
    .executeTakeFirst()
  const { name, channel_id, approved_at } = organization
  const updates = { approved_at, ...(!keepName && { name }), ...(channel_id !== null && { channel_id, team_id: null }) }
  await tx
    .insertInto('organization')
    .values(organization)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(updates))
    .execute()
  return replaced ?? null
}

/** The approved organizations by id, with their representatives and how many applications they have. */
export function listOrganizations(db: Reader, { after = '', limit }: { after?: string | undefined; limit: number }) {
  return db
    .selectFrom('organization')
    .leftJoin('channel', 'channel.id', 'organization.channel_id')
    .leftJoin('team', 'team.id', 'organization.team_id')
    .where('organization.id', '>', after)
    .orderBy('organization.id')
    .limit(limit)
    .select(['organization.id', 'organization.name', 'approved_at as approvedAt', 'channel_id as channelId'])
    .select(['channel.name as channelName', 'team.name as teamName'])
    .select((organization) =>
      organization
        .selectFrom('app')
        .whereRef('app.organization_id', '=', 'organization.id')
        .where('app.deleted_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('apps'),
    )
    .execute()
}

/** Returns those who represented it: the person, or the owners of the team. Null when there is no such organization. */
export function deleteOrganization(tx: Tx, id: string): Promise<{ name: string; representatives: string[] } | null> {
  return tx
    .deleteFrom('organization')
    .where('id', '=', id)
    .returning([
      'name',
      sql<string[]>`array(
        select organization.channel_id where organization.channel_id is not null
        union all
        select team_member.channel_id from team_member
        where team_member.team_id = organization.team_id and role = 'OWNER' order by 1)`.as('representatives'),
    ])
    .$call(firstOrNull)
}

/** Removes a scope from the applications of an organization. Returns their client ids. */
export function deleteScopeOfOrganization(
  tx: Tx,
  organizationId: string,
  scope: Scope,
  now: number,
): Promise<string[]> {
  return tx
    .with('removed', (cte) =>
      cte
        .deleteFrom('app_scope')
        .using('app')
        .whereRef('app.client_id', '=', 'app_scope.client_id')
        .where('app.organization_id', '=', organizationId)
        .where('app_scope.scope', '=', scope)
        .returning('app_scope.client_id'),
    )
    .updateTable('app')
    .from('removed')
    .whereRef('app.client_id', '=', 'removed.client_id')
    .set({ scopes_changed_at: now })
    .returning('app.client_id')
    .$call(allValues)
}

/** The team that represents an approved organization, which is null for a person. Null when there is no such organization. */
export function loadOrganization(db: Reader, id: string): Promise<{ teamId: string | null } | null> {
  return db.selectFrom('organization').select('team_id as teamId').where('id', '=', id).$call(firstOrNull)
}

export function accountExists(db: Reader, channelId: string): Promise<boolean> {
  return db.selectFrom('account').select('channel_id').where('channel_id', '=', channelId).$call(isFound)
}

/** True for the representative, for owners and developers of the team that represents it, and for accounts of the organization. */
export async function representsOrganization(db: Reader, channelId: string, organizationId: string): Promise<boolean> {
  const byOrganization = db
    .selectFrom('organization')
    .select('id')
    .where('id', '=', organizationId)
    .where(isOf(channelId, ['OWNER', 'DEVELOPER']))
  if (await byOrganization.$call(isFound)) return true
  return db
    .selectFrom('account')
    .select('channel_id')
    .where('channel_id', '=', channelId)
    .where('organization_id', '=', organizationId)
    .$call(isFound)
}

/** Lists the organizations that a person represents, by name. */
export function listRepresentedOrganizations(
  db: Reader,
  channelId: string,
): Promise<{ organizationId: string; name: string; teamId: string | null }[]> {
  return db
    .selectFrom('organization')
    .where((where) =>
      where.or([
        isOf(channelId, ['OWNER', 'DEVELOPER']),
        where('id', 'in', where.selectFrom('account').select('organization_id').where('channel_id', '=', channelId)),
      ]),
    )
    .select(['id as organizationId', 'name', 'team_id as teamId'])
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** False for a person who neither represents the organization alone nor is an owner of its team. */
export function updateOrganizationOwner(
  tx: Tx,
  { organizationId, channelId, teamId }: { organizationId: string; channelId: string; teamId: string | null },
): Promise<boolean> {
  return tx
    .updateTable('organization')
    .set(teamId === null ? { channel_id: channelId, team_id: null } : { channel_id: null, team_id: teamId })
    .where('id', '=', organizationId)
    .where(isOf(channelId, ['OWNER']))
    .$call(hasChanged)
}

/** Whether an organization is represented by the person alone, or by a team in which the person has one of the roles. */
function isOf(channelId: string, roles: readonly TeamRole[]) {
  return sql<boolean>`(organization.channel_id = ${channelId} or organization.team_id in (
    select team_id from team_member where team_member.channel_id = ${channelId} and role = any(${roles})))`
}

import type { TeamRole } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../../infra/db/db.ts'
import { countRows, firstOrNull, firstValue } from '../../../infra/db/results.ts'
import type { Tables } from '../../../infra/db/tables.ts'

export async function insertTeam(tx: Tx, team: Tables['team']): Promise<void> {
  await tx.insertInto('team').values(team).execute()
}

export async function updateTeamName(tx: Tx, teamId: string, name: string): Promise<void> {
  await tx.updateTable('team').set({ name }).where('id', '=', teamId).execute()
}

export async function deleteTeamRow(tx: Tx, teamId: string): Promise<void> {
  await tx.deleteFrom('team').where('id', '=', teamId).execute()
}

/** Locks a team and its members against concurrent changes. Null where there is no such team. */
export function lockTeam(tx: Tx, teamId: string): Promise<Pick<Tables['team'], 'name'> | null> {
  return tx.selectFrom('team').where('id', '=', teamId).select('name').forUpdate().$call(firstOrNull)
}

/** The members of a team by seniority. `isActive` is false for a suspended person. */
export function listMembers(db: Reader, teamId: string) {
  return db
    .selectFrom('team_member')
    .innerJoin('channel', 'channel.id', 'team_member.channel_id')
    .where('team_id', '=', teamId)
    .orderBy('team_member.created_at')
    .orderBy('team_member.channel_id')
    .select(['team_member.channel_id as channelId', 'channel.name as channelName', 'role'])
    .select(['team_member.created_at as joinedAt', sql<boolean>`ended_at is null`.as('isActive')])
    .execute()
}

export function loadTeamRole(
  db: Reader,
  { teamId, channelId }: { teamId: string; channelId: string },
): Promise<TeamRole | null> {
  return db
    .selectFrom('team_member')
    .where('team_id', '=', teamId)
    .where('channel_id', '=', channelId)
    .select('role')
    .$call(firstValue)
}

/** The teams of a person by name, with the number of members and applications. */
export async function findTeamsOf(db: Reader, channelId: string) {
  const { rows } = await sql<{ teamId: string; name: string; role: TeamRole; members: number; apps: number }>`
    select team.id as "teamId", team.name, own.role,
      (select count(*)::int from team_member where team_id = team.id) as members,
      (select count(*)::int from app where team_id = team.id and deleted_at is null) as apps
    from team_member as own join team on team.id = own.team_id
    where own.channel_id = ${channelId}
    order by lower(team.name), team.id`.execute(db)
  return rows
}

/** Counts the teams of a person. Teams that the person creates or joins concurrently wait for this transaction. */
export async function lockTeamCount(tx: Tx, channelId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`teams of ${channelId}`}, 0))`.execute(tx)
  return tx.selectFrom('team_member').where('channel_id', '=', channelId).$call(countRows)
}

/** The applications and organizations of a team. */
export async function countTeamProperty(tx: Tx, teamId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from app where team_id = ${teamId} and deleted_at is null)::int
      + (select count(*) from organization where team_id = ${teamId})::int as count`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertMember(tx: Tx, member: Tables['team_member']): Promise<void> {
  await tx.insertInto('team_member').values(member).execute()
}

export async function updateMemberRole(tx: Tx, teamId: string, channelId: string, role: TeamRole): Promise<void> {
  await tx
    .updateTable('team_member')
    .set({ role })
    .where('team_id', '=', teamId)
    .where('channel_id', '=', channelId)
    .execute()
}

export async function deleteMember(tx: Tx, teamId: string, channelId: string): Promise<void> {
  await tx.deleteFrom('team_member').where('team_id', '=', teamId).where('channel_id', '=', channelId).execute()
}

/** Locks the teams of an owner, and returns those with other members and no other owner who can sign in. */
export async function lockTeamsLedAlone(tx: Tx, channelId: string): Promise<{ id: string; name: string }[]> {
  await sql`
    select from team where id in (select team_id from team_member where channel_id = ${channelId} and role = 'OWNER')
    order by id for update`.execute(tx)
  const { rows } = await sql<{ id: string; name: string }>`
    select team.id, team.name from team_member as own join team on team.id = own.team_id
    where own.channel_id = ${channelId} and own.role = 'OWNER'
      and exists (select from team_member where team_id = team.id and channel_id <> ${channelId})
      and not exists (
        select from team_member as other join channel on channel.id = other.channel_id
        where other.team_id = team.id and other.channel_id <> ${channelId} and other.role = 'OWNER' and ended_at is null)
    order by team.name, team.id`.execute(tx)
  return rows
}

export async function loadTeamName(db: Reader, teamId: string): Promise<string> {
  const { name } = await db.selectFrom('team').where('id', '=', teamId).select('name').executeTakeFirstOrThrow()
  return name
}

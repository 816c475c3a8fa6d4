import type { SiteRole } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { allValues, firstValue, hasChanged, isFound } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** The roles, by seniority. */
export function findSiteRoles(db: Reader) {
  return db
    .selectFrom('site_role')
    .innerJoin('channel', 'channel.id', 'site_role.channel_id')
    .orderBy('granted_at')
    .orderBy('channel_id')
    .select(['channel_id as channelId', 'channel.name as channelName', 'role', 'granted_at as grantedAt'])
    .execute()
}

/** Locks the roles, so that they change one after the other. */
export async function lockSiteRoles(tx: Tx): Promise<void> {
  await sql`lock table site_role in share row exclusive mode`.execute(tx)
}

export function hasAccount(db: Reader, channelId: string): Promise<boolean> {
  return db.selectFrom('account').where('channel_id', '=', channelId).select('channel_id').$call(isFound)
}

/** The operators whose accounts are not suspended. */
export function listActiveOperators(db: Reader): Promise<string[]> {
  return db
    .selectFrom('site_role')
    .innerJoin('channel', 'channel.id', 'site_role.channel_id')
    .where('role', '=', 'OPERATOR')
    .where('channel.ended_at', 'is', null)
    .select('channel_id')
    .$call(allValues)
}

/** Gives a role, or replaces it. The time of the first role stays. */
export async function putSiteRole(tx: Tx, row: { channel_id: string; role: SiteRole; granted_at: number }) {
  await tx
    .insertInto('site_role')
    .values(row)
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet({ role: row.role }))
    .execute()
}

/** False when the person has no role. */
export function deleteSiteRole(tx: Tx, channelId: string): Promise<boolean> {
  return tx.deleteFrom('site_role').where('channel_id', '=', channelId).$call(hasChanged)
}

/** Inserts a link, and deletes those that have expired. */
export async function insertSiteRoleLink(tx: Tx, link: Tables['site_role_link'], monotonicNow: number): Promise<void> {
  await tx.deleteFrom('site_role_link').where('expires_at', '<=', monotonicNow).execute()
  await tx.insertInto('site_role_link').values(link).execute()
}

/** Whether a link to become an operator can be used. */
export function hasOperatorLink(db: Reader, monotonicNow: number): Promise<boolean> {
  return db
    .selectFrom('site_role_link')
    .where('role', '=', 'OPERATOR')
    .where('expires_at', '>', monotonicNow)
    .select('role')
    .$call(isFound)
}

/** Deletes the links for these roles. */
export async function deleteSiteRoleLinks(tx: Tx, roles: readonly SiteRole[]): Promise<void> {
  await tx.deleteFrom('site_role_link').where('role', 'in', roles).execute()
}

/** Deletes a link that can be used, and returns its role. */
export function takeSiteRoleLink(tx: Tx, hash: Buffer, monotonicNow: number): Promise<SiteRole | null> {
  return tx
    .deleteFrom('site_role_link')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', monotonicNow)
    .returning('role')
    .$call(firstValue)
}

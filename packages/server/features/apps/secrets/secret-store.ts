import { sql } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'
import type { Tables } from '../../../infra/db/tables.ts'

/** The oldest valid secret of each application. */
export function listOldestSecrets(tx: Tx, clientIds: readonly string[], monotonicNow: number) {
  return tx
    .selectFrom('app_secret')
    .distinctOn('client_id')
    .select(['client_id', 'sealed'])
    .where('client_id', '=', sql<string>`any(${clientIds}::text[])`)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', monotonicNow)]))
    .orderBy('client_id')
    .orderBy('expires_at', (order) => order.asc().nullsLast())
    .orderBy('created_at')
    .orderBy('hash')
    .execute()
}

/** Locks the application's valid secrets against concurrent rotations and returns them, oldest first. */
export async function lockSecrets(
  tx: Tx,
  clientId: string,
  monotonicNow: number,
): Promise<Pick<Tables['app_secret'], 'hash'>[]> {
  await tx.selectFrom('app').select('client_id').where('client_id', '=', clientId).forUpdate().execute()
  return tx
    .selectFrom('app_secret')
    .select('hash')
    .where('client_id', '=', clientId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', monotonicNow)]))
    .orderBy('expires_at', (order) => order.asc().nullsLast())
    .orderBy('created_at')
    .orderBy('hash')
    .execute()
}

/** Locks the applications of a person, and those of teams that have no other owner. */
export async function lockAppsOf(tx: Tx, channelId: string): Promise<string[]> {
  const { rows } = await sql<{ clientId: string }>`
    select client_id as "clientId" from app
    where owner_channel_id = ${channelId} or team_id in (
      select team_id from team_member where channel_id = ${channelId} and role = 'OWNER' and not exists (
        select from team_member as other
        where other.team_id = team_member.team_id and other.role = 'OWNER' and other.channel_id <> ${channelId}))
    order by client_id for update`.execute(tx)
  return rows.map(({ clientId }) => clientId)
}

export async function expireSecrets(tx: Tx, clientIds: readonly string[], monotonicNow: number): Promise<void> {
  await sql`
    update app_secret set expires_at = ${monotonicNow}
    where client_id = any(${clientIds}::text[]) and (expires_at is null or expires_at > ${monotonicNow})`.execute(tx)
}

export async function updateSecretExpiry(tx: Tx, hash: Buffer, expiresAt: number) {
  await tx.updateTable('app_secret').set({ expires_at: expiresAt }).where('hash', '=', hash).execute()
}

export async function insertSecret(tx: Tx, secret: Tables['app_secret']) {
  await tx.insertInto('app_secret').values(secret).execute()
}

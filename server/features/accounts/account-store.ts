import { sql, type Insertable } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import type { Account, Channel } from '../../infra/db/tables.ts'

/** Returns false, and writes nothing, when the email address is taken. */
export async function insertPerson(
  tx: Tx,
  channel: Insertable<Channel>,
  account: Insertable<Account>,
): Promise<boolean> {
  await tx.insertInto('channel').values(channel).execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return true
  await tx.deleteFrom('channel').where('id', '=', channel.id).execute()
  return false
}

export async function updatePasswordHash(tx: Tx, channelId: string, passwordHash: string) {
  await tx.updateTable('account').set({ password_hash: passwordHash }).where('channel_id', '=', channelId).execute()
}

export async function loadAccountByEmail(db: Reader, email: string) {
  return (await selectAccounts(db).where('account.email', '=', email).executeTakeFirst()) ?? null
}

/** People whose name contains the text or whose id equals it, newest first. */
export async function searchPeople(db: Reader, text: string, limit: number) {
  return db
    .selectFrom('account')
    .innerJoin('channel', 'channel.id', 'account.channel_id')
    .where(sql<boolean>`strpos(lower(channel.name), lower(${text})) > 0 or channel.id = ${text}`)
    .orderBy('account.created_at', 'desc')
    .orderBy('channel.name')
    .limit(limit)
    .select(['channel.id as channelId', 'channel.name as channelName'])
    .execute()
}

function selectAccounts(db: Reader) {
  return db
    .selectFrom('account')
    .innerJoin('channel', 'channel.id', 'account.channel_id')
    .select(['account.channel_id', 'account.email', 'account.password_hash', 'channel.name as channel_name'])
}

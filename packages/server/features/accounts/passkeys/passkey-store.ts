import { sql } from 'kysely'
import type { Reader, Tx } from '../../../infra/db/db.ts'
import type { Passkey } from '../../../infra/db/tables.ts'

/** The passkeys of a person, the newest first. */
export function listPasskeys(db: Reader, channelId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('channel_id', '=', channelId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function hasPasskeys(db: Reader, channelId: string): Promise<boolean> {
  const row = await db
    .selectFrom('passkey')
    .select('id')
    .where('channel_id', '=', channelId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Inserts a passkey. False when there is one with this credential already. */
export async function insertPasskey(tx: Tx, passkey: Passkey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** A passkey with its account. Null for an unknown credential. */
export async function loadPasskeyOwner(db: Reader, credentialId: Buffer) {
  const row = await db
    .selectFrom('passkey')
    .innerJoin('account', 'account.channel_id', 'passkey.channel_id')
    .innerJoin('channel', 'channel.id', 'passkey.channel_id')
    .selectAll('passkey')
    .select(['account.email', 'account.password_hash', 'channel.ended_at'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row ?? null
}

/** Records a use of a passkey. False when it was removed, or used at the same time with this count. */
export async function markPasskeyUsed(
  tx: Tx,
  id: string,
  { signCount, now }: { signCount: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ sign_count: signCount, last_used_at: now })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('sign_count', '<', signCount), sql<boolean>`sign_count = 0 and ${signCount} = 0`]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False when the person has no such passkey. */
export async function deletePasskey(tx: Tx, channelId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes the passkeys of a person and returns their number. */
export async function deletePasskeysOf(tx: Tx, channelId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('passkey').where('channel_id', '=', channelId).executeTakeFirst()
  return Number(numDeletedRows)
}

import type { Reader, Tx } from '../../infra/db/db.ts'
import type { Tables } from '../../infra/db/tables.ts'

export async function loadSealedKey(db: Reader, channelId: string): Promise<Buffer | null> {
  const row = await db.selectFrom('stream_key').select('sealed').where('channel_id', '=', channelId).executeTakeFirst()
  return row?.sealed ?? null
}

/** The channel of this key, or null. */
export async function loadChannelOfKey(db: Reader, hash: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('stream_key')
    .innerJoin('channel', 'channel.id', 'stream_key.channel_id')
    .select('channel_id')
    .where('hash', '=', hash)
    .where('channel.ended_at', 'is', null)
    .executeTakeFirst()
  return row?.channel_id ?? null
}

/** Inserts the first key; under concurrency the first insert wins. */
export async function insertFirstKey(tx: Tx, key: Tables['stream_key']) {
  await tx
    .insertInto('stream_key')
    .values(key)
    .onConflict((conflict) => conflict.column('channel_id').doNothing())
    .execute()
}

/** Replaces the key. */
export async function replaceKey(tx: Tx, { channel_id, ...key }: Tables['stream_key']) {
  await tx
    .insertInto('stream_key')
    .values({ channel_id, ...key })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(key))
    .execute()
}

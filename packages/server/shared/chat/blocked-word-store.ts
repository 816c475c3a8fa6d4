import type { Reader, Tx } from '../../infra/db/db.ts'

export async function loadBlockedWords(db: Reader, channelId: string): Promise<string[]> {
  const row = await db
    .selectFrom('chat_settings')
    .where('channel_id', '=', channelId)
    .select('blocked_words')
    .executeTakeFirst()
  return row?.blocked_words ?? []
}

export async function putBlockedWords(tx: Tx, channelId: string, words: string[]): Promise<void> {
  await tx
    .insertInto('chat_settings')
    .values({ channel_id: channelId, blocked_words: words })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet({ blocked_words: words }))
    .execute()
}

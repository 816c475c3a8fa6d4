import { sql, type Insertable } from 'kysely'
import { isUuid } from '../../shared/ids.ts'
import type { Reader, Tx } from '../../infra/db/db.ts'
import type { ChatMessage } from '../../infra/db/tables.ts'
import type { Sender } from './sender-store.ts'

/**
 * Records the time of a message in slow mode. False if the interval has not passed since the sender's last one. Of
 * concurrent messages exactly one succeeds: the others wait for its transaction and then see its time.
 */
export async function acquireSlowModeSlot(
  tx: Tx,
  { channelId, memberChannelId, chatSlowModeSec }: Sender,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('slow_mode')
    .values({ channel_id: channelId, sender_channel_id: memberChannelId, last_sent_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['channel_id', 'sender_channel_id'])
        .doUpdateSet({ last_sent_at: now })
        .where('slow_mode.last_sent_at', '<=', now - chatSlowModeSec * 1000),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function insertMessage(tx: Tx, message: Insertable<ChatMessage>) {
  await tx.insertInto('chat_message').values(message).execute()
}

/** Sender and time of a message, hidden or not, or null. */
export async function loadMessage(db: Reader, channelId: string, messageId: string) {
  if (!isUuid(messageId)) return null
  const row = await db
    .selectFrom('chat_message')
    .select(['sender_channel_id as senderChannelId', 'message_time as messageTime'])
    .where('id', '=', messageId)
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  return row ?? null
}

/** The channel with this chat id, or null. */
export async function loadChannelOfChat(db: Reader, chatChannelId: string): Promise<string | null> {
  const row = await db
    .selectFrom('channel')
    .select('id')
    .where('chat_channel_id', '=', chatChannelId)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function deleteExpiredSlowModeSlots(tx: Tx, { sentUntil, limit }: { sentUntil: number; limit: number }) {
  const { numAffectedRows } = await sql`
    delete from slow_mode where ctid in (
      select ctid from slow_mode where last_sent_at <= ${sentUntil} limit ${limit} for update skip locked)`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

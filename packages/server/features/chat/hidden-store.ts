import { limits, type MessagesHidden } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { putClearedUntil } from './settings-store.ts'

// Used by `blindMessage` (open API), `hideMessage` (watch page) and restrictions, which hide all messages of a viewer.

export type HideParams = { channelId: string; senderChannelId: string; moderatorChannelId: string; now: number }

/** Hides the messages of a sender with this time. Returns the id of the first, or null; hiding again is allowed. */
export async function hideMessagesAt(tx: Tx, params: HideParams, messageTime: number): Promise<string | null> {
  await markHidden(tx, params, messageTime)
  const message = await tx
    .selectFrom('chat_message')
    .select('id')
    .where('channel_id', '=', params.channelId)
    .where('message_time', '=', messageTime)
    .where('sender_channel_id', '=', params.senderChannelId)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return message?.id ?? null
}

/** The hidden ones, and those of suspended people, among the last `count` messages of a chat since a time. */
export async function listHiddenMessages(
  db: Reader,
  channelId: string,
  { since, count }: { since: number; count: number },
): Promise<MessagesHidden[]> {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('chat_message')
        .where('channel_id', '=', channelId)
        .where('message_time', '>=', since)
        .orderBy('message_time', 'desc')
        .orderBy('position', 'desc')
        .limit(count)
        .select(['sender_channel_id as senderChannelId', 'message_time as messageTime', 'hidden_at'])
        .as('message'),
    )
    .innerJoin('channel as sender', 'sender.id', 'message.senderChannelId')
    .where((where) => where.or([where('hidden_at', 'is not', null), where('sender.ended_at', 'is not', null)]))
    .select(['senderChannelId', 'messageTime'])
    .distinct()
    .execute()
  return rows
}

/** Hides all messages of a sender in a chat. */
export async function hideAllMessages(tx: Tx, params: HideParams): Promise<void> {
  await markHidden(tx, params)
}

const dayMs = 86_400_000

/**
 * Hides the last messages that the pages of a chat show, and leaves out older ones from then on. Returns the number of
 * hidden ones.
 */
export async function hideLatestMessages(
  tx: Tx,
  { channelId, moderatorChannelId, now }: Omit<HideParams, 'senderChannelId'>,
): Promise<number> {
  const since = now - 7 * dayMs
  const { rows } = await sql<{ count: number; oldest: number | null }>`
    with latest as (
      select id, message_time from chat_message
      where channel_id = ${channelId} and message_time >= ${since} and hidden_at is null
        and (sender_channel_id <> ${channelId} or ${moderatorChannelId === channelId})
      order by message_time desc limit ${limits.clearedMessages}),
    hidden as (
      update chat_message set hidden_at = ${now}, hidden_by = ${moderatorChannelId} from latest
      where chat_message.channel_id = ${channelId} and chat_message.message_time >= ${since}
        and (chat_message.id, chat_message.message_time) = (latest.id, latest.message_time) and hidden_at is null
      returning chat_message.message_time)
    select count(*)::int as count, min(message_time) as oldest from hidden`.execute(tx)
  const { count, oldest } = rows[0] ?? { count: 0, oldest: null }
  if (count === limits.clearedMessages && oldest !== null) await putClearedUntil(tx, channelId, oldest)
  await deleteHiddenNotice(tx, channelId)
  return count
}

async function markHidden(
  tx: Tx,
  { channelId, senderChannelId, moderatorChannelId, now }: HideParams,
  messageTime?: number,
) {
  await tx
    .updateTable('chat_message')
    .set({ hidden_at: now, hidden_by: moderatorChannelId })
    .where('channel_id', '=', channelId)
    .where('sender_channel_id', '=', senderChannelId)
    .where('hidden_at', 'is', null)
    .$if(messageTime !== undefined, (messages) => messages.where('message_time', '=', messageTime ?? 0))
    .execute()
  await deleteHiddenNotice(tx, channelId)
}

/** A hidden message cannot remain the notice. */
async function deleteHiddenNotice(tx: Tx, channelId: string) {
  await tx
    .deleteFrom('chat_notice')
    .where('chat_notice.channel_id', '=', channelId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('chat_message')
          .select('id')
          .whereRef('chat_message.id', '=', 'chat_notice.message_id')
          .where('hidden_at', 'is not', null),
      ),
    )
    .execute()
}

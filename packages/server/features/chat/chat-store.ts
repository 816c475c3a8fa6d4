import { sql } from 'kysely'
import type { RepliedMessage } from '@onair/contract'
import { isUuid } from '../../shared/ids.ts'
import { deleteRows } from '../../infra/db/batches.ts'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { firstOrNull } from '../../infra/db/results.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** `slowModeSec` is 0 for a sender to whom slow mode does not apply. */
type NewMessage = {
  id: string
  channelId: string
  senderChannelId: string
  content: string
  messageTime: number
  slowModeSec: number
  reply: RepliedMessage | null
}

const dayMs = 86_400_000
/** Messages of this time can be replied to: as long as pages show them. Each day is a partition to search. */
const replyDays = 7

/**
 * Inserts messages in one statement, which commits them, and returns the ids of those inserted. In slow mode a message is
 * inserted only if the interval has passed since the sender's last one. Of concurrent messages of a sender exactly one
 * succeeds: the others wait for its statement and then see its time. A call must not contain two of them.
 */
export async function insertMessages(db: Reader, messages: readonly NewMessage[]): Promise<ReadonlySet<string>> {
  const inSlowMode = messages.some(({ slowModeSec }) => slowModeSec > 0)
  const statement = inSlowMode
    ? insertInSlowMode(messages)
    : sql<{ id: string }>`
    insert into chat_message (${columns})
    select * from ${messageRows(messages)} returning id`
  const { rows } = await statement.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The visible messages that messages reply to, by channel and id. */
export async function loadRepliedMessages(
  db: Reader,
  messages: readonly { channelId: string; messageTime: number; replyTo: string | null }[],
): Promise<ReadonlyMap<string, RepliedMessage>> {
  const replies = messages.filter(({ replyTo }) => replyTo !== null && isUuid(replyTo))
  if (replies.length === 0) return new Map()
  const rows = await db
    .selectFrom('chat_message as message')
    .innerJoin('channel as sender', 'sender.id', 'message.sender_channel_id')
    .where('message.id', 'in', [...new Set(replies.map(({ replyTo }) => replyTo ?? ''))])
    .where('message.message_time', '>=', Math.min(...replies.map((reply) => reply.messageTime)) - replyDays * dayMs)
    .where('message.hidden_at', 'is', null)
    .where('sender.ended_at', 'is', null)
    .select([
      'message.channel_id as channelId',
      'message.id as messageId',
      'message.sender_channel_id as senderChannelId',
      'sender.name as senderName',
      'message.message_time as messageTime',
      'message.content',
    ])
    .execute()
  return new Map(rows.map(({ channelId, ...replied }) => [`${channelId} ${replied.messageId}`, replied]))
}

/** Gives a message another time, unless it was given one already. */
export async function moveMessageTime(
  db: Reader,
  { messageId, from, to }: { messageId: string; from: number; to: number },
): Promise<void> {
  await db
    .updateTable('chat_message')
    .set({ message_time: to })
    .where('id', '=', messageId)
    .where('message_time', '=', from)
    .execute()
}

const columns = sql.raw('id, channel_id, sender_channel_id, content, message_time, reply_to, reply_to_time')

function messageRows(messages: readonly NewMessage[]) {
  return sql`unnest(
    ${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ channelId }) => channelId)}::text[],
    ${messages.map(({ senderChannelId }) => senderChannelId)}::text[],
    ${messages.map(({ content }) => content)}::text[], ${messages.map(({ messageTime }) => messageTime)}::bigint[],
    ${messages.map(({ reply }) => reply?.messageId ?? null)}::uuid[],
    ${messages.map(({ reply }) => reply?.messageTime ?? null)}::bigint[])`
}

/** The slots are taken in the order of their keys, so that the statements of two processes cannot deadlock. */
function insertInSlowMode(messages: readonly NewMessage[]) {
  const limited = messages.filter(({ slowModeSec }) => slowModeSec > 0)
  return sql<{ id: string }>`
    with message as (
      select * from ${messageRows(messages)} as message (${columns})
    ), limited as (
      select id, slow_mode_sec from unnest(
        ${limited.map(({ id }) => id)}::uuid[], ${limited.map(({ slowModeSec }) => slowModeSec)}::bigint[])
        as limited (id, slow_mode_sec)
    ), slot as (
      insert into slow_mode (channel_id, sender_channel_id, last_sent_at)
      select channel_id, sender_channel_id, message_time from message join limited using (id)
      order by channel_id, sender_channel_id
      on conflict (channel_id, sender_channel_id) do update set last_sent_at = excluded.last_sent_at
      where slow_mode.last_sent_at <= excluded.last_sent_at - (
        select slow_mode_sec * 1000 from message join limited using (id)
        where message.channel_id = excluded.channel_id and message.sender_channel_id = excluded.sender_channel_id)
      returning channel_id, sender_channel_id
    )
    insert into chat_message (${columns})
    select message.* from message
    where id not in (select id from limited) or (channel_id, sender_channel_id) in (select * from slot)
    returning id`
}

/** Sender and time of a message, hidden or not, or null. */
export function loadMessage(db: Reader, channelId: string, messageId: string) {
  if (!isUuid(messageId)) return null
  return db
    .selectFrom('chat_message')
    .select(['sender_channel_id as senderChannelId', 'message_time as messageTime'])
    .where('id', '=', messageId)
    .where('channel_id', '=', channelId)
    .$call(firstOrNull)
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

export function deleteExpiredSlowModeSlots(tx: Tx, sentUntil: number, limit: number): Promise<number> {
  return deleteRows(tx, 'slow_mode', sql`last_sent_at <= ${sentUntil}`, limit)
}

/** Locks a visible message of a chat, so that it cannot be hidden before the commit. */
export function lockVisibleMessage(tx: Tx, channelId: string, messageId: string) {
  if (!isUuid(messageId)) return null
  return tx
    .selectFrom('chat_message')
    .select('content')
    .where('id', '=', messageId)
    .where('channel_id', '=', channelId)
    .where('hidden_at', 'is', null)
    .forShare()
    .$call(firstOrNull)
}

/** The latest notice of a chat is the current one. */
export async function putNoticeRow(tx: Tx, notice: Tables['chat_notice']) {
  const { message_id, content, created_at } = notice
  await tx
    .insertInto('chat_notice')
    .values(notice)
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet({ message_id, content, created_at }))
    .execute()
}

export function loadNotice(db: Reader, channelId: string) {
  return db
    .selectFrom('chat_notice')
    .select(['content', 'created_at as createdAt'])
    .where('channel_id', '=', channelId)
    .$call(firstOrNull)
}

export async function deleteNoticeRow(tx: Tx, channelId: string) {
  await tx.deleteFrom('chat_notice').where('channel_id', '=', channelId).execute()
}

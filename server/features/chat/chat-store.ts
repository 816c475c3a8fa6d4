import { sql } from 'kysely'
import type { Reader, Tx } from '../../world/db/db.ts'
import type { ChatMessage } from '../../world/db/tables.ts'

/** A chat with someone who would speak in it: the channel, and who they are there. Null when either does not exist. */
export async function loadSpeaker(db: Reader, channelId: string, senderChannelId: string) {
  const row = await db
    .selectFrom('channel')
    .innerJoin('channel as sender', (join) => join.on('sender.id', '=', senderChannelId))
    .leftJoin('channel_manager as manager', (join) =>
      join.onRef('manager.channel_id', '=', 'channel.id').onRef('manager.manager_channel_id', '=', 'sender.id'),
    )
    .leftJoin('channel_subscriber as subscriber', (join) =>
      join
        .onRef('subscriber.channel_id', '=', 'channel.id')
        .onRef('subscriber.subscriber_channel_id', '=', 'sender.id'),
    )
    .where('channel.id', '=', channelId)
    .select([
      'channel.id as channelId',
      'channel.chat_channel_id as chatChannelId',
      'sender.id as senderChannelId',
      'sender.name as nickname',
      'sender.verified_mark as verifiedMark',
      'manager.user_role as managerRole',
      sql<boolean>`subscriber.tier_no is not null`.as('isSubscriber'),
    ])
    .executeTakeFirst()
  return row ?? null
}

export type Speaker = NonNullable<Awaited<ReturnType<typeof loadSpeaker>>>

export async function insertMessage(tx: Tx, message: ChatMessage) {
  await tx.insertInto('chat_message').values(message).execute()
}

import type { Reader } from '../../infra/db/db.ts'
import { isFound } from '../../infra/db/results.ts'
import { selectTarget } from './restriction-store.ts'

/** A person with their role, restrictions, follow and subscription in a channel, or undefined. */
export function loadChatter(db: Reader, channelId: string, targetChannelId: string) {
  return selectTarget(db, channelId, targetChannelId)
    .leftJoin('channel_follower as follower', (join) =>
      join.on('follower.channel_id', '=', channelId).onRef('follower.follower_channel_id', '=', 'target.id'),
    )
    .leftJoin('channel_subscriber as subscriber', (join) =>
      join.on('subscriber.channel_id', '=', channelId).onRef('subscriber.subscriber_channel_id', '=', 'target.id'),
    )
    .leftJoin('channel_picture', 'channel_picture.channel_id', 'target.id')
    .select([
      'target.name',
      'channel_picture.id as pictureId',
      'target.created_at as createdAt',
      'follower.created_at as followedAt',
      'subscriber.month',
      'subscriber.tier_no as tierNo',
    ])
    .executeTakeFirst()
}

/** The sum of a person's donations to a channel, in won. */
export async function sumDonations(db: Reader, channelId: string, donatorChannelId: string): Promise<number> {
  const { amount } = await db
    .selectFrom('donation')
    .select(({ fn }) => fn.sum<string | null>('pay_amount').as('amount'))
    .where('channel_id', '=', channelId)
    .where('donator_channel_id', '=', donatorChannelId)
    .executeTakeFirstOrThrow()
  return Number(amount ?? 0)
}

/** Whether a person has a message in a chat that is not hidden. */
export function hasVisibleMessage(db: Reader, channelId: string, senderChannelId: string): Promise<boolean> {
  return db
    .selectFrom('chat_message')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('sender_channel_id', '=', senderChannelId)
    .where('hidden_at', 'is', null)
    .limit(1)
    .$call(isFound)
}

/** The last messages of a person in a chat, hidden ones included. */
export function listMessagesOf(db: Reader, channelId: string, targetChannelId: string, limit: number) {
  return db
    .selectFrom('chat_message')
    .where('channel_id', '=', channelId)
    .where('sender_channel_id', '=', targetChannelId)
    .orderBy('message_time', 'desc')
    .orderBy('position', 'desc')
    .limit(limit)
    .select(['id', 'content', 'hidden_at', 'message_time'])
    .execute()
}

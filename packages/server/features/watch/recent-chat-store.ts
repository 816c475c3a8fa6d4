import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'
import { badgeIdOfSubscriber } from '../chat/sender-store.ts'

/** The last `count` events between two times; `until` is not included. */
type Period = { since?: number; until?: number; count: number }

/**
 * The latest visible messages of a chat in a period, oldest first, with the senders' current names and roles. Those of
 * suspended people are not visible.
 */
export async function findRecentMessages(
  db: Reader,
  channelId: string,
  { since, until, count }: Period & { since: number },
) {
  const rows = await db
    .selectFrom('chat_message as message')
    .innerJoin('channel', 'channel.id', 'message.channel_id')
    .innerJoin('channel as sender', 'sender.id', 'message.sender_channel_id')
    .leftJoin('channel_manager as manager', (join) =>
      join.onRef('manager.channel_id', '=', 'channel.id').onRef('manager.manager_channel_id', '=', 'sender.id'),
    )
    .leftJoin('channel_subscriber as subscriber', (join) =>
      join
        .onRef('subscriber.channel_id', '=', 'channel.id')
        .onRef('subscriber.subscriber_channel_id', '=', 'sender.id'),
    )
    .leftJoin('chat_message as replied', (join) =>
      join
        .onRef('replied.id', '=', 'message.reply_to')
        .onRef('replied.message_time', '=', 'message.reply_to_time')
        .onRef('replied.channel_id', '=', 'message.channel_id'),
    )
    .leftJoin('channel as author', 'author.id', 'replied.sender_channel_id')
    .where('message.channel_id', '=', channelId)
    .where('message.message_time', '>=', since)
    // One value, so that it bounds the search in the index.
    .where(
      'message.message_time',
      '>',
      sql<number>`coalesce((select cleared_until from chat_settings where channel_id = ${channelId}), 0)`,
    )
    .$if(until !== undefined, (messages) => messages.where('message.message_time', '<', until ?? 0))
    .where('message.hidden_at', 'is', null)
    .where('sender.ended_at', 'is', null)
    .orderBy('message.message_time', 'desc')
    .orderBy('message.position', 'desc')
    .limit(count)
    .select([
      'message.id as messageId',
      'message.content',
      'message.message_time as messageTime',
      'channel.id as channelId',
      'channel.chat_channel_id as chatChannelId',
      'sender.id as memberChannelId',
      'sender.name as nickname',
      'sender.verified_mark as verifiedMark',
      'manager.user_role as managerRole',
      sql<boolean>`subscriber.tier_no is not null`.as('isSubscriber'),
      'replied.id as repliedId',
      'replied.message_time as repliedTime',
      'author.id as authorChannelId',
      'author.name as authorName',
      sql<string | null>`case when replied.hidden_at is null and author.ended_at is null then replied.content end`.as(
        'repliedContent',
      ),
      badgeIdOfSubscriber.as('badgeId'),
    ])
    .execute()
  return rows.toReversed()
}

/** The latest visible donations to a channel, newest first. */
export function findRecentDonations(db: Reader, channelId: string, { since, until, count }: Period) {
  return db
    .selectFrom('donation')
    .leftJoin('channel as donator', 'donator.id', 'donation.donator_channel_id')
    .where('donation.channel_id', '=', channelId)
    .$if(since !== undefined, (events) => events.where('donation.created_at', '>=', since ?? 0))
    .$if(until !== undefined, (events) => events.where('donation.created_at', '<', until ?? 0))
    .where('donation.hidden_at', 'is', null)
    .where('donator.ended_at', 'is', null)
    .orderBy('position', 'desc')
    .limit(count)
    .select(['event', 'donation.created_at as now'])
    .execute()
}

/** The latest subscriptions to a channel that are no gift, newest first. */
export function findRecentSubscriptions(db: Reader, channelId: string, { since, until, count }: Period) {
  return db
    .selectFrom('subscription_event')
    .where('channel_id', '=', channelId)
    .where('gift_id', 'is', null)
    .$if(since !== undefined, (events) => events.where('created_at', '>=', since ?? 0))
    .$if(until !== undefined, (events) => events.where('created_at', '<', until ?? 0))
    .orderBy('position', 'desc')
    .limit(count)
    .select(['event', 'created_at as now'])
    .execute()
}

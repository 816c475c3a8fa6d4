import type { Reader } from '../../infra/db/db.ts'
import { firstOrNull } from '../../infra/db/results.ts'

/** A person's subscription to a channel, and when its last month began; or null. */
export function loadSubscription(db: Reader, channelId: string, viewerChannelId: string) {
  return db
    .selectFrom('channel_subscriber')
    .select(['tier_no as tierNo', 'month'])
    .select((where) =>
      where.fn
        .coalesce(
          where
            .selectFrom('subscription_event as event')
            .whereRef('event.subscriber_channel_id', '=', 'channel_subscriber.subscriber_channel_id')
            .whereRef('event.channel_id', '=', 'channel_subscriber.channel_id')
            .select((event) => event.fn.max('event.created_at').as('at')),
          where.ref('channel_subscriber.created_at'),
        )
        .as('lastMonthAt'),
    )
    .select((where) =>
      where
        .selectFrom('subscription_event as event')
        .leftJoin('subscription_gift as gift', 'gift.id', 'event.gift_id')
        .leftJoin('channel as giver', (join) =>
          join.onRef('giver.id', '=', 'gift.giver_channel_id').on('gift.anonymous', '=', false),
        )
        .whereRef('event.subscriber_channel_id', '=', 'channel_subscriber.subscriber_channel_id')
        .whereRef('event.channel_id', '=', 'channel_subscriber.channel_id')
        .orderBy('event.position', 'desc')
        .limit(1)
        .select('giver.name')
        .as('giverName'),
    )
    .where('channel_id', '=', channelId)
    .where('subscriber_channel_id', '=', viewerChannelId)
    .$call(firstOrNull)
}

/** The option for which a person voted in the poll of a channel, or null. */
export async function loadVote(db: Reader, channelId: string, viewerChannelId: string): Promise<number | null> {
  const row = await db
    .selectFrom('poll')
    .innerJoin('poll_vote', 'poll_vote.poll_id', 'poll.id')
    .where('poll.channel_id', '=', channelId)
    .where('voter_channel_id', '=', viewerChannelId)
    .select('option')
    .executeTakeFirst()
  return row?.option ?? null
}

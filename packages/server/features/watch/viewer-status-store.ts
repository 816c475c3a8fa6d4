import type { Reader } from '../../infra/db/db.ts'

/** A person's subscription to a channel, and when its last month began; or null. */
export async function loadSubscription(db: Reader, channelId: string, viewerChannelId: string) {
  const row = await db
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
    .where('channel_id', '=', channelId)
    .where('subscriber_channel_id', '=', viewerChannelId)
    .executeTakeFirst()
  return row ?? null
}

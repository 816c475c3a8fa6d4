import { limits } from '@onair/contract'
import { sql } from 'kysely'
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

/** The signed-in people who watch the live of a channel now, managers and subscribers first. The counted guests have no channel. */
export function findViewers(db: Reader, channelId: string) {
  return db
    .selectFrom('live')
    .innerJoin('live_viewer as viewer', 'viewer.live_id', 'live.id')
    .innerJoin('channel as person', 'person.id', 'viewer.viewer_id')
    .leftJoin('channel_manager as manager', (join) =>
      join.onRef('manager.channel_id', '=', 'live.channel_id').onRef('manager.manager_channel_id', '=', 'person.id'),
    )
    .leftJoin('channel_subscriber as subscriber', (join) =>
      join
        .onRef('subscriber.channel_id', '=', 'live.channel_id')
        .onRef('subscriber.subscriber_channel_id', '=', 'person.id'),
    )
    .where('live.channel_id', '=', channelId)
    .where('live.closed_at', 'is', null)
    .where(sql<boolean>`viewer.expires_at_db > clock_timestamp()`)
    .where('person.ended_at', 'is', null)
    .orderBy(sql`manager.user_role is null`)
    .orderBy(sql`subscriber.tier_no is null`)
    .orderBy('person.name')
    .orderBy('person.id')
    .limit(limits.listedViewers)
    .select([
      'person.id as viewerChannelId',
      'person.name as channelName',
      'manager.user_role as managerRole',
      sql<boolean>`subscriber.tier_no is not null`.as('isSubscriber'),
      sql<number>`(count(*) over ())::int`.as('totalCount'),
    ])
    .execute()
}

/** Returns the ids of the people whose account is suspended or deleted. */
export async function findEndedPeople(db: Reader, channelIds: readonly string[]): Promise<Set<string>> {
  if (channelIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('channel')
    .select('id')
    .where('ended_at', 'is not', null)
    .where('id', '=', sql<string>`any(${channelIds}::text[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

import { limits } from '@onair/contract'
import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'

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

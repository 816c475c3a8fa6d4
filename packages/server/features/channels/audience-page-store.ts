import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'
import type { PageStart } from './audience-offset-store.ts'

/** Newest first. */
export function findFollowers(db: Reader, channelId: string, { position, skip }: PageStart, size: number) {
  return db
    .selectFrom(
      db
        .selectFrom('channel_follower')
        .select(['follower_channel_id', 'created_at', 'position'])
        .where('channel_id', '=', channelId)
        .where('position', '<=', position)
        .orderBy('position', 'desc')
        .offset(skip)
        .limit(size)
        .as('follower'),
    )
    .innerJoin('channel', 'channel.id', 'follower.follower_channel_id')
    .select(['channel.id as channelId', 'channel.name as channelName', 'follower.created_at as createdAt'])
    .orderBy('follower.position', 'desc')
    .execute()
}

/** Newest first. */
export function listRecentSubscribers(db: Reader, channelId: string, { position, skip }: PageStart, size: number) {
  return db
    .selectFrom(
      selectSubscribers(db, channelId)
        .where('position', '<=', position)
        .orderBy('position', 'desc')
        .offset(skip)
        .limit(size)
        .as('subscriber'),
    )
    .innerJoin('channel', 'channel.id', 'subscriber.subscriber_channel_id')
    .select(['channel.id as channelId', 'channel.name as channelName', 'subscriber.month'])
    .select(['subscriber.tier_no as tierNo', 'subscriber.created_at as createdAt'])
    .orderBy('subscriber.position', 'desc')
    .execute()
}

/** Subscribers from this month count on: most months first, then the older subscription first. */
export function listLongestSubscribers(
  db: Reader,
  channelId: string,
  { month, position, skip }: PageStart & { month: number },
  size: number,
) {
  const older = sql<number>`(-position)`
  return db
    .selectFrom(
      selectSubscribers(db, channelId)
        .where(sql<boolean>`(month, ${older}) <= (${month}, ${-position})`)
        .orderBy('month', 'desc')
        .orderBy(older, 'desc')
        .offset(skip)
        .limit(size)
        .as('subscriber'),
    )
    .innerJoin('channel', 'channel.id', 'subscriber.subscriber_channel_id')
    .select(['channel.id as channelId', 'channel.name as channelName', 'subscriber.month'])
    .select(['subscriber.tier_no as tierNo', 'subscriber.created_at as createdAt'])
    .orderBy('subscriber.month', 'desc')
    .orderBy('subscriber.position')
    .execute()
}

function selectSubscribers(db: Reader, channelId: string) {
  return db
    .selectFrom('channel_subscriber')
    .select(['subscriber_channel_id', 'month', 'tier_no', 'created_at', 'position'])
    .where('channel_id', '=', channelId)
}

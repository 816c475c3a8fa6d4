import { sql } from 'kysely'
import type { Reader, Tx } from '../../infra/db/db.ts'
import { isFound } from '../../infra/db/results.ts'
import { hasTextOrId } from '../../shared/name-search-store.ts'

export async function channelExists(db: Reader, channelId: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('channel')
      .select('id')
      .where('id', '=', channelId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()) !== undefined
  )
}

/** Locks a channel's audience and roles. False when there is no such channel. */
export function lockChannel(tx: Tx, channelId: string): Promise<boolean> {
  return tx
    .selectFrom('channel')
    .select('id')
    .where('id', '=', channelId)
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .$call(isFound)
}

/** The existing channels with these ids, in no order. */
export function findChannels(db: Reader, channelIds: string[]) {
  return db
    .selectFrom('channel')
    .leftJoin('follower_count', 'follower_count.channel_id', 'channel.id')
    .leftJoin('channel_picture', 'channel_picture.channel_id', 'channel.id')
    .where('channel.id', '=', sql<string>`any(${channelIds}::text[])`)
    .where('channel.ended_at', 'is', null)
    .select([
      'channel.id',
      'channel.name',
      'channel_picture.id as pictureId',
      'channel.verified_mark',
      sql<number>`coalesce(follower_count.followers, 0)`.as('follower_count'),
    ])
    .execute()
}

/** Oldest first. */
export function findChannelsByNameOrId(db: Reader, nameOrId: string, limit: number) {
  return db
    .selectFrom('channel')
    .leftJoin('channel_picture', 'channel_picture.channel_id', 'channel.id')
    .where((where) => where.or([where('name', '=', nameOrId), where('channel.id', '=', nameOrId)]))
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .orderBy('channel.id')
    .limit(limit)
    .select(['channel.id', 'name', 'channel_picture.id as pictureId', 'verified_mark'])
    .execute()
}

/** The ids of existing channels whose name has the text, or whose id equals it, in no order. */
export async function findChannelsWithText(db: Reader, text: string, limit: number): Promise<string[]> {
  const channels = db.selectFrom('channel').where(hasTextOrId(text)).where('ended_at', 'is', null)
  return (await channels.select('id').limit(limit).execute()).map(({ id }) => id)
}

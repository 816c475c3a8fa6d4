import { sql, type RawBuilder } from 'kysely'
import { isPrivate, type Audience } from '@onair/contract'
import type { Reader } from '../../infra/db/db.ts'
import type { WatchFacts } from './may-watch.ts'

/** The id that stands for all guests. */
const guestId = ''

/** The facts that decide whether these viewers may watch a channel, in their order; null is a guest. None if there is no such channel. */
export async function loadWatchFacts(
  db: Reader,
  channelId: string,
  viewerChannelIds: readonly (string | null)[],
): Promise<WatchFacts[]> {
  const ids = [...new Set(viewerChannelIds.map((id) => id ?? guestId))]
  const { rows } = await sql<WatchFacts & { viewerId: string }>`
    select viewer.id as "viewerId",
      coalesce(live_setting.audience, 'EVERYBODY') as audience, coalesce(live_setting.adult, false) as adult,
      live_setting.watch_password_hash as "passwordHash",
      viewer.id = ${guestId} as "isGuest",
      viewer.id = channel.id or exists (
        select from channel_manager where channel_id = channel.id and manager_channel_id = viewer.id) as "isOfChannel",
      exists (select from channel_follower where channel_id = channel.id and follower_channel_id = viewer.id) as "isFollower",
      exists (select from channel_subscriber where channel_id = channel.id and subscriber_channel_id = viewer.id) as "isSubscriber",
      exists (select from listed_watcher where channel_id = channel.id and watcher_channel_id = viewer.id) as "isListed"
    from channel
    left join live_setting on live_setting.channel_id = channel.id
    cross join unnest(${ids}::text[]) as viewer (id)
    where channel.id = ${channelId} and channel.ended_at is null`.execute(db)
  const facts = new Map(rows.map(({ viewerId, ...row }) => [viewerId, row]))
  return viewerChannelIds.flatMap((id) => facts.get(id ?? guestId) ?? [])
}

/** The rule of a channel that is private, or `EVERYBODY`. */
export const privateAudienceOf = (channelId: RawBuilder<unknown>) => sql<Audience>`coalesce((
    select audience from live_setting where channel_id = ${channelId} and audience not in ('EVERYBODY', 'UNLISTED')
  ), 'EVERYBODY')`

/** Whether everyone may see the video of a live, whose settings are joined if it has any: no one is asked for the age or more. */
export const isPublicLive = sql<boolean>`(
  not coalesce(live_setting.adult, false) and coalesce(live_setting.audience, 'EVERYBODY') in ('EVERYBODY', 'UNLISTED'))`

/** Whether everyone may see a recording or a clip: neither its live nor its channel now is private, and it is not for adults. */
export function isPublicStored(stored: 'recording' | 'clip'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${stored}.${name}`)
  return sql<boolean>`(not ${column('is_limited')} and ${column('audience')} = 'EVERYBODY'
    and ${privateAudienceOf(column('channel_id'))} = 'EVERYBODY')`
}

/**
 * The columns that limit who may see a recording or a clip: as before, as its process knows, and as its channel is now, which
 * its process may not have read yet.
 */
export function limitsOfStored(
  stored: 'recording' | 'clip',
  { wasLimited, audience }: { wasLimited: boolean; audience: Audience },
) {
  const channelId = sql.ref(`${stored}.channel_id`)
  const isAdult = sql`exists (select from live_setting where live_setting.channel_id = ${channelId} and adult)`
  const known = isPrivate(audience) ? sql`${audience}` : sql.ref(`${stored}.audience`)
  return {
    is_limited: sql<boolean>`${sql.ref(`${stored}.is_limited`)} or ${wasLimited} or ${isAdult}`,
    audience: sql<Audience>`coalesce(nullif(${privateAudienceOf(channelId)}, 'EVERYBODY'), ${known})`,
  }
}

import type { CategoryType } from '@onair/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'
import { partSize } from './live-order-store.ts'

export type OrderedLive = {
  position: number
  viewers: number
  liveId: number
  openedAt: number
  chosenTitle: string | null
  adult: boolean | null
  tags: string[] | null
  /** Null if the channel chose no picture. */
  thumbnailId: string | null
  categoryType: CategoryType | null
  categoryId: string | null
  categoryValue: string | null
  categoryEnglishName: string | null
  channelId: string
  channelName: string
  channelImageUrl: string | null
}
export type OrderPage = { liveCount: number; expiresSoon: boolean; lives: OrderedLive[] }

/** The broadcasts of the parts of an order, with their positions. `part` is a row of live_order_part. */
const broadcastColumns = sql`
  part.part_no * ${sql.lit(partSize)} + entry.at - 1 as position, entry.viewers,
  live.id as "liveId", live.opened_at as "openedAt",
  live_setting.default_live_title as "chosenTitle", live_setting.adult, live_setting.tags,
  live_thumbnail.id as "thumbnailId",
  category.type as "categoryType", category.id as "categoryId", category.name_ko as "categoryValue",
  category.name_en as "categoryEnglishName",
  channel.id as "channelId", channel.name as "channelName", channel.image_url as "channelImageUrl"`
const broadcastTables = sql`
  live_order_part as part
  cross join lateral unnest(part.live_ids, part.viewers) with ordinality as entry (live_id, viewers, at)
  join live on live.id = entry.live_id and live.closed_at is null
  join channel on channel.id = live.channel_id
  left join live_setting on live_setting.channel_id = live.channel_id
  left join live_thumbnail on live_thumbnail.channel_id = live.channel_id
  left join category on category.id = live_setting.category_id`

/** The broadcasts at these positions of an order that are still live, with current data. Null if the order has expired. */
export async function loadOrderPage(
  db: Reader,
  { digest, from, count }: { digest: string; from: number; count: number },
): Promise<OrderPage | null> {
  const to = from + count - 1
  const { rows } = await sql<OrderedLive & { liveCount: number; expiresSoon: boolean }>`
    select live_order.live_count as "liveCount",
      expires_at_db < clock_timestamp() + interval '4 minutes'
        and taken_at_db > clock_timestamp() - interval '1 hour' as "expiresSoon",
      shown.*
    from live_order
    left join lateral (
      select ${broadcastColumns}
      from ${broadcastTables}
      where part.digest = live_order.digest
        and part.part_no between ${Math.floor(from / partSize)} and ${Math.floor(to / partSize)}
        and part.part_no * ${sql.lit(partSize)} + entry.at - 1 between ${from} and ${to}
    ) as shown on true
    where live_order.digest = ${digest} and expires_at_db > clock_timestamp()
    order by shown.position`.execute(db)
  const [first] = rows
  if (first === undefined) return null
  const { liveCount, expiresSoon } = first
  // An order without a live broadcast at these positions gives one row of nulls.
  return { liveCount, expiresSoon, lives: rows.filter(({ position }) => position !== null) }
}

/** The first broadcasts of an order. */
export async function findFirstLives(db: Reader, digest: string, limit: number): Promise<OrderedLive[]> {
  const { rows } = await sql<OrderedLive>`
    select ${broadcastColumns} from ${broadcastTables}
    where part.digest = ${digest} and part.part_no < ${Math.ceil(limit / partSize)}
    order by position limit ${limit}`.execute(db)
  return rows
}

/** The first broadcasts of an order whose channels a viewer follows. */
export async function findFollowedLives(
  db: Reader,
  { digest, followerChannelId }: { digest: string; followerChannelId: string },
  limit: number,
): Promise<OrderedLive[]> {
  // The planner does not know how few entries of the order remain, so the broadcasts are found first.
  const { rows } = await sql<OrderedLive>`
    with followed as materialized (
      select array(
        select live.id from channel_follower
        join live on live.channel_id = channel_follower.channel_id and live.closed_at is null
        where follower_channel_id = ${followerChannelId}) as live_ids
    )
    select ${broadcastColumns} from ${broadcastTables}
    where part.digest = ${digest} and part.live_ids && (select live_ids from followed)
      and entry.live_id = any(array(select unnest(live_ids) from followed))
    order by position limit ${limit}`.execute(db)
  return rows
}

type OfflineChannel = {
  channelId: string
  channelName: string
  channelImageUrl: string | null
  followerCount: number
}

const followersOf = (channelId: RawBuilder<unknown>) =>
  sql`coalesce((select followers from follower_count where channel_id = ${channelId}), 0)`

/** The channels that a viewer follows and that are not live, latest follow first. */
export async function findFollowedOffline(db: Reader, followerChannelId: string, limit: number) {
  const { rows } = await sql<OfflineChannel>`
    select channel.id as "channelId", channel.name as "channelName", channel.image_url as "channelImageUrl",
      ${followersOf(sql`channel.id`)} as "followerCount"
    from channel_follower join channel on channel.id = channel_follower.channel_id
    where follower_channel_id = ${followerChannelId}
      and not exists (select from live where live.channel_id = channel.id and live.closed_at is null)
    order by channel_follower.created_at desc, channel.id limit ${limit}`.execute(db)
  return rows
}

/** A common letter is a part of very many names. */
const maxMatches = 1_000

/** The channels that are not live and whose name contains a text, shortest name first; of many matches, among the first 1,000 read. */
export async function findOfflineByName(db: Reader, text: string, limit: number) {
  const { rows } = await sql<OfflineChannel>`
    select id as "channelId", name as "channelName", image_url as "channelImageUrl",
      ${followersOf(sql`match.id`)} as "followerCount"
    from (
      select id, name, image_url from channel
      where name_parts(name) @> name_parts(${text}) and strpos(lower(name), lower(${text})) > 0 and ended_at is null
        and not exists (select from live where live.channel_id = channel.id and live.closed_at is null)
      limit ${maxMatches}
    ) as match order by length(name), id limit ${limit}`.execute(db)
  return rows
}

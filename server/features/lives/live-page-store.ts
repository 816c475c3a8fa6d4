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
  category.type as "categoryType", category.id as "categoryId", category.name_ko as "categoryValue",
  category.name_en as "categoryEnglishName",
  channel.id as "channelId", channel.name as "channelName", channel.image_url as "channelImageUrl"`
const broadcastTables = sql`
  live_order_part as part
  cross join lateral unnest(part.live_ids, part.viewers) with ordinality as entry (live_id, viewers, at)
  join live on live.id = entry.live_id and live.closed_at is null
  join channel on channel.id = live.channel_id
  left join live_setting on live_setting.channel_id = live.channel_id
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

/** Without a filter, all broadcasts. */
export type LiveFilter = {
  /** In the title, the name of the channel or of the category, or a tag; in any case of letters. */
  text?: string
  categoryId?: string
  followerChannelId?: string
}

/** The first broadcasts of an order that fit a filter. `limit`: at most the size of a part. */
export async function findOrderedLives(
  db: Reader,
  { digest, text, categoryId, followerChannelId }: LiveFilter & { digest: string },
  limit: number,
): Promise<OrderedLive[]> {
  const contains = (column: RawBuilder<unknown>) => sql`strpos(lower(${column}), lower(${text}::text)) > 0`
  const conditions = [
    sql`part.digest = ${digest}`,
    text !== undefined &&
      sql`(${contains(sql`channel.name`)} or ${contains(sql`live_setting.default_live_title`)}
        or ${contains(sql`category.name_ko`)} or ${contains(sql`category.name_en`)}
        or ${contains(sql`array_to_string(live_setting.tags, ' ')`)})`,
    categoryId !== undefined && sql`category.id = ${categoryId}`,
    followerChannelId !== undefined &&
      sql`live.channel_id in (select channel_id from channel_follower where follower_channel_id = ${followerChannelId})`,
    text === undefined && categoryId === undefined && followerChannelId === undefined && sql`part.part_no = 0`,
  ].filter((condition) => condition !== false)
  const { rows } = await sql<OrderedLive>`
    select ${broadcastColumns} from ${broadcastTables}
    where ${sql.join(conditions, sql` and `)}
    order by position limit ${limit}`.execute(db)
  return rows
}

export type LiveCategory = { categoryId: string; categoryValue: string; categoryEnglishName: string; lives: number }

/** The categories of the broadcasts of an order, most broadcasts first. */
export async function countLiveCategories(db: Reader, digest: string, limit: number): Promise<LiveCategory[]> {
  const { rows } = await sql<LiveCategory>`
    select category.id as "categoryId", category.name_ko as "categoryValue", category.name_en as "categoryEnglishName",
      count(*)::int as lives
    from ${broadcastTables}
    where part.digest = ${digest} and category.id is not null
    group by category.id order by lives desc, category.id limit ${limit}`.execute(db)
  return rows
}

import type { CategoryType, LiveSort, LiveSource } from '@onair/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'
import type { OwnVideo } from './own-video-url.ts'
import type { Pictured } from './thumbnail.ts'

export type ListedLive = OwnVideo &
  Pictured & {
    viewers: number
    openedAt: number
    chosenTitle: string | null
    tags: string[] | null
    categoryType: CategoryType | null
    categoryId: string | null
    categoryValue: string | null
    categoryEnglishName: string | null
    channelName: string
    channelPictureId: string | null
  }

/** The place of a live in the list. It stays valid when the live ends. */
export type LiveCursor = Pick<ListedLive, 'viewers' | 'liveId'>

/** Whether public lists have the lives of a channel. */
const isPublic = (channelId: RawBuilder<unknown>) =>
  sql`not exists (select from live_setting where channel_id = ${channelId} and audience <> 'EVERYBODY')`

/** Whether a person who follows a channel sees its lives in lists of their own: not those that need an address or a password. */
const isShownTo = (personId: string, channelId: RawBuilder<unknown>) => sql`case
    coalesce((select audience from live_setting where channel_id = ${channelId}), 'EVERYBODY')
    when 'EVERYBODY' then true
    when 'FOLLOWERS' then true
    when 'SUBSCRIBERS' then exists (
      select from channel_subscriber where channel_id = ${channelId} and subscriber_channel_id = ${personId})
    when 'LISTED' then exists (
      select from listed_watcher where channel_id = ${channelId} and watcher_channel_id = ${personId})
    else false end`

/** `listed` is a live with its viewers. */
const columns = sql`
  listed.viewers, listed.id as "liveId", listed.opened_at as "openedAt",
  live_setting.default_live_title as "chosenTitle", live_setting.adult, live_setting.audience, live_setting.tags,
  live_thumbnail.id as "thumbnailId",
  fresh_live_picture.id as "pictureId", fresh_live_picture.version as "pictureVersion",
  live_video.media_url as "mediaUrl", live_video.playback_id as "playbackId", live_video.state as "videoState",
  category.type as "categoryType", category.id as "categoryId", category.name_ko as "categoryValue",
  category.name_en as "categoryEnglishName",
  channel.id as "channelId", channel.name as "channelName", channel_picture.id as "channelPictureId"`
const tables = sql`
  listed
  join channel on channel.id = listed.channel_id
  left join live_setting on live_setting.channel_id = listed.channel_id
  left join live_thumbnail on live_thumbnail.channel_id = listed.channel_id
  left join channel_picture on channel_picture.channel_id = listed.channel_id
  left join fresh_live_picture on fresh_live_picture.live_id = listed.id
  left join live_video on live_video.live_id = listed.id
  left join category on category.id = live_setting.category_id`
/** The lives and, from one statement about all viewers, how many each has. */
const livesWithViewers = sql`live left join (
    select live_id, count(*) as viewers from live_viewer where expires_at_db > clock_timestamp() group by live_id
  ) as watching on watching.live_id = live.id`
const viewers = sql`(live.simulated_viewers + coalesce(watching.viewers, 0))::int`
/** Most viewers first, then the oldest. */
const order = sql`order by listed.viewers desc, listed.id`

const withListed = (isAfter: RawBuilder<unknown>, limit: number) => sql`
  with counted as (
    select live.id, live.channel_id, live.opened_at, ${viewers} as viewers
    from ${livesWithViewers}
    where live.closed_at is null and ${isPublic(sql`live.channel_id`)}
  ),
  listed as (select * from counted where ${isAfter} order by viewers desc, id limit ${limit})`

/** The first lives after a place of the list, or from its start. */
export async function findLives(db: Reader, after: LiveCursor | null, limit: number): Promise<ListedLive[]> {
  const isAfter =
    after === null ? sql`true` : sql`(-viewers, id) > (${-after.viewers}::bigint, ${after.liveId}::bigint)`
  const { rows } = await sql<ListedLive>`
    ${withListed(isAfter, limit)} select ${columns} from ${tables} ${order}`.execute(db)
  return rows
}

export type SearchedLive = ListedLive & { pollQuestion: string | null }

/** The first lives of the list, with the question of the poll that is open. */
export async function findSearchedLives(db: Reader, now: number, limit: number): Promise<SearchedLive[]> {
  const { rows } = await sql<SearchedLive>`
    ${withListed(sql`true`, limit)}
    select ${columns}, poll.question as "pollQuestion" from ${tables}
    left join poll on poll.channel_id = listed.channel_id and poll.ends_at > ${now} ${order}`.execute(db)
  return rows
}

export type SiteLive = ListedLive & { videoSource: Exclude<LiveSource, 'MEDIA_SERVER'> | null; adultBySite: boolean }

/** Lives that are on, private ones too, in whose texts a search is, or whose channel it names. */
const isOpenWith = (search: string | undefined) =>
  sql`live.closed_at is null and ${
    search === undefined
      ? sql`true`
      : sql`(live.channel_id = ${search} or exists (
        select from channel left join live_setting on live_setting.channel_id = channel.id
        left join category on category.id = live_setting.category_id
        where channel.id = live.channel_id and strpos(lower(concat_ws(chr(10), channel.name, default_live_title,
          category.name_ko, category.name_en, array_to_string(tags, chr(10)))), lower(${search})) > 0))`
  }`

/** Lives for the people who run the site. */
export async function findSiteLives(
  db: Reader,
  { search, sort, offset, limit }: { search: string | undefined; sort: LiveSort; offset: number; limit: number },
): Promise<SiteLive[]> {
  const ordered = sort === 'VIEWERS' ? order : sql`order by listed.id desc`
  const { rows } = await sql<SiteLive>`
    with counted as (
      select live.*, ${viewers} as viewers
      from ${livesWithViewers}
      where ${isOpenWith(search)}
    ),
    listed as (select * from counted listed ${ordered} limit ${limit} offset ${offset})
    select ${columns}, upper(live_video.source) as "videoSource", listed.adult_by_site as "adultBySite"
    from ${tables} ${ordered}`.execute(db)
  return rows
}

export async function countSiteLives(db: Reader, search: string | undefined): Promise<number> {
  const { rows } = await sql<{ lives: number }>`
    select count(*)::int as lives from live where ${isOpenWith(search)}`.execute(db)
  return rows[0]?.lives ?? 0
}

/** The first lives of the list whose channels a viewer follows. */
export async function findFollowedLives(db: Reader, followerChannelId: string, limit: number): Promise<ListedLive[]> {
  const { rows } = await sql<ListedLive>`
    with listed as (
      select live.id, live.channel_id, live.opened_at, (live.simulated_viewers + (
        select count(*) from live_viewer where live_id = live.id and expires_at_db > clock_timestamp()))::int as viewers
      from channel_follower
      join live on live.channel_id = channel_follower.channel_id and live.closed_at is null
      where follower_channel_id = ${followerChannelId} and ${isShownTo(followerChannelId, sql`live.channel_id`)}
    )
    select ${columns} from ${tables} ${order} limit ${limit}`.execute(db)
  return rows
}

type OfflineChannel = {
  channelId: string
  channelName: string
  pictureId: string | null
  followerCount: number
}

const followersOf = (channelId: RawBuilder<unknown>) =>
  sql`coalesce((select followers from follower_count where channel_id = ${channelId}), 0)`

const pictureOf = (channelId: RawBuilder<unknown>) =>
  sql`(select id from channel_picture where channel_id = ${channelId})`

/** The channels that a viewer follows and that are not live as far as the viewer sees, latest follow first. */
export async function findFollowedOffline(db: Reader, followerChannelId: string, limit: number) {
  const { rows } = await sql<OfflineChannel>`
    select channel.id as "channelId", channel.name as "channelName", ${pictureOf(sql`channel.id`)} as "pictureId",
      ${followersOf(sql`channel.id`)} as "followerCount"
    from channel_follower join channel on channel.id = channel_follower.channel_id
    where follower_channel_id = ${followerChannelId}
      and not exists (select from live where live.channel_id = channel.id and live.closed_at is null
        and ${isShownTo(followerChannelId, sql`live.channel_id`)})
    order by channel_follower.created_at desc, channel.id limit ${limit}`.execute(db)
  return rows
}

/** A common letter is a part of very many names. */
const maxMatches = 1_000

/** The channels that are not live as far as everyone sees, and whose name contains a text, shortest name first; of many matches, among the first 1,000 read. */
export async function findOfflineByName(db: Reader, text: string, limit: number) {
  const { rows } = await sql<OfflineChannel>`
    select id as "channelId", name as "channelName", ${pictureOf(sql`match.id`)} as "pictureId",
      ${followersOf(sql`match.id`)} as "followerCount"
    from (
      select id, name from channel
      where name_parts(name) @> name_parts(${text}) and strpos(lower(name), lower(${text})) > 0 and ended_at is null
        and not exists (select from live where live.channel_id = channel.id and live.closed_at is null
          and ${isPublic(sql`live.channel_id`)})
      limit ${maxMatches}
    ) as match order by length(name), id limit ${limit}`.execute(db)
  return rows
}

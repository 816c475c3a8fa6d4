import { sql } from 'kysely'
import type { Reader } from '../../infra/db/db.ts'
import { hasText } from '../../shared/name-search-store.ts'

/** Rows before a position, by channels whose name now has the text, from `since` until before `until` (ms). */
export type ActivitySearch = {
  channelId: string
  beforePosition: number
  text: string
  since: number | undefined
  until: number | undefined
  limit: number
}

/** Newest first. */
export async function findDonations(db: Reader, search: ActivitySearch) {
  const rows = await db
    .selectFrom('donation')
    .where('channel_id', '=', search.channelId)
    .where('position', '<', search.beforePosition)
    .where(isWithin('created_at', search))
    .where(isBy('donator_channel_id', search.text))
    .orderBy('position', 'desc')
    .limit(search.limit)
    .select(['id', 'position', 'created_at as at', 'donator_channel_id as by', 'pay_amount as payAmount', 'event'])
    .select('hidden_at as hiddenAt')
    .execute()
  return rows.map((row) => ({ kind: 'DONATION' as const, ...row }))
}

/** Newest first. */
export async function findSubscriptions(db: Reader, search: ActivitySearch) {
  const rows = await db
    .selectFrom('subscription_event')
    .leftJoin('subscription_gift as gift', 'gift.id', 'subscription_event.gift_id')
    .leftJoin('channel as giver', (join) =>
      join.onRef('giver.id', '=', 'gift.giver_channel_id').on('gift.anonymous', '=', false),
    )
    .where('subscription_event.channel_id', '=', search.channelId)
    .where('position', '<', search.beforePosition)
    .where(isWithin('subscription_event.created_at', search))
    .where(isBy('subscriber_channel_id', search.text))
    .orderBy('position', 'desc')
    .limit(search.limit)
    .select([
      'subscription_event.id',
      'position',
      'subscription_event.created_at as at',
      'subscriber_channel_id as by',
      'event',
    ])
    .select(['giver.name as giverName', 'gift.count as giftCount'])
    .execute()
  return rows.map((row) => ({ kind: 'SUBSCRIPTION' as const, ...row }))
}

/** Newest first. */
export async function findFollows(db: Reader, search: ActivitySearch) {
  const rows = await db
    .selectFrom('channel_follower')
    .innerJoin('channel', 'channel.id', 'channel_follower.follower_channel_id')
    .where('channel_follower.channel_id', '=', search.channelId)
    .where('position', '<', search.beforePosition)
    .where(isWithin('channel_follower.created_at', search))
    .where(hasText(search.text))
    .orderBy('position', 'desc')
    .limit(search.limit)
    .select(['position', 'channel_follower.created_at as at', 'channel.id as by', 'channel.name'])
    .execute()
  return rows.map((row) => ({ kind: 'FOLLOW' as const, ...row }))
}

// Only the bounds that are given: with two, PostgreSQL would expect few rows, and sort them all.
function isWithin(column: string, { since, until }: ActivitySearch) {
  const at = sql.ref(column)
  return sql<boolean>`${since === undefined ? sql`true` : sql`${at} >= ${since}`} and ${until === undefined ? sql`true` : sql`${at} < ${until}`}`
}

const isBy = (column: string, text: string) =>
  text === '' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} in (select id from channel where ${hasText(text)})`

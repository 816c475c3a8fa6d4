import type { Reader } from '../../infra/db/db.ts'
import { hasText } from '../../shared/name-search-store.ts'

/** Rows before `before` in the order of positions, at most `limit`. */
type Search = { text: string; before: number; limit: number }

export function searchFollowerRows(db: Reader, channelId: string, { text, before, limit }: Search) {
  return db
    .selectFrom('channel_follower as member')
    .innerJoin('channel', 'channel.id', 'member.follower_channel_id')
    .select(['channel.id as channelId', 'channel.name as channelName'])
    .select(['member.created_at as createdAt', 'member.position'])
    .where('member.channel_id', '=', channelId)
    .where('member.position', '<', before)
    .where(hasText(text))
    .orderBy('member.position', 'desc')
    .limit(limit)
    .execute()
}

export function searchSubscriberRows(db: Reader, channelId: string, { text, before, limit }: Search) {
  return db
    .selectFrom('channel_subscriber as member')
    .innerJoin('channel', 'channel.id', 'member.subscriber_channel_id')
    .select(['channel.id as channelId', 'channel.name as channelName', 'member.month', 'member.tier_no as tierNo'])
    .select(['member.created_at as createdAt', 'member.position'])
    .where('member.channel_id', '=', channelId)
    .where('member.position', '<', before)
    .where(hasText(text))
    .orderBy('member.position', 'desc')
    .limit(limit)
    .execute()
}

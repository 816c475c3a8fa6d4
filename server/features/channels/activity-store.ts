import type { Reader } from '../../infra/db/db.ts'

/** Newest first. */
export async function findDonations(db: Reader, channelId: string, beforePosition: number, count: number) {
  const rows = await db
    .selectFrom('donation')
    .where('channel_id', '=', channelId)
    .where('position', '<', beforePosition)
    .orderBy('position', 'desc')
    .limit(count)
    .select(['id', 'position', 'created_at as at', 'donator_channel_id as by', 'pay_amount as payAmount', 'event'])
    .execute()
  return rows.map((row) => ({ kind: 'DONATION' as const, ...row }))
}

/** Newest first. */
export async function findSubscriptions(db: Reader, channelId: string, beforePosition: number, count: number) {
  const rows = await db
    .selectFrom('subscription_event')
    .where('channel_id', '=', channelId)
    .where('position', '<', beforePosition)
    .orderBy('position', 'desc')
    .limit(count)
    .select(['id', 'position', 'created_at as at', 'subscriber_channel_id as by', 'event'])
    .execute()
  return rows.map((row) => ({ kind: 'SUBSCRIPTION' as const, ...row }))
}

/** Newest first. */
export async function findFollows(db: Reader, channelId: string, beforePosition: number, count: number) {
  const rows = await db
    .selectFrom('channel_follower')
    .innerJoin('channel as follower', 'follower.id', 'channel_follower.follower_channel_id')
    .where('channel_follower.channel_id', '=', channelId)
    .where('position', '<', beforePosition)
    .orderBy('position', 'desc')
    .limit(count)
    .select(['position', 'channel_follower.created_at as at', 'follower.id as by', 'follower.name'])
    .execute()
  return rows.map((row) => ({ kind: 'FOLLOW' as const, ...row }))
}

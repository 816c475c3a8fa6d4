import type { Reader } from '../../infra/db/db.ts'

/** A person's subscription to a channel, or null. */
export async function loadSubscription(db: Reader, channelId: string, viewerChannelId: string) {
  const row = await db
    .selectFrom('channel_subscriber')
    .select(['tier_no as tierNo', 'month'])
    .where('channel_id', '=', channelId)
    .where('subscriber_channel_id', '=', viewerChannelId)
    .executeTakeFirst()
  return row ?? null
}

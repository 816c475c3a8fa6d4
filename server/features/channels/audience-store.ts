import type { Insertable } from 'kysely'
import type { Tx } from '../../world/db/db.ts'
import type { ChannelFollower, ChannelSubscriber } from '../../world/db/tables.ts'

/** Nothing happens to one who follows already. */
export async function insertFollower(tx: Tx, follower: Insertable<ChannelFollower>) {
  await tx
    .insertInto('channel_follower')
    .values(follower)
    .onConflict((conflict) => conflict.columns(['channel_id', 'follower_channel_id']).doNothing())
    .execute()
}

export async function removeFollower(tx: Tx, channelId: string, followerChannelId: string) {
  await tx
    .deleteFrom('channel_follower')
    .where('channel_id', '=', channelId)
    .where('follower_channel_id', '=', followerChannelId)
    .execute()
}

export async function insertSubscriber(tx: Tx, subscriber: Insertable<ChannelSubscriber>) {
  await tx.insertInto('channel_subscriber').values(subscriber).execute()
}

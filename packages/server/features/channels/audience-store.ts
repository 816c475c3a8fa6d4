import { sql, type Insertable } from 'kysely'
import type { Tx } from '../../infra/db/db.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** Does nothing if the person follows already. */
export async function insertFollower(tx: Tx, follower: Insertable<Tables['channel_follower']>) {
  await tx
    .insertInto('channel_follower')
    .values(follower)
    .onConflict((conflict) => conflict.columns(['channel_id', 'follower_channel_id']).doNothing())
    .execute()
}

export async function deleteFollower(tx: Tx, channelId: string, followerChannelId: string) {
  await tx
    .deleteFrom('channel_follower')
    .where('channel_id', '=', channelId)
    .where('follower_channel_id', '=', followerChannelId)
    .execute()
}

export async function insertSubscriber(tx: Tx, subscriber: Insertable<Tables['channel_subscriber']>) {
  await tx.insertInto('channel_subscriber').values(subscriber).execute()
}

/**
 * Inserts a subscription, or renews it: sets the given month, or adds one if that is not higher. Concurrent
 * renewals get different months. Returns the month.
 */
export async function putSubscriber(tx: Tx, subscriber: Insertable<Tables['channel_subscriber']>): Promise<number> {
  const { month } = await tx
    .insertInto('channel_subscriber')
    .values(subscriber)
    .onConflict((conflict) =>
      conflict.columns(['channel_id', 'subscriber_channel_id']).doUpdateSet({
        tier_no: subscriber.tier_no,
        month: sql<number>`greatest(excluded.month, channel_subscriber.month + 1)`,
      }),
    )
    .returning('month')
    .executeTakeFirstOrThrow()
  return month
}

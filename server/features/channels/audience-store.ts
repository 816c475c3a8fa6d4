import { sql } from 'kysely'
import type { Tx } from '../../world/db/db.ts'
import type { ChannelFollower, ChannelManager, ChannelSubscriber } from '../../world/db/tables.ts'

export async function insertManager(tx: Tx, manager: ChannelManager) {
  await tx.insertInto('channel_manager').values(manager).execute()
}

export async function insertFollower(tx: Tx, follower: ChannelFollower) {
  await tx.insertInto('channel_follower').values(follower).execute()
}

export async function insertSubscriber(tx: Tx, subscriber: ChannelSubscriber) {
  await tx.insertInto('channel_subscriber').values(subscriber).execute()
}

/**
 * Writes a subscription or its renewal, which raises the month: to the one given, or by one where that is no more than it
 * was. Of renewals at once each has a month of its own. Answers the month.
 */
export async function renewSubscriber(tx: Tx, subscriber: ChannelSubscriber): Promise<number> {
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

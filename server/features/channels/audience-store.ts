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

import { Refusal, invalidField } from '../../shared/refusal.ts'
import { viewerStatusChanged } from '../../shared/bus-messages.ts'
import type { Deps } from '../../infra/deps.ts'
import { refusalToFollow } from './audience-rules.ts'
import { insertFollower, deleteFollower } from './audience-store.ts'
import { lockChannel } from './channel-store.ts'

/** `byChannelId` follows `channelId`. */
type Follow = { channelId: string; byChannelId: string }

/** Follows a channel. Following again keeps the first date. A refusal names `field`. */
export async function follow(
  pair: Follow,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  field = 'byChannelId',
): Promise<void> {
  const now = clock.now()
  const refusal = refusalToFollow(pair)
  if (refusal) throw invalidField(field, refusal)
  await db.transaction(async (tx, publish) => {
    if (!(await lockChannel(tx, pair.channelId))) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
    await insertFollower(tx, { channel_id: pair.channelId, follower_channel_id: pair.byChannelId, created_at: now })
    publish(viewerStatusChanged(pair.channelId, pair.byChannelId))
  })
}

/** Does nothing if the person does not follow the channel. */
export async function unfollow(pair: Follow, { db }: Pick<Deps, 'db'>): Promise<void> {
  await db.transaction(async (tx, publish) => {
    // Locks the channel before the row, as `follow` does, so that the two cannot deadlock.
    if (!(await lockChannel(tx, pair.channelId))) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
    await deleteFollower(tx, pair.channelId, pair.byChannelId)
    publish(viewerStatusChanged(pair.channelId, pair.byChannelId))
  })
}

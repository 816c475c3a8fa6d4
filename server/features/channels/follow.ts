import { Refusal, invalidField } from '../../shared/refusal.ts'
import { viewerStatusChanged } from '../../shared/events.ts'
import type { Deps } from '../../infra/deps.ts'
import { refusalToFollow } from './audience-rules.ts'
import { insertFollower, deleteFollower } from './audience-store.ts'
import { lockChannel } from './channel-store.ts'

/** Who is followed, and by whom. */
type Follow = { channelId: string; byChannelId: string }

/**
 * Someone follows a channel. Nothing changes for one who does already, and they keep the date of the first time. A
 * refusal names the `field`.
 */
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

/** Someone follows a channel no more. Nothing changes for one who did not. */
export async function unfollow(pair: Follow, { db }: Pick<Deps, 'db'>): Promise<void> {
  await db.transaction(async (tx, publish) => {
    // The channel is held before the row, here as in follow, so that the two never wait for each other.
    if (!(await lockChannel(tx, pair.channelId))) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
    await deleteFollower(tx, pair.channelId, pair.byChannelId)
    publish(viewerStatusChanged(pair.channelId, pair.byChannelId))
  })
}

import { channelChanged } from '../../kit/signals.ts'
import type { Tell, Tx } from '../../world/db/db.ts'
import type { World } from '../../world/world.ts'
import { lockChannel } from '../channels/channel-store.ts'
import { loadLiveId, markClosed } from './live-store.ts'

/** Takes a channel off the air. Answers the liveId that ended, or null when the channel was not live. */
export async function goOffline(channelId: string, { clock, db }: Pick<World, 'clock' | 'db'>): Promise<number | null> {
  const now = clock.now()
  return db.change((tx, tell) => endLive(tx, tell, channelId, now))
}

/** The same within a change that does more. */
export async function endLive(tx: Tx, tell: Tell, channelId: string, now: number): Promise<number | null> {
  if (!(await lockChannel(tx, channelId))) return null
  const liveId = await loadLiveId(tx, channelId)
  if (liveId === null) return null
  await markClosed(tx, liveId, now)
  tell(channelChanged(channelId))
  return liveId
}

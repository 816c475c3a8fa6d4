import { channelChanged } from '../../shared/bus-messages.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { lockChannel } from '../channels/channel-store.ts'
import { insertSamples } from './statistics/live-sample-store.ts'
import { sampleTimes } from './statistics/sample-rules.ts'
import { loadLiveId, closeLive } from './live-store.ts'

/** Ends the live of a channel. Returns its liveId, or null if the channel is not live. */
export async function goOffline(channelId: string, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<number | null> {
  const now = clock.now()
  return db.transaction((tx, publish) => endLive(tx, publish, channelId, now))
}

/** Ends this live, unless the channel has another one by now. */
export async function endLiveOf(
  { channelId, liveId }: { channelId: string; liveId: number },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    await lockChannel(tx, channelId)
    if ((await loadLiveId(tx, channelId)) === liveId) await endLive(tx, publish, channelId, now)
  })
}

/** Ends the live of a channel within a transaction of the caller. */
export async function endLive(tx: Tx, publish: Publish, channelId: string, now: number): Promise<number | null> {
  if (!(await lockChannel(tx, channelId))) return null
  const liveId = await loadLiveId(tx, channelId)
  if (liveId === null) return null
  // Its last minute counts, too.
  await insertSamples(tx, { at: sampleTimes.next(now), liveId })
  await closeLive(tx, liveId, now)
  publish(channelChanged(channelId))
  return liveId
}

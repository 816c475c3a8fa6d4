import { limits } from '@onair/contract'
import { invalidField, Refusal } from '../../shared/refusal.ts'
import { channelChanged } from '../../shared/bus-messages.ts'
import { parseShortText } from '../../shared/text.ts'
import type { Deps } from '../../infra/deps.ts'
import { lockChannel } from '../channels/channel-store.ts'
import { refusalToStream } from './live-rules.ts'
import { insertLive, loadLiveId, updateSimulatedViewers, closeLive } from './live-store.ts'
import { loadStreamerFacts } from './streamer-store.ts'
import { lockSetting, updateSetting } from './setting-store.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import { insertSamples } from './statistics/live-sample-store.ts'
import { sampleTimes } from './statistics/sample-rules.ts'

type NewLive = {
  channelId: string
  /** The title is also stored in the live settings. */
  liveTitle?: string | undefined
  /** Simulated viewers, added to the real ones. */
  simulatedViewers?: number | undefined
}

/**
 * Starts a live and returns its liveId. A channel has one live at a time: a live channel stays live, and
 * concurrent callers get the same liveId. Refuses people whom the site does not let stream.
 */
export async function goLive(
  { channelId, liveTitle, simulatedViewers }: NewLive,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<number> {
  const now = clock.now()
  const title = liveTitle === undefined ? null : parseShortText(liveTitle, limits.liveTitleLength)
  if (title !== null && 'refusal' in title) throw invalidField('liveTitle', title.refusal)

  return db.transaction(async (tx, publish) => {
    if (!(await lockChannel(tx, channelId))) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
    if (title !== null) {
      await lockSetting(tx, channelId)
      await updateSetting(tx, channelId, { default_live_title: title.text })
    }
    publish(channelChanged(channelId))
    const liveId = await loadLiveId(tx, channelId)
    if (liveId === null) {
      const refusal = refusalToStream(await loadStreamerFacts(tx, channelId, now))
      if (refusal !== null) throw new Refusal('forbidden', refusal)
      return insertLive(tx, { channel_id: channelId, simulated_viewers: simulatedViewers ?? 0, opened_at: now })
    }

    if (simulatedViewers !== undefined) await updateSimulatedViewers(tx, liveId, simulatedViewers)
    return liveId
  })
}

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

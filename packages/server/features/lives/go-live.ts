import { invalidField, Refusal } from '../../shared/refusal.ts'
import { channelChanged } from '../../shared/bus-messages.ts'
import type { Deps } from '../../infra/deps.ts'
import { lockChannel } from '../channels/channel-store.ts'
import { parseTitle, refusalToStream } from './live-rules.ts'
import { insertLive, loadLiveId, updateSimulatedViewers } from './live-store.ts'
import { loadStreamerFacts } from './streamer-store.ts'
import { lockSetting, updateSetting } from './setting-store.ts'

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
  const title = liveTitle === undefined ? null : parseTitle(liveTitle)
  if (title !== null && 'refusal' in title) throw invalidField('liveTitle', title.refusal)

  return db.transaction(async (tx, publish) => {
    if (!(await lockChannel(tx, channelId))) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
    if (title !== null) {
      await lockSetting(tx, channelId)
      await updateSetting(tx, channelId, { default_live_title: title.title })
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

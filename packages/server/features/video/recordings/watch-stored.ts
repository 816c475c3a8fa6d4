import { limits, type Audience } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import { loadWatchFacts } from '../../../shared/watch/access-store.ts'
import { accessOf, requireWatch, type WatchDeps, type Watcher } from '../../../shared/watch/check-watch.ts'
import { coversChannel, isLimited, ruleOfStored } from '../../../shared/watch/may-watch.ts'
import { timedPlaybackId } from '../../../shared/watch/playback-address.ts'

/** The rule that a recording or a clip keeps of its live: whether it was for adults, and its last private rule. */
type Stored = { channelId: string; playbackId: string; isLimited: boolean; audience: Audience }

/**
 * The name of the playback id in the addresses of a recording or a clip for this viewer. Throws for a viewer who may not
 * watch it.
 */
export async function requireAddress(
  { channelId, playbackId, isLimited: adult, audience: ofLive }: Stored,
  watcher: Watcher,
  deps: WatchDeps & Pick<Deps, 'random'>,
): Promise<string> {
  const [facts] = await loadWatchFacts(deps.db.read, channelId, [watcher.viewerChannelId])
  await requireWatch(channelId, watcher, deps, { audience: ofLive, adult })
  const audience = ruleOfStored(ofLive, facts?.audience ?? 'EVERYBODY')
  return isLimited({ audience, adult }) ? timedPlaybackId(playbackId, limits.replayAddressSec, deps) : playbackId
}

/** The recordings or clips of a channel of which a viewer may know. */
export async function findKnown<Row extends Stored>(
  channelId: string,
  watcher: Watcher,
  rows: readonly Row[],
  deps: WatchDeps,
): Promise<Row[]> {
  const [facts] = await loadWatchFacts(deps.db.read, channelId, [watcher.viewerChannelId])
  if (facts === undefined) return []
  return rows.filter(({ audience }) => {
    const rule = { ...facts, audience: ruleOfStored(audience, facts.audience) }
    return !coversChannel(accessOf(rule, channelId, watcher, deps).block)
  })
}

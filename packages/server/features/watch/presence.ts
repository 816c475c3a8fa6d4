import { chunk } from '../../shared/chunk.ts'
import type { Deps } from '../../infra/deps.ts'
import { recordProgress } from '../drops/record-progress.ts'
import { removeViewers, renewViewers } from '../lives/statistics/viewers.ts'
import type { ViewerKey } from '../lives/statistics/viewer-store.ts'
import { countedIdOf, type Viewer } from './viewer-ticket.ts'

const renewIntervalMs = 10_000
const batchSize = 500

/** The viewers that this process counts as present in live channels. */
export class PresenceTracker {
  readonly #deps: Pick<Deps, 'clock' | 'db'>
  readonly #presences = new Map<string, { viewer: Viewer; renewedAt: number }>()

  constructor(deps: Pick<Deps, 'clock' | 'db'>) {
    this.#deps = deps
  }

  /**
   * Renews the presence of these viewers where it is due, and ends the presence of all others. The owner of a channel,
   * whose studio shows the live, is not its viewer.
   */
  async update(viewers: readonly Viewer[]): Promise<void> {
    const now = this.#deps.clock.uptime()
    const others = viewers.filter(({ channelId, viewerChannelId }) => viewerChannelId !== channelId)
    const present = new Map(withinShares(others).map((viewer) => [keyOf(viewer), viewer]))
    const due = [...present].filter(
      ([key]) => now - (this.#presences.get(key)?.renewedAt ?? -Infinity) >= renewIntervalMs,
    )
    for (const batch of chunk(due, batchSize)) {
      await recordPresence(
        batch.map(([, viewer]) => viewer),
        this.#deps,
      )
      for (const [key, viewer] of batch) this.#presences.set(key, { viewer, renewedAt: now })
    }
    await this.#end([...this.#presences.keys()].filter((key) => !present.has(key)))
  }

  /** The next update renews the presence of this viewer immediately. */
  forget(viewer: Viewer): void {
    this.#presences.delete(keyOf(viewer))
  }

  endAll(): Promise<void> {
    return this.#end([...this.#presences.keys()])
  }

  async #end(keys: readonly string[]): Promise<void> {
    for (const batch of chunk(keys, batchSize)) {
      const viewers = batch.flatMap((key) => this.#presences.get(key)?.viewer ?? [])
      await removeViewers(viewers.map(countedAs), this.#deps)
      for (const key of batch) this.#presences.delete(key)
    }
  }
}

/** The viewers who are counted: of the networks within a larger one of IPv6, as many as it has shares. */
function withinShares(viewers: readonly Viewer[]): Viewer[] {
  const countedIds = new Map<string, Set<string>>()
  return viewers.filter((viewer) => {
    const id = countedIdOf(viewer)
    const networks = viewer.networks.map(({ prefix, share }) => {
      const key = `${viewer.channelId} ${prefix}`
      const ids = countedIds.get(key) ?? new Set()
      countedIds.set(key, ids)
      return { ids, share }
    })
    if (networks.some(({ ids, share }) => !ids.has(id) && ids.size >= share)) return false
    for (const { ids } of networks) ids.add(id)
    return true
  })
}

function countedAs(viewer: Viewer): ViewerKey {
  return { channelId: viewer.channelId, viewerId: countedIdOf(viewer) }
}

function keyOf(viewer: Viewer): string {
  const { channelId, viewerId } = countedAs(viewer)
  return `${channelId} ${viewerId}`
}

/**
 * Counts viewers as present, and records drops progress for those who are signed in, in one
 * transaction each. Gap 131.
 */
async function recordPresence(viewers: readonly Viewer[], deps: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const viewerChannelIds = new Set(viewers.flatMap(({ viewerChannelId }) => viewerChannelId ?? []))
  const intervals = await renewViewers(viewers.map(countedAs), deps)
  const personIntervals = intervals.filter(({ viewerId }) => viewerChannelIds.has(viewerId))
  await recordProgress(
    personIntervals.map(({ viewerId, ...interval }) => ({ viewerChannelId: viewerId, ...interval })),
    deps,
  )
}

import type { Deps } from '../../../infra/deps.ts'
import { putViewers, deleteViewers, type WatchInterval, type ViewerKey } from './viewer-store.ts'

/** Lease of a viewer in database time; viewers report every 10 s. */
const leaseSec = 30

/**
 * Reports that a viewer is watching, at the start and every 10 s. A viewer with several windows counts once. After 30 s
 * without a report the viewer is no longer counted. Null if the channel is not live.
 */
export async function renewViewer(viewer: ViewerKey, deps: Pick<Deps, 'clock' | 'db'>): Promise<WatchInterval | null> {
  const [interval] = await renewViewers([viewer], deps)
  if (interval === undefined) return null
  const { categoryId, since, until } = interval
  return { categoryId, since, until }
}

/** Does the same for many viewers in one statement. Returns those whose channel is live. */
export function renewViewers(
  viewers: readonly ViewerKey[],
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<(WatchInterval & ViewerKey)[]> {
  const now = clock.now()
  return db.transaction((tx) => putViewers(tx, viewers, { leaseSec, now }))
}

/** Viewers leave and are no longer counted. */
export function removeViewers(viewers: readonly ViewerKey[], { db }: Pick<Deps, 'db'>): Promise<void> {
  return db.transaction((tx) => deleteViewers(tx, viewers))
}

import type { Deps } from '../../infra/deps.ts'
import { upsertViewers, deleteViewers, type WatchInterval, type ViewerKey } from './viewer-store.ts'

/** How long a viewer counts after they were last heard of, in real time; they are heard of every 10 s. */
const leaseSec = 30

/**
 * A viewer says that they are there, when they come and every 10 s. They count once in a live, however many windows they
 * have open; one who vanishes counts no more after 30 s. Null when the channel is not live.
 */
export async function renewViewer(viewer: ViewerKey, deps: Pick<Deps, 'clock' | 'db'>): Promise<WatchInterval | null> {
  const [interval] = await renewViewers([viewer], deps)
  if (interval === undefined) return null
  const { categoryId, since, until } = interval
  return { categoryId, since, until }
}

/** The same of many at once, in one statement. Answers those whose channel is live. */
export function renewViewers(
  viewers: readonly ViewerKey[],
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<(WatchInterval & { viewerId: string })[]> {
  const now = clock.now()
  return db.transaction((tx) => upsertViewers(tx, viewers, { leaseSec, now }))
}

/** Viewers leave, and count no more at once. */
export function removeViewers(viewers: readonly ViewerKey[], { db }: Pick<Deps, 'db'>): Promise<void> {
  return db.transaction((tx) => deleteViewers(tx, viewers))
}

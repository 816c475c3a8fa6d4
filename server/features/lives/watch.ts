import type { World } from '../../world/world.ts'
import { putViewers, removeViewers, type Watched, type Watching } from './viewer-store.ts'

/** How long a viewer counts after they were last heard of, in real time; they are heard of every 10 s. */
const leaseSec = 30

/**
 * A viewer says that they are there, when they come and every 10 s. They count once in a live, however many windows they
 * have open; one who vanishes counts no more after 30 s. Null when the channel is not live.
 */
export async function watch(watching: Watching, world: Pick<World, 'clock' | 'db'>): Promise<Watched | null> {
  const [watched] = await watchTogether([watching], world)
  if (watched === undefined) return null
  const { categoryId, since, until } = watched
  return { categoryId, since, until }
}

/** The same of many at once, in one statement. Answers those whose channel is live. */
export function watchTogether(
  watching: readonly Watching[],
  { clock, db }: Pick<World, 'clock' | 'db'>,
): Promise<(Watched & { viewerId: string })[]> {
  const now = clock.now()
  return db.change((tx) => putViewers(tx, watching, { leaseSec, now }))
}

/** Viewers leave, and count no more at once. */
export function unwatch(left: readonly Watching[], { db }: Pick<World, 'db'>): Promise<void> {
  return db.change((tx) => removeViewers(tx, left))
}

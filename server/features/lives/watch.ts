import type { World } from '../../world/world.ts'
import { putViewer, removeViewer, type Watched } from './viewer-store.ts'

/** How long a viewer counts after they were last heard of, in real time; players say that they are there every 10 s. */
const leaseSec = 30

/** Who watches: `viewerId` is a channel id, or what a guest's player made up for itself. */
type Watching = { channelId: string; viewerId: string }

/**
 * A viewer says that they are there, when they come and every 10 s. They count once in a live, however many windows they
 * have open; one who vanishes counts no more after 30 s. Null when the channel is not live.
 */
export function watch(
  { channelId, viewerId }: Watching,
  { clock, db }: Pick<World, 'clock' | 'db'>,
): Promise<Watched | null> {
  const now = clock.now()
  return db.change((tx) => putViewer(tx, { channelId, viewerId, leaseSec, now }))
}

/** A viewer leaves, and counts no more at once. */
export function unwatch({ channelId, viewerId }: Watching, { db }: Pick<World, 'db'>): Promise<void> {
  return db.change((tx) => removeViewer(tx, channelId, viewerId))
}

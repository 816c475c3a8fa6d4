import type { World } from '../../world/world.ts'
import { gatherProgress } from '../drops/gather-progress.ts'
import { watchTogether } from '../lives/watch.ts'
import type { Viewer } from './viewer-ticket.ts'

/** Viewers are there, and those who are somebody gather drops progress: one change for all of them. Gap 131. */
export async function keepWatching(viewers: readonly Viewer[], world: Pick<World, 'clock' | 'db'>): Promise<void> {
  const people = new Set(viewers.flatMap(({ personId }) => personId ?? []))
  const watched = await watchTogether(viewers, world)
  const theirs = watched.filter(({ viewerId }) => people.has(viewerId))
  await gatherProgress(
    theirs.map(({ viewerId, ...stretch }) => ({ channelId: viewerId, ...stretch })),
    world,
  )
}

import { limits } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { endLiveOf } from '../lives/go-live.ts'
import { deleteEndedVideos, findAbandonedVideos } from './video-store.ts'

/** Ends lives whose process has ended and whose publisher did not go on at another. */
export async function sweepVideos(deps: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  for (const live of await findAbandonedVideos(deps.db.read, limits.videoGraceSec)) await endLiveOf(live, deps)
  await deps.db.transaction(deleteEndedVideos)
}

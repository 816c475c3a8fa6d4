import type { Deps } from '../../infra/deps.ts'
import { recordProgress } from '../drops/record-progress.ts'
import { renewViewers } from '../lives/viewers.ts'
import type { Viewer } from './viewer-ticket.ts'

/** Viewers are there, and those who are somebody gather drops progress: one change for all of them. Gap 131. */
export async function recordPresence(viewers: readonly Viewer[], deps: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const personIds = new Set(viewers.flatMap(({ personId }) => personId ?? []))
  const intervals = await renewViewers(viewers, deps)
  const personIntervals = intervals.filter(({ viewerId }) => personIds.has(viewerId))
  await recordProgress(
    personIntervals.map(({ viewerId, ...interval }) => ({ channelId: viewerId, ...interval })),
    deps,
  )
}

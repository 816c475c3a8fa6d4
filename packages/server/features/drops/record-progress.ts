import type { Deps } from '../../infra/deps.ts'
import { addProgress, type ProgressInterval } from './progress-store.ts'

/** A viewer, the channel that they watch, its category, and the interval without a break until now. */
type ViewerInterval = Omit<ProgressInterval, 'categoryId'> & { categoryId: string | null }

/** Counts watched time for the campaigns of the category, except in one's own channel. Repeated reports count once. Gap 90. */
export async function recordProgress(intervals: readonly ViewerInterval[], { db }: Pick<Deps, 'db'>): Promise<void> {
  let remaining = intervals.filter(
    (interval): interval is ViewerInterval & ProgressInterval =>
      interval.categoryId !== null &&
      interval.until > interval.since &&
      interval.viewerChannelId !== interval.channelId,
  )
  // One statement takes one interval per person, so a person with two lives needs two.
  while (remaining.length > 0) {
    const firstByChannel = new Map(remaining.map((interval) => [interval.viewerChannelId, interval]))
    const batch = [...firstByChannel.values()]
    await db.transaction((tx) => addProgress(tx, batch))
    remaining = remaining.filter((interval) => firstByChannel.get(interval.viewerChannelId) !== interval)
  }
}

import type { Deps } from '../../infra/deps.ts'
import { addProgress, type ProgressInterval } from './progress-store.ts'

/** Who watched what, from when they began without a break until now. */
type ViewerInterval = Omit<ProgressInterval, 'categoryId'> & { categoryId: string | null }

/** Who watches gathers time for the campaigns of what they watch, however often it is told. Gap 90. */
export async function recordProgress(intervals: readonly ViewerInterval[], { db }: Pick<Deps, 'db'>): Promise<void> {
  let remaining = intervals.filter(
    (interval): interval is ProgressInterval => interval.categoryId !== null && interval.until > interval.since,
  )
  // Who watches two lives is told of in one change after the other.
  while (remaining.length > 0) {
    const firstByChannel = new Map(remaining.map((interval) => [interval.channelId, interval]))
    const batch = [...firstByChannel.values()]
    await db.transaction((tx) => addProgress(tx, batch))
    remaining = remaining.filter((stretch) => firstByChannel.get(stretch.channelId) !== stretch)
  }
}

import type { World } from '../../world/world.ts'
import { addProgress, type Stretch } from './progress-store.ts'

/** Who watched what, from when they began without a break until now. */
type Watched = Omit<Stretch, 'categoryId'> & { categoryId: string | null }

/** Who watches gathers time for the campaigns of what they watch, however often it is told. Gap 90. */
export async function gatherProgress(watched: readonly Watched[], { db }: Pick<World, 'db'>): Promise<void> {
  let left = watched.filter((one): one is Stretch => one.categoryId !== null && one.until > one.since)
  // Who watches two lives is told of in one change after the other.
  while (left.length > 0) {
    const first = new Map(left.map((stretch) => [stretch.channelId, stretch]))
    const now = [...first.values()]
    await db.change((tx) => addProgress(tx, now))
    left = left.filter((stretch) => first.get(stretch.channelId) !== stretch)
  }
}

import type { World } from '../../world/world.ts'
import { addProgress } from './progress-store.ts'

/**
 * Who watches gathers time for the campaigns of what they watch: from when they began to watch it without a break until
 * now, however often it is told. Gap 90.
 */
export async function gatherProgress(
  {
    channelId,
    categoryId,
    since,
    until,
  }: { channelId: string; categoryId: string | null; since: number; until: number },
  { db }: Pick<World, 'db'>,
): Promise<void> {
  if (categoryId === null || until <= since) return
  await db.change((tx) => addProgress(tx, { channelId, categoryId, since, until }))
}

import type { Deps } from '../../infra/deps.ts'
import { findLivesWithDrops } from './campaign-store.ts'

type Live = { liveId: number; liveCategory: string | null; channelId: string }

/** Adds to lives whether they count for a running campaign. */
export async function markLives<L extends Live>(
  lives: readonly L[],
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<(L & { hasDrops: boolean })[]> {
  const withDrops = lives.length === 0 ? new Set() : await findLivesWithDrops(db.read, lives, clock.now())
  return lives.map((live) => ({ ...live, hasDrops: withDrops.has(live.liveId) }))
}

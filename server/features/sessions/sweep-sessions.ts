import { limits } from '@onair/contract'
import { inBatches } from '../../kit/in-batches.ts'
import type { World } from '../../world/world.ts'
import { removeOldSessions, removeUnusedUrls } from './old-session-store.ts'

const keptMs = limits.sessionListedSec * 1000

/**
 * Removes sessions whose ninety days in the lists are over, and URLs that nobody used. A clock that leaps ahead removes no
 * session: only time that was seen to pass counts, as for idle applications.
 */
export async function sweepSessions({ clock, config, db }: Pick<World, 'clock' | 'config' | 'db'>): Promise<void> {
  const { mode } = config
  await inBatches((limit) => db.change((tx) => removeOldSessions(tx, { now: clock.now(), mode, keptMs, limit })))
  await inBatches((limit) => db.change((tx) => removeUnusedUrls(tx, { onward: clock.onward(), limit })))
}

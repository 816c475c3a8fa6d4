import type { Deps } from '../../infra/deps.ts'
import { disconnectOrphanedSessions } from './session-store.ts'

/**
 * Marks sessions of killed gateways as disconnected. Their slots are free since the lease expired.
 */
export async function endOrphanedSessions({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  await db.transaction((tx) => disconnectOrphanedSessions(tx, now))
}

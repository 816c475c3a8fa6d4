import type { Deps } from '../../infra/deps.ts'
import { markOrphanedSessionsEnded } from './session-store.ts'

/** Writes the end of sessions whose process was killed; their places are free already. */
export async function endOrphanedSessions({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  await db.transaction((tx) => markOrphanedSessionsEnded(tx, now))
}

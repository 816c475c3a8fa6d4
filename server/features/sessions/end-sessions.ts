import type { World } from '../../world/world.ts'
import { markSessionsOfDeadGateways } from './session-store.ts'

/** Writes the end of sessions whose process was killed; their places are free already. */
export async function endSessionsOfDeadGateways({ clock, db }: Pick<World, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  await db.change((tx) => markSessionsOfDeadGateways(tx, now))
}

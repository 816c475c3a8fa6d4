import { limits } from '@onair/contract'
import { inBatches } from '../../kit/in-batches.ts'
import type { World } from '../../world/world.ts'
import { removeOldTurns } from './chat-store.ts'

const longestWaitMs = Math.max(...limits.chatSlowModeSecs) * 1000

/** Forgets when someone last spoke once that keeps nobody waiting any more, however slow a chat is. */
export async function sweepTurns({ clock, db }: Pick<World, 'clock' | 'db'>): Promise<void> {
  await inBatches((limit) => db.change((tx) => removeOldTurns(tx, { spokeUntil: clock.now() - longestWaitMs, limit })))
}

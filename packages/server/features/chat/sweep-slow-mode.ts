import { limits } from '@onair/contract'
import { deleteInBatches } from '../../infra/db/batches.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteExpiredSlowModeSlots } from './chat-store.ts'

const longestSlowModeMs = Math.max(...limits.chatSlowModeSecs) * 1000

/** Deletes the recorded times of messages that are older than the longest slow-mode interval. */
export async function sweepSlowMode({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await deleteInBatches(db, (tx, limit) => deleteExpiredSlowModeSlots(tx, clock.now() - longestSlowModeMs, limit))
}

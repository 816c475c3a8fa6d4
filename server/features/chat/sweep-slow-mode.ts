import { limits } from '@onair/contract'
import { deleteInBatches } from '../../shared/delete-in-batches.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteExpiredSlowModeSlots } from './chat-store.ts'

const longestSlowModeMs = Math.max(...limits.chatSlowModeSecs) * 1000

/** Deletes slow-mode slots that are older than the longest interval. */
export async function sweepSlowMode({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await deleteInBatches((limit) =>
    db.transaction((tx) => deleteExpiredSlowModeSlots(tx, { spokeUntil: clock.now() - longestSlowModeMs, limit })),
  )
}

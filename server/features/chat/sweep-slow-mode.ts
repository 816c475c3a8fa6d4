import { limits } from '@onair/contract'
import { deleteInBatches } from '../../shared/delete-in-batches.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteExpiredSlowModeSlots } from './chat-store.ts'

const longestSlowModeMs = Math.max(...limits.chatSlowModeSecs) * 1000

/** Forgets when someone last spoke once that keeps nobody waiting any more, however slow a chat is. */
export async function sweepSlowMode({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await deleteInBatches((limit) =>
    db.transaction((tx) => deleteExpiredSlowModeSlots(tx, { spokeUntil: clock.now() - longestSlowModeMs, limit })),
  )
}

import { limits } from '@onair/contract'
import { deleteInBatches } from '../../shared/delete-in-batches.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteExpired } from './delivery-log-store.ts'

const retentionMs = limits.deliveryLogDays * 86_400_000

/** Removes notifications from the log whose days are over. Only time that was seen to pass counts, as for idle applications. */
export async function sweepDeliveryLog({ clock, config, db }: Pick<Deps, 'clock' | 'config' | 'db'>): Promise<void> {
  const { mode } = config
  await deleteInBatches((limit) =>
    db.transaction((tx) => deleteExpired(tx, { now: clock.now(), mode, keptMs: retentionMs, limit })),
  )
}

import { limits } from '@onair/contract'
import { deleteInBatches } from '../../shared/delete-in-batches.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteExpired } from './delivery-log-store.ts'

const retentionMs = limits.deliveryLogDays * 86_400_000

/** Deletes old deliveries. As for idle applications, time during which no worker ran does not count. */
export async function sweepDeliveryLog({ clock, config, db }: Pick<Deps, 'clock' | 'config' | 'db'>): Promise<void> {
  const { mode } = config
  await deleteInBatches((limit) =>
    db.transaction((tx) => deleteExpired(tx, { now: clock.now(), mode, retentionMs, limit })),
  )
}

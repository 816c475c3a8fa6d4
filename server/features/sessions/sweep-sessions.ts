import { limits } from '@onair/contract'
import { deleteInBatches } from '../../shared/delete-in-batches.ts'
import type { Deps } from '../../infra/deps.ts'
import { deleteExpiredSessions, deleteUnconnectedSessions } from './expired-session-store.ts'

const retentionMs = limits.sessionRetentionSec * 1000

/**
 * Deletes sessions that ended ninety days ago, and unused session URLs that have expired. A clock
 * that jumps ahead deletes no session: only observed time counts, as for idle applications.
 */
export async function sweepSessions({ clock, config, db }: Pick<Deps, 'clock' | 'config' | 'db'>): Promise<void> {
  const { mode } = config
  await deleteInBatches((limit) =>
    db.transaction((tx) => deleteExpiredSessions(tx, { now: clock.now(), mode, retentionMs, limit })),
  )
  await deleteInBatches((limit) =>
    db.transaction((tx) => deleteUnconnectedSessions(tx, { monotonicNow: clock.monotonicNow(), limit })),
  )
}

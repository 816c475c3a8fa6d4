import type { Tx } from '../../infra/db/db.ts'
import type { UnobservedTime } from './idle-rules.ts'

/** Locks the sweep, so that one worker sweeps at a time, and returns the time of the last sweep. */
export async function lockIdleSweep(tx: Tx): Promise<number | null> {
  const { last_run_at } = await tx.selectFrom('idle_sweep').select('last_run_at').forUpdate().executeTakeFirstOrThrow()
  return last_run_at
}

export async function updateSweptAt(tx: Tx, now: number) {
  await tx.updateTable('idle_sweep').set({ last_run_at: now }).execute()
}

export async function insertUnobservedTime(tx: Tx, { startedAt, endedAt }: UnobservedTime) {
  await tx
    .insertInto('unobserved_time')
    .values({ began_at: startedAt, ended_at: endedAt })
    .onConflict((conflict) => conflict.column('began_at').doUpdateSet({ ended_at: endedAt }))
    .execute()
}

/** Deletes clock jumps that the clock has undone. */
export async function deleteRevertedUnobservedTime(tx: Tx, now: number) {
  await tx.deleteFrom('unobserved_time').where('ended_at', '>', now).execute()
}

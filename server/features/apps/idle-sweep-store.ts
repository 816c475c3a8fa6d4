import type { Tx } from '../../infra/db/db.ts'
import type { SkippedTime } from './idle-rules.ts'

/** When anybody last looked, held until the change ends, so that of several workers one sweeps at a time. */
export async function lockIdleSweep(tx: Tx): Promise<number | null> {
  const { last_run_at } = await tx.selectFrom('idle_sweep').select('last_run_at').forUpdate().executeTakeFirstOrThrow()
  return last_run_at
}

export async function updateSweptAt(tx: Tx, now: number) {
  await tx.updateTable('idle_sweep').set({ last_run_at: now }).execute()
}

export async function insertSkippedTime(tx: Tx, { startedAt, endedAt }: SkippedTime) {
  await tx
    .insertInto('unobserved_time')
    .values({ began_at: startedAt, ended_at: endedAt })
    .onConflict((conflict) => conflict.column('began_at').doUpdateSet({ ended_at: endedAt }))
    .execute()
}

/** Takes leaps back that the clock undid. */
export async function deleteUndoneSkips(tx: Tx, now: number) {
  await tx.deleteFrom('unobserved_time').where('ended_at', '>', now).execute()
}

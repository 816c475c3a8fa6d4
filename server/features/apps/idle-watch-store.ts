import type { Tx } from '../../world/db/db.ts'
import type { Unseen } from './idle-rules.ts'

/** When anybody last looked, held until the change ends, so that of several workers one sweeps at a time. */
export async function lockWatch(tx: Tx): Promise<number | null> {
  const { looked_at } = await tx.selectFrom('idle_watch').select('looked_at').forUpdate().executeTakeFirstOrThrow()
  return looked_at
}

export async function putLooked(tx: Tx, now: number) {
  await tx.updateTable('idle_watch').set({ looked_at: now }).execute()
}

export async function addUnseen(tx: Tx, { beganAt, endedAt }: Unseen) {
  await tx
    .insertInto('unseen_time')
    .values({ began_at: beganAt, ended_at: endedAt })
    .onConflict((conflict) => conflict.column('began_at').doUpdateSet({ ended_at: endedAt }))
    .execute()
}

/** Takes leaps back that the clock undid. */
export async function dropUndone(tx: Tx, now: number) {
  await tx.deleteFrom('unseen_time').where('ended_at', '>', now).execute()
}

import { sql } from 'kysely'
import type { Moved } from '../../world/clock.ts'
import type { Reader, Tx } from '../../world/db/db.ts'

export async function lockMoved(tx: Tx): Promise<Moved> {
  return movedQuery(tx).forUpdate().executeTakeFirstOrThrow()
}

export async function loadMoved(db: Reader): Promise<Moved> {
  return movedQuery(db).executeTakeFirstOrThrow()
}

export async function putMoved(tx: Tx, { offsetMs, takenBackMs }: Moved) {
  await tx.updateTable('platform_clock').set({ offset_ms: offsetMs, taken_back_ms: takenBackMs }).execute()
}

export async function loadReached(db: Reader): Promise<number> {
  const { reached } = await db.selectFrom('platform_clock').select('reached').executeTakeFirstOrThrow()
  return reached
}

/** Writes down how far lifetimes have come, and answers the furthest that any process wrote, and where the clock is. */
export async function putReached(tx: Tx, onward: number): Promise<Moved & { reached: number }> {
  return tx
    .updateTable('platform_clock')
    .set({ reached: sql<number>`greatest(reached, ${onward}::bigint)` })
    .returning(['offset_ms as offsetMs', 'taken_back_ms as takenBackMs', 'reached'])
    .executeTakeFirstOrThrow()
}

function movedQuery(db: Reader) {
  return db.selectFrom('platform_clock').select(['offset_ms as offsetMs', 'taken_back_ms as takenBackMs'])
}

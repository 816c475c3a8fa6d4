import { sql } from 'kysely'
import type { ClockOffset } from '../../infra/clock.ts'
import type { Reader, Tx } from '../../infra/db/db.ts'

export function lockClockOffset(tx: Tx): Promise<ClockOffset> {
  return selectClockOffset(tx).forUpdate().executeTakeFirstOrThrow()
}

export function loadClockOffset(db: Reader): Promise<ClockOffset> {
  return selectClockOffset(db).executeTakeFirstOrThrow()
}

export async function updateClockOffset(tx: Tx, { offsetMs, rewoundMs }: ClockOffset) {
  await tx.updateTable('platform_clock').set({ offset_ms: offsetMs, rewound_ms: rewoundMs }).execute()
}

export async function loadHighWaterMark(db: Reader): Promise<number> {
  const { highWaterMark } = await db
    .selectFrom('platform_clock')
    .select('monotonic_now as highWaterMark')
    .executeTakeFirstOrThrow()
  return highWaterMark
}

/**
 * Raises the high-water mark of the monotonic clock. Returns the highest mark of any process, and the clock
 * offset.
 */
export function raiseHighWaterMark(tx: Tx, monotonicNow: number): Promise<ClockOffset & { highWaterMark: number }> {
  return tx
    .updateTable('platform_clock')
    .set({ monotonic_now: sql<number>`greatest(monotonic_now, ${monotonicNow}::bigint)` })
    .returning(['offset_ms as offsetMs', 'rewound_ms as rewoundMs', 'monotonic_now as highWaterMark'])
    .executeTakeFirstOrThrow()
}

function selectClockOffset(db: Reader) {
  return db.selectFrom('platform_clock').select(['offset_ms as offsetMs', 'rewound_ms as rewoundMs'])
}

import type { Tx } from '../infra/db/db.ts'
import type { Deps } from '../infra/deps.ts'
import { keyId, seal, unseal, type SealFor } from './secrets.ts'

const batchSize = 500

export type ResealDeps = Pick<Deps, 'programKey' | 'random'> & { db: Pick<Deps['db'], 'transaction'> }

type Sealed<Row> = {
  /** Locks up to `limit` rows that were sealed with another key than this one. */
  lock: (tx: Tx, keyId: Buffer, limit: number) => Promise<Row[]>
  sealFor: (row: Row) => SealFor
  update: (tx: Tx, row: Row, sealed: Buffer) => Promise<void>
}

/** Seals values with the current program key, in batches. Returns how many had another key. */
export async function reseal<Row extends { sealed: Buffer }>(
  { lock, sealFor, update }: Sealed<Row>,
  { db, programKey, random }: ResealDeps,
): Promise<number> {
  for (let count = 0; ;) {
    const resealed = await db.transaction(async (tx) => {
      const rows = await lock(tx, keyId(programKey.current), batchSize)
      for (const row of rows) {
        const target = sealFor(row)
        await update(tx, row, seal(unseal(row.sealed, target, programKey), target, programKey, random))
      }
      return rows.length
    })
    count += resealed
    if (resealed < batchSize) return count
  }
}

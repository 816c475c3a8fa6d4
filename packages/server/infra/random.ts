import { randomBytes, randomFillSync, randomUUID } from 'node:crypto'

/** The source of ids and secrets. Tests may replace it. */
export type Random = {
  uuid(): string
  bytes(count: number): Buffer
}

export const systemRandom: Random = { uuid: () => randomUUID(), bytes: takeBytes }

/** Each call of the system's generator costs more than its bytes, and every connection needs 15. */
const pool = Buffer.alloc(4_096)
const maxPooled = 64
let taken = pool.length

/** Bytes are used once, and no copy of them stays in the pool. */
function takeBytes(count: number): Buffer {
  if (count > maxPooled) return randomBytes(count)
  if (taken + count > pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  const bytes = Buffer.from(pool.subarray(taken, taken + count))
  pool.fill(0, taken, taken + count)
  taken += count
  return bytes
}

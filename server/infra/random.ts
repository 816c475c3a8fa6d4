import { randomBytes, randomUUID } from 'node:crypto'

/** The source of ids and secrets. Tests may replace it. */
export type Random = {
  uuid(): string
  bytes(count: number): Buffer
}

export const systemRandom: Random = { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) }

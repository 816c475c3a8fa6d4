import { randomBytes, randomUUID } from 'node:crypto'

/** Chance, handed in: ids and secrets come from here, so that a test can hand in its own. */
export type Random = {
  uuid(): string
  bytes(count: number): Buffer
}

export const systemRandom: Random = { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) }

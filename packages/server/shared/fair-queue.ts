import { Refusal } from './refusal.ts'

type Options<Lane extends string> = {
  maxRunning: number
  /** How many tasks of each lane may wait. */
  maxWaiting: Readonly<Record<Lane, number>>
  /** How many tasks of one key may run. */
  maxRunningPerKey?: number
}
/** `key` names who waits: a network or a person. */
export type Turn<Lane extends string> = { lane: Lane; key: string }
type Waiting = { start: () => void; refuse: () => void }

/**
 * Runs a bounded number of tasks at once. Lanes that wait are served in turn, and so are the keys of a lane, each in the
 * order of its tasks. In a full lane the key with the most waiting tasks loses its last one, with 503; so a key that sends
 * many tasks keeps out no other.
 */
export class FairQueue<Lane extends string> {
  readonly #maxRunning: number
  readonly #maxRunningPerKey: number
  readonly #lanes: Map<Lane, LaneQueue>
  readonly #runningByKey = new Map<string, number>()
  #running = 0

  constructor({ maxRunning, maxWaiting, maxRunningPerKey = Infinity }: Options<Lane>) {
    this.#maxRunning = maxRunning
    this.#maxRunningPerKey = maxRunningPerKey
    const sizes = Object.entries<number>(maxWaiting) as [Lane, number][]
    this.#lanes = new Map(sizes.map(([lane, size]) => [lane, new LaneQueue(size)]))
  }

  /** Throws 503 where the task cannot wait, or loses its place. */
  async run<T>(task: () => Promise<T>, { lane, key }: Turn<Lane>): Promise<T> {
    if (this.#running < this.#maxRunning && this.#mayRun(key)) this.#begin(key)
    else await this.#waitForTurn(lane, key)
    try {
      return await task()
    } finally {
      this.#end(key)
    }
  }

  #waitForTurn(lane: Lane, key: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#lanes.get(lane)?.add(key, { start: resolve, refuse: () => reject(serverBusy()) })
    return promise
  }

  #mayRun(key: string): boolean {
    return (this.#runningByKey.get(key) ?? 0) < this.#maxRunningPerKey
  }

  #begin(key: string): void {
    this.#running += 1
    this.#runningByKey.set(key, (this.#runningByKey.get(key) ?? 0) + 1)
  }

  #end(key: string): void {
    this.#running -= 1
    const count = (this.#runningByKey.get(key) ?? 0) - 1
    if (count === 0) this.#runningByKey.delete(key)
    else this.#runningByKey.set(key, count)
    this.#startNext()
  }

  #startNext(): void {
    for (const [lane, queue] of this.#lanes) {
      const next = queue.shift((key) => this.#mayRun(key))
      if (next === null) continue
      // The lane is the last in turn now.
      this.#lanes.delete(lane)
      this.#lanes.set(lane, queue)
      this.#begin(next.key)
      next.waiting.start()
      return
    }
  }
}

/** The waiting tasks of a lane. The keys are in the order of their turns. */
class LaneQueue {
  readonly #maxWaiting: number
  readonly #byKey = new Map<string, Waiting[]>()
  #size = 0

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting
  }

  add(key: string, waiting: Waiting): void {
    const own = this.#byKey.get(key) ?? []
    this.#byKey.set(key, own)
    own.push(waiting)
    this.#size += 1
    if (this.#size > this.#maxWaiting) this.#refuseLastOfFullest()
  }

  shift(mayRun: (key: string) => boolean): { key: string; waiting: Waiting } | null {
    for (const [key, [waiting, ...others]] of this.#byKey) {
      if (waiting === undefined || !mayRun(key)) continue
      this.#byKey.delete(key)
      if (others.length > 0) this.#byKey.set(key, others)
      this.#size -= 1
      return { key, waiting }
    }
    return null
  }

  /** Among equals, the latest key is refused: those that wait longer are nearer to their turn. */
  #refuseLastOfFullest(): void {
    const [fullest, tasks] = [...this.#byKey].reduce((one, other) => (other[1].length >= one[1].length ? other : one))
    tasks.pop()?.refuse()
    if (tasks.length === 0) this.#byKey.delete(fullest)
    this.#size -= 1
  }
}

function serverBusy(): Refusal {
  return new Refusal('unavailable', 'SERVER_BUSY', { retryAfterSec: 1 })
}

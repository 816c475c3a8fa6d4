import type { Deps } from '../infra/deps.ts'
import { subscribe, type Topic } from './bus-messages.ts'

/** A message about a change may be lost: the value is then loaded again after this time. */
const staleMs = 10_000

/** A value of the database that many calls need and that seldom changes. It is kept until a message of the topic, at most 10 s. */
export class KeptValue<T> implements AsyncDisposable {
  readonly #clock: Deps['clock']
  readonly #load: () => Promise<T>
  readonly #subscription: Promise<AsyncDisposable>
  #kept: { value: Promise<T>; at: number } | null = null

  constructor({ bus, clock, log }: Pick<Deps, 'bus' | 'clock' | 'log'>, topic: Topic<unknown>, load: () => Promise<T>) {
    this.#clock = clock
    this.#load = load
    this.#subscription = subscribe(bus, topic, () => this.forget())
    this.#subscription.catch((error: unknown) => log.error({ error, topic: topic.name }, 'kept_value.not_subscribed'))
  }

  /** The value. Calls at the same time share one load, and a failed load is not kept. */
  get(): Promise<T> {
    const at = this.#clock.monotonicNow()
    if (this.#kept !== null && Math.abs(at - this.#kept.at) < staleMs) return this.#kept.value
    const kept = { value: this.#load(), at }
    this.#kept = kept
    kept.value.catch(() => {
      if (this.#kept === kept) this.#kept = null
    })
    return kept.value
  }

  /** Loads the value again at its next use. */
  forget(): void {
    this.#kept = null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const subscription = await this.#subscription.catch(() => null)
    await subscription?.[Symbol.asyncDispose]()
  }
}

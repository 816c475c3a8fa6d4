import { attemptLimits, type AttemptCounts } from '../../features/webhooks/fairness-rules.ts'

/** The attempts of this process that have not ended, counted by webhook. */
export class InFlightAttempts {
  readonly #counts = new Map<string, { count: number; isFailing: boolean }>()
  readonly #attempts = new Set<Promise<void>>()

  get counts(): AttemptCounts {
    return this.#counts
  }

  get isFull(): boolean {
    return this.#attempts.size >= attemptLimits.total
  }

  /** Counts an attempt until it settles. */
  add(clientId: string, isFailing: boolean, attempt: Promise<void>): void {
    this.#counts.set(clientId, { count: (this.#counts.get(clientId)?.count ?? 0) + 1, isFailing })
    const settled = attempt.finally(() => {
      this.#attempts.delete(settled)
      this.#decrement(clientId)
    })
    this.#attempts.add(settled)
  }

  async drain(): Promise<void> {
    await Promise.all(this.#attempts)
  }

  #decrement(clientId: string): void {
    const webhook = this.#counts.get(clientId)
    if (webhook === undefined || webhook.count <= 1) this.#counts.delete(clientId)
    else webhook.count -= 1
  }
}

import { attemptLimits, nextAhead, type AttemptCounts } from '../../features/webhooks/fairness-rules.ts'
import type { Attempt } from '../../features/webhooks/start-attempts.ts'
import type { Clock } from '../../infra/clock.ts'

/** An attempt that waits longer to be sent is withdrawn. Its lease covers this time, the request and the result. */
const maxWaitMs = 1_000

/** Sends the attempt. Resolves with whether it succeeded. Never rejects. */
export type SendAttempt = (attempt: Attempt) => Promise<boolean>

type WaitingAttempt = { attempt: Attempt; startedAt: number }
type Webhook = {
  isFailing: boolean
  sending: number
  waiting: WaitingAttempt[]
  ahead: number
  /** Successful attempts since the last call of `updateCounts`. */
  succeeded: number
  longestWaitMs: number
}

/**
 * The started attempts of this process that have not ended. Of each webhook it sends a limited number at a time; the
 * others wait, until they are sent or withdrawn.
 */
export class InFlightAttempts {
  readonly #clock: Pick<Clock, 'uptime'>
  readonly #send: SendAttempt
  readonly #webhooks = new Map<string, Webhook>()
  readonly #sending = new Set<Promise<void>>()
  #withdrawn: Attempt[] = []

  constructor(clock: Pick<Clock, 'uptime'>, send: SendAttempt) {
    this.#clock = clock
    this.#send = send
  }

  /** Counts the attempts, and determines how many to start ahead. Forgets webhooks without attempts. */
  updateCounts(): AttemptCounts {
    const counts = new Map<string, { count: number; isFailing: boolean; ahead: number }>()
    for (const [endpointId, webhook] of this.#webhooks) {
      const { isFailing, sending, waiting, succeeded, longestWaitMs } = webhook
      const count = sending + waiting.length
      if (count === 0 && succeeded === 0) {
        this.#webhooks.delete(endpointId)
        continue
      }
      webhook.ahead = nextAhead(webhook.ahead, { succeeded, waiting: waiting.length, longestWaitMs })
      webhook.succeeded = 0
      webhook.longestWaitMs = 0
      counts.set(endpointId, { count, isFailing, ahead: webhook.ahead })
    }
    return counts
  }

  get count(): number {
    return this.#sending.size
  }

  get isFull(): boolean {
    return this.#sending.size >= attemptLimits.total
  }

  /** Sends the attempt now, or when an earlier one of its webhook ends. */
  add(attempt: Attempt, isFailing: boolean): void {
    const webhook = this.#webhooks.get(attempt.endpointId) ?? {
      isFailing,
      sending: 0,
      waiting: [],
      ahead: 0,
      succeeded: 0,
      longestWaitMs: 0,
    }
    webhook.isFailing = isFailing
    webhook.waiting.push({ attempt, startedAt: this.#clock.uptime() })
    this.#webhooks.set(attempt.endpointId, webhook)
    this.#sendNext(webhook)
  }

  /** Withdraws the attempts that have waited too long. */
  withdrawLate(): void {
    for (const webhook of this.#webhooks.values())
      if (webhook.waiting.some((waiting) => this.#waitOf(waiting) >= maxWaitMs)) this.#withdrawAll(webhook)
  }

  withdrawWaiting(): void {
    for (const webhook of this.#webhooks.values()) this.#withdrawAll(webhook)
  }

  /** The attempts that were withdrawn since the last call. They were not sent, and will not be. */
  takeWithdrawn(): Attempt[] {
    return this.#withdrawn.splice(0)
  }

  async drain(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending)
  }

  #sendNext(webhook: Webhook): void {
    while (webhook.waiting.length > 0 && webhook.sending < attemptLimits.perWebhook) {
      const next = webhook.waiting.shift() as WaitingAttempt
      webhook.longestWaitMs = Math.max(webhook.longestWaitMs, this.#waitOf(next))
      if (this.#waitOf(next) >= maxWaitMs) this.#withdrawn.push(next.attempt)
      else this.#start(webhook, next.attempt)
    }
  }

  #start(webhook: Webhook, attempt: Attempt): void {
    webhook.sending += 1
    const sent = this.#send(attempt).then((hasSucceeded) => {
      this.#sending.delete(sent)
      webhook.sending -= 1
      if (hasSucceeded) webhook.succeeded += 1
      else this.#withdrawAll(webhook)
      this.#sendNext(webhook)
    })
    this.#sending.add(sent)
  }

  /** A receiver that fails is probed with few attempts, so those that wait are started again later. */
  #withdrawAll(webhook: Webhook): void {
    webhook.ahead = 0
    this.#withdrawn.push(...webhook.waiting.splice(0).map(({ attempt }) => attempt))
  }

  #waitOf({ startedAt }: WaitingAttempt): number {
    return this.#clock.uptime() - startedAt
  }
}

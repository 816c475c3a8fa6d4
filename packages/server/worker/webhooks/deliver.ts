import { limits } from '@onair/contract'
import { TrafficCounter } from '../../features/apps/traffic/traffic-counter.ts'
import { startAttempts, withdrawAttempts, type Attempt } from '../../features/webhooks/start-attempts.ts'
import { endDeliveriesOfDeleted, findDueWebhooks, measureQueue } from '../../features/webhooks/delivery-store.ts'
import { recoverExpiredLeases } from '../../features/webhooks/record-attempts.ts'
import { allocateAttempts } from '../../features/webhooks/fairness-rules.ts'
import { clockTopic, deliveriesTopic, subscribe } from '../../shared/bus-messages.ts'
import { keepFor } from '../../shared/keep-for.ts'
import { repeat, type Repeat } from '../../shared/repeat.ts'
import type { AttemptOutcome } from '../../infra/db/tables.ts'
import type { Deps } from '../../infra/deps.ts'
import type { OutboundFailure, OutboundResponse } from '../../infra/outbound/outbound-http.ts'
import { AttemptWriter } from './attempt-writer.ts'
import { InFlightAttempts } from './in-flight.ts'

/** The interval in process time. A message of `deliveriesTopic` starts a poll earlier. */
const pollIntervalMs = 1_000
const webhookBatchSize = 1_000

/** Delivers notifications when they are due, and recovers the attempts of processes that ended. */
export async function openDeliveryWorker(deps: Deps): Promise<AsyncDisposable> {
  const traffic = await TrafficCounter.open(deps)
  const worker = new DeliveryWorker(traffic, deps)
  const poll = () => worker.poll()
  const subscriptions = [await subscribe(deps.bus, deliveriesTopic, poll), await subscribe(deps.bus, clockTopic, poll)]
  const recovery = deps.db.onRecovered(() => worker.recover())
  const observed = observeQueue(deps, () => worker.inFlightCount)
  return {
    async [Symbol.asyncDispose]() {
      recovery[Symbol.dispose]()
      observed[Symbol.dispose]()
      for (const subscription of subscriptions) await subscription[Symbol.asyncDispose]()
      await worker[Symbol.asyncDispose]()
      await traffic[Symbol.asyncDispose]()
    },
  }
}

/**
 * Delivers the notifications in the queue. Every second, and when a message says that some may be due, an attempt goes
 * through five phases:
 *
 * 1. Select. The endpoints with due deliveries share the attempts fairly (`fairness-rules.ts`).
 * 2. Start. Due deliveries are leased, and their attempts are stored before anything is sent: a process that dies has
 *    counted them (`start-attempts.ts`).
 * 3. Send. Each endpoint has a limited number of requests in flight. Attempts that wait too long for one are withdrawn.
 * 4. Record. Results are written in batches, with the time of the retry (`attempt-writer.ts`).
 * 5. Recover. Attempts whose lease has expired belonged to a process that died. They count, and are retried.
 */
class DeliveryWorker implements AsyncDisposable {
  readonly #deps: Deps
  readonly #inFlight: InFlightAttempts
  readonly #attemptWriter: AttemptWriter
  readonly #polling: Repeat
  readonly #recovery: Repeat
  /** The endpoint to continue after; empty to start from the first. */
  #cursor = ''

  constructor(traffic: TrafficCounter, deps: Deps) {
    const { clock, log } = deps
    this.#deps = deps
    this.#attemptWriter = new AttemptWriter(traffic, deps)
    this.#inFlight = new InFlightAttempts(clock, (attempt) => this.#send(attempt))
    const options = { clock, intervalMs: pollIntervalMs }
    const onPollError = (error: unknown) => log.error({ error }, 'webhook.poll_failed')
    const onRecoveryError = (error: unknown) => log.error({ error }, 'webhook.recovery_failed')
    this.#polling = repeat(() => this.#startDueAttempts(), { ...options, onError: onPollError })
    this.#recovery = repeat(() => this.#recover(), { ...options, onError: onRecoveryError })
    this.recover()
  }

  get inFlightCount(): number {
    return this.#inFlight.count
  }

  poll(): void {
    this.#polling.runNow()
  }

  /** Recovers the attempts of processes that ended, then polls. */
  recover(): void {
    this.#recovery.runNow()
  }

  /** Starts no more attempts, and waits for those that were sent. Each ends within its deadline. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#recovery[Symbol.asyncDispose]()
    await this.#polling[Symbol.asyncDispose]()
    this.#inFlight.withdrawWaiting()
    await this.#inFlight.drain()
    await this.#writeWithdrawn().catch((error: unknown) => this.#deps.log.error({ error }, 'webhook.withdraw_failed'))
    await this.#attemptWriter[Symbol.asyncDispose]()
  }

  /** Starts what is due, within the limits of fairness. Polls again if more may be due. */
  async #startDueAttempts(): Promise<void> {
    const { clock, db } = this.#deps
    await this.#writeWithdrawn()
    if (this.#inFlight.isFull) return
    const page = { after: this.#cursor, limit: webhookBatchSize }
    const { webhooks, deleted, isComplete, last } = await findDueWebhooks(db.read, clock.now(), page)
    this.#cursor = isComplete ? '' : last
    const ended = await this.#endDeliveriesOf(deleted)
    const allowances = allocateAttempts(webhooks, this.#inFlight.updateCounts())
    const started = allowances.size === 0 ? [] : await startAttempts(allowances, this.#deps)
    const failing = new Set(webhooks.filter(({ isFailing }) => isFailing).map(({ endpointId }) => endpointId))
    for (const attempt of started) this.#inFlight.add(attempt, failing.has(attempt.endpointId))
    if (started.length > 0 || ended > 0 || !isComplete) this.poll()
  }

  /** Ends the deliveries that wait for deleted endpoints, a batch in each poll. Returns how many ended. */
  async #endDeliveriesOf(endpointIds: readonly string[]): Promise<number> {
    if (endpointIds.length === 0) return 0
    const { clock, db, log } = this.#deps
    const batch = { limit: webhookBatchSize, now: clock.now() }
    const ended = await db.transaction((tx) => endDeliveriesOfDeleted(tx, endpointIds, batch))
    log.info({ endpointIds, ended }, 'webhook.deliveries_ended')
    return ended
  }

  /** Resolves after the response. Its result is written while the next attempts start. */
  async #send(attempt: Attempt): Promise<boolean> {
    const startedAt = this.#deps.tracing.now()
    const result = await this.#sendRequest(attempt)
    const { outcome } = this.#attemptWriter.add(attempt, result)
    this.#trace(attempt, startedAt, outcome)
    await this.#deps.hooks.onAttemptEnded?.(attempt.endpointId)
    this.poll()
    return outcome === 'DELIVERED'
  }

  #sendRequest({ url, headers, body, change }: Attempt): Promise<OutboundResponse | OutboundFailure> {
    const send = () =>
      this.#deps.outboundHttp.send({
        url,
        method: 'POST',
        headers,
        body,
        deadlineMs: limits.webhookDeadlineMs,
        maxResponseBytes: limits.webhookResponseBytes,
      })
    return change === undefined ? send() : change.send(send)
  }

  #trace(
    { deliveryId, clientId, endpointId, retryNo, url, traceId }: Attempt,
    startedAt: number,
    outcome: AttemptOutcome,
  ): void {
    if (traceId === null) return
    this.#deps.tracing.end({
      name: 'webhook attempt',
      kind: 'client',
      traceId,
      startedAt,
      attributes: {
        'http.request.method': 'POST',
        'server.address': new URL(url).hostname,
        'onair.delivery_id': deliveryId,
        'onair.client_id': clientId,
        'onair.endpoint_id': endpointId,
        'onair.retry_no': retryNo,
        'onair.outcome': outcome,
      },
      isError: outcome !== 'DELIVERED',
    })
  }

  /** If this fails, the attempts end with their lease, as those of a worker that died. */
  async #writeWithdrawn(): Promise<void> {
    this.#inFlight.withdrawLate()
    const withdrawn = this.#inFlight.takeWithdrawn()
    if (withdrawn.length > 0) await withdrawAttempts(withdrawn, this.#deps)
  }

  async #recover(): Promise<void> {
    const recovered = await recoverExpiredLeases(this.#deps)
    if (recovered > 0) this.#deps.log.warn({ recovered }, 'webhook.attempts_recovered')
    this.poll()
  }
}

/** Reads the queue once for both metrics, at most once in five seconds. */
function observeQueue({ clock, db, metrics }: Deps, countInFlight: () => number): Disposable {
  const measure = keepFor(5_000, clock, () => measureQueue(db.read, clock.now()))
  const stack = new DisposableStack()
  stack.use(metrics.observe('onair_webhook_deliveries_waiting', async () => (await measure()).waiting))
  stack.use(metrics.observe('onair_webhook_oldest_due_age_seconds', async () => (await measure()).oldestDueSec))
  stack.use(metrics.observe('onair_webhook_attempts_in_flight', countInFlight))
  return stack
}

import type { TrafficCounter } from '../../features/apps/traffic/traffic-counter.ts'
import { leaseSec, type Attempt } from '../../features/webhooks/start-attempts.ts'
import type { AttemptResult } from '../../features/webhooks/delivery-store.ts'
import { toAttemptResult, recordAttempts, type RecordedAttempts } from '../../features/webhooks/record-attempts.ts'
import { BatchWriter } from '../../shared/batch-writer.ts'
import type { OutboundResponse, OutboundFailure } from '../../infra/outbound/outbound-http.ts'
import type { Deps } from '../../infra/deps.ts'

const maxRows = 200
const retryMs = 500

type PendingResult = { result: AttemptResult; leaseUntil: number }

/** Writes the results of attempts in batches. Disposing flushes. */
export class AttemptWriter implements AsyncDisposable {
  readonly #deps: Deps
  readonly #traffic: TrafficCounter
  readonly #writer: BatchWriter<PendingResult>

  constructor(traffic: TrafficCounter, deps: Deps) {
    this.#deps = deps
    this.#traffic = traffic
    this.#writer = new BatchWriter<PendingResult>({
      name: 'webhook_attempts',
      clock: deps.clock,
      metrics: deps.metrics,
      write: (batch) => this.#write(batch.map(({ result }) => result)),
      onError: (error, batch) => this.#rowsToRetry(error, batch),
      maxRows,
      retryMs,
    })
  }

  add(attempt: Attempt, response: OutboundResponse | OutboundFailure): AttemptResult {
    const leaseUntil = this.#deps.clock.uptime() + leaseSec * 1000
    const result = toAttemptResult(attempt, response, this.#deps)
    this.#deps.metrics.attemptEnded(result.outcome, (result.tookMs ?? 0) / 1_000)
    this.#traffic.add({
      kind: 'delivery',
      clientId: attempt.clientId,
      operation: attempt.endpointId,
      status: result.status ?? 0,
      code: result.outcome === 'DELIVERED' ? '' : result.outcome,
      tookMs: result.tookMs ?? 0,
    })
    this.#writer.add({ result, leaseUntil })
    return result
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer[Symbol.asyncDispose]()
  }

  async #write(results: readonly AttemptResult[]): Promise<void> {
    const recorded = await recordAttempts(results, this.#deps)
    for (const result of results) this.#logResult(result, recorded)
    for (const endpoint of recorded.disabled) this.#deps.log.warn({ ...endpoint }, 'webhook.disabled')
  }

  /** After the lease has expired, another worker records the attempt as UNKNOWN. */
  #rowsToRetry(error: unknown, batch: PendingResult[]): PendingResult[] {
    const { clock, log } = this.#deps
    log.error({ error }, 'webhook.record_failed')
    return batch.filter(({ leaseUntil }) => leaseUntil > clock.uptime())
  }

  #logResult(result: AttemptResult, { deliveryIds }: RecordedAttempts): void {
    const { log } = this.#deps
    const { deliveryId, clientId, endpointId, retryNo, outcome, failure, state, tookMs: ms } = result
    if (!deliveryIds.has(deliveryId)) log.warn({ deliveryId, clientId, endpointId, retryNo }, 'webhook.lease_lost')
    else if (outcome === 'DELIVERED') log.info({ deliveryId, clientId, endpointId, retryNo, ms }, 'webhook.delivered')
    else if (state === 'WAITING')
      log.info({ deliveryId, clientId, endpointId, retryNo, ms, failure }, 'webhook.delivery_failed')
    else log.warn({ deliveryId, clientId, endpointId, retryNo, ms, failure }, 'webhook.delivery_exhausted')
  }
}

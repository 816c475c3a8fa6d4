import { leaseSec, type Attempt } from '../../features/webhooks/start-attempts.ts'
import type { AttemptResult } from '../../features/webhooks/delivery-store.ts'
import { toAttemptResult, recordAttempts } from '../../features/webhooks/record-attempts.ts'
import type { Clock } from '../../infra/clock.ts'
import type { OutboundResponse, OutboundFailure } from '../../infra/outbound-http.ts'
import type { Deps } from '../../infra/deps.ts'

const writeBatchSize = 200
const retryDelayMs = 500

type PendingResult = { result: AttemptResult; leaseUntil: number }

/** Writes down how attempts ended; those that end while it writes are written together. */
export function createAttemptWriter(deps: Deps) {
  const { clock, log } = deps
  let pending: PendingResult[] = []
  let flushing: Promise<void> | null = null

  const flush = async () => {
    while (pending.length > 0) {
      const batch = pending.splice(0, writeBatchSize)
      try {
        const results = batch.map(({ result }) => result)
        logResults(await recordAttempts(results, deps), batch)
      } catch (error) {
        log.error({ error }, 'webhook.record_failed')
        // When the lease is over, somebody else has written it.
        pending = [...batch.filter(({ leaseUntil }) => leaseUntil > clock.uptime()), ...pending]
        await delay(clock, retryDelayMs)
      }
    }
    flushing = null
  }
  const logResults = (written: Awaited<ReturnType<typeof recordAttempts>>, batch: readonly PendingResult[]) => {
    for (const { result } of batch) {
      const { deliveryId, clientId, resendNo, outcome, failure, state, tookMs: ms } = result
      if (!written.deliveryIds.has(deliveryId)) log.warn({ deliveryId, clientId, resendNo }, 'webhook.lease_lost')
      else if (outcome === 'DELIVERED') log.info({ deliveryId, clientId, resendNo, ms }, 'webhook.delivered')
      else if (state === 'WAITING') log.info({ deliveryId, clientId, resendNo, ms, failure }, 'webhook.delivery_failed')
      else log.warn({ deliveryId, clientId, resendNo, ms, failure }, 'webhook.delivery_exhausted')
    }
    for (const clientId of written.disabled) log.warn({ clientId }, 'webhook.disabled')
  }
  return {
    add(attempt: Attempt, result: OutboundResponse | OutboundFailure) {
      pending.push({ result: toAttemptResult(attempt, result, deps), leaseUntil: clock.uptime() + leaseSec * 1000 })
      flushing ??= flush()
    },
    /** Resolves when everything is written that was to be. */
    async drain() {
      await flushing
    },
  }
}

function delay(clock: Pick<Clock, 'after'>, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve))
}

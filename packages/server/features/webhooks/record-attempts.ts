import { failure } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import type { OutboundResponse, OutboundFailure } from '../../infra/outbound/outbound-http.ts'
import type { Attempt } from './start-attempts.ts'
import { lockExpiredLeases, writeAttemptResults, type AttemptResult, type LeasedAttempt } from './delivery-store.ts'
import { attemptOutcomeOf, nextStep, type AttemptEnd } from './delivery-rules.ts'
import { markFailing, markHealthy } from './health-store.ts'
import type { EndpointKey } from './webhook-store.ts'

type RecordDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'random' | 'policy'>

/** The row to write for an attempt that ended. */
export function toAttemptResult(
  attempt: Attempt,
  result: OutboundResponse | OutboundFailure,
  deps: RecordDeps,
): AttemptResult {
  const { deliveryId, clientId, endpointId, lease, retryNo, isTest } = attempt
  const response = 'failed' in result ? null : result
  return {
    ...endAttempt({ deliveryId, clientId, endpointId, lease, retryNo, isTest }, attemptOutcomeOf(result), deps),
    tookMs: Math.round(result.tookMs),
    status: result.status ?? null,
    headers: response && JSON.stringify(response.headers),
    body: response && response.body,
    truncated: response && response.truncated,
  }
}

export type RecordedAttempts = {
  /** The deliveries whose results were written. The leases of the others had been lost. */
  deliveryIds: ReadonlySet<string>
  /** The endpoints that this disabled. */
  disabled: EndpointKey[]
}

/** Writes results of attempts, and updates the health of their webhooks. */
export async function recordAttempts(results: readonly AttemptResult[], deps: RecordDeps): Promise<RecordedAttempts> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const deliveryIds = await writeAttemptResults(tx, results)
    const recorded = results.filter(({ deliveryId }) => deliveryIds.has(deliveryId))
    // A test that fails says nothing about the notifications.
    const tried = new Set(recorded.filter(({ isTest }) => !isTest).map(({ endpointId }) => endpointId))
    const healthy = new Set(
      recorded.filter(({ outcome }) => outcome === 'DELIVERED').map(({ endpointId }) => endpointId),
    )
    const failing = [...tried].filter((endpointId) => !healthy.has(endpointId))
    await markHealthy(tx, [...healthy])
    return { deliveryIds, disabled: await markFailing(tx, failing, now, { ...deps.config, ...deps.policy }) }
  })
}

const recoveryBatchSize = 500

/**
 * Ends attempts whose lease has expired, because their worker died. They may have been sent, so they count, and the next
 * retry gets the next number. Returns how many there were.
 */
export async function recoverExpiredLeases(deps: RecordDeps): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const expired = await lockExpiredLeases(tx, recoveryBatchSize)
    if (expired.length === 0) return 0
    const end: AttemptEnd = { outcome: 'UNKNOWN', failure: failure('WORKER_LOST') }
    const noResponse = { tookMs: null, status: null, headers: null, body: null, truncated: null }
    await writeAttemptResults(
      tx,
      expired.map((attempt) => ({ ...endAttempt(attempt, end, deps), ...noResponse })),
    )
    return expired.length
  })
}

function endAttempt(attempt: LeasedAttempt, end: AttemptEnd, { clock, config, random }: RecordDeps) {
  const now = clock.now()
  const next = nextStep(
    { outcome: end.outcome, retryNo: attempt.retryNo, isTest: attempt.isTest },
    { now, retrySec: config.webhookRetrySec, random: random.bytes(4).readUInt32BE() / 0xffff_ffff },
  )
  return { ...attempt, ...end, ...next, endedAt: now }
}

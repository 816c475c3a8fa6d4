import { failure, limits, type AttemptFailureCode, type DeliveryState, type Failure } from '@onair/contract'
import type { AttemptOutcome } from '../../infra/db/tables.ts'
import type { OutboundResponse, OutboundFailure } from '../../infra/outbound/outbound-http.ts'

const goneStatus = 410
/** Waits vary by this fraction, so that deliveries that failed together are not retried together. */
const jitter = 0.2

export type AttemptEnd = { outcome: AttemptOutcome; failure: Failure<AttemptFailureCode> | null }

/** The outcome of an attempt. Only a complete 2xx response counts as delivered; 410 stops the retries. Gap 102. */
export function attemptOutcomeOf(result: OutboundResponse | OutboundFailure): AttemptEnd {
  if ('failed' in result) return { outcome: 'FAILED', failure: attemptFailureOf(result) }
  const { status } = result
  if (status >= 200 && status < 300) return { outcome: 'DELIVERED', failure: null }
  return { outcome: status === goneStatus ? 'REFUSED' : 'FAILED', failure: failure('UNSUCCESSFUL_STATUS', { status }) }
}

function attemptFailureOf({ failed, step, causes, status }: OutboundFailure): Failure<AttemptFailureCode> {
  const timeout = failure('RESPONSE_TIMEOUT', { seconds: limits.webhookDeadlineMs / 1000, step })
  const ended = failed === 'deadline' ? timeout : failed === 'aborted' ? failure('ATTEMPT_ABORTED') : null
  if (status !== undefined) return failure('RESPONSE_INCOMPLETE', { status }, ended === null ? causes : [ended])
  return ended ?? failure(failureCodeByStep[step], {}, causes)
}

const failureCodeByStep = {
  address: 'URL_NOT_ALLOWED',
  dns: 'DNS_FAILED',
  connect: 'CONNECT_FAILED',
  tls: 'TLS_FAILED',
  response: 'RESPONSE_FAILED',
} as const

/** The state after an attempt that ended now, and when to retry. A test has no retries. `random` is from 0 to 1. */
export function nextStep(
  { outcome, retryNo, isTest }: { outcome: AttemptOutcome; retryNo: number; isTest: boolean },
  { now, retrySec, random }: { now: number; retrySec: readonly number[]; random: number },
): { state: DeliveryState; nextAttemptAt: number | null } {
  if (outcome === 'DELIVERED') return { state: 'DELIVERED', nextAttemptAt: null }
  const waitSec = retrySec[retryNo]
  if (outcome === 'REFUSED' || isTest || waitSec === undefined) return { state: 'EXHAUSTED', nextAttemptAt: null }
  const waitMs = waitSec * 1000 * (1 - jitter + 2 * jitter * random)
  return { state: 'WAITING', nextAttemptAt: now + Math.round(waitMs) }
}

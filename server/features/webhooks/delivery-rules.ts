import { failureCodes, type DeliveryState, limits, formatFailure } from '@onair/contract'
import type { AttemptOutcome } from '../../infra/db/tables.ts'
import type { OutboundResponse, OutboundFailure } from '../../infra/outbound-http.ts'

const goneStatus = 410
/** How far a wait may be from what is set, either way, so that what failed together is not resent together. */
const jitter = 0.2

/** What became of an attempt, and why in words. Only a whole 2xx answer counts; 410 asks for no resends. Gap 102. */
export function outcomeOf(result: OutboundResponse | OutboundFailure): { outcome: AttemptOutcome; reason: string } {
  if ('failed' in result) {
    const { status } = result
    const failureText = failureReason(result)
    return {
      outcome: 'FAILED',
      reason: status === undefined ? failureText : formatFailure('RESPONSE_INCOMPLETE', { status, cause: failureText }),
    }
  }
  const reason = formatFailure('RESPONDED', { status: result.status })
  if (result.status >= 200 && result.status < 300) return { outcome: 'DELIVERED', reason }
  return { outcome: result.status === goneStatus ? 'REFUSED' : 'FAILED', reason }
}

function failureReason({ failed, reason }: OutboundFailure): string {
  if (failed === 'deadline')
    return formatFailure('RESPONSE_TIMEOUT', { seconds: limits.webhookDeadlineMs / 1000, step: reason })
  if (failed === 'aborted') return failureCodes.ATTEMPT_ABORTED
  return formatFailure(failureCodeByStep[failed], { problem: reason })
}

const failureCodeByStep = {
  blocked_address: 'ADDRESS_BLOCKED',
  name: 'DNS_FAILED',
  connect: 'CONNECT_FAILED',
  tls: 'TLS_FAILED',
  answer: 'RESPONSE_FAILED',
} as const

/** What comes after an attempt that ended now: nothing, or the next resend at some moment. `chance` is from 0 to 1. */
export function nextStep(
  { outcome, resendNo }: { outcome: AttemptOutcome; resendNo: number },
  { now, resendSec, chance: random }: { now: number; resendSec: readonly number[]; chance: number },
): { state: DeliveryState; nextAttemptAt: number | null } {
  if (outcome === 'DELIVERED') return { state: 'DELIVERED', nextAttemptAt: null }
  const waitSec = resendSec[resendNo]
  if (outcome === 'REFUSED' || waitSec === undefined) return { state: 'EXHAUSTED', nextAttemptAt: null }
  const waitMs = waitSec * 1000 * (1 - jitter + 2 * jitter * random)
  return { state: 'WAITING', nextAttemptAt: now + Math.round(waitMs) }
}

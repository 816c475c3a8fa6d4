import { limits, type DeliveryState } from '@onair/contract'
import type { AttemptOutcome } from '../../world/db/tables.ts'
import type { Answer, Failure } from '../../world/outgoing.ts'

const wantsNoMore = 410
/** How far a wait may be from what is set, either way, so that what failed together is not resent together. */
const spread = 0.2

/** What became of an attempt, and why in words. Only a whole 2xx answer counts; 410 asks for no resends. Gap 102. */
export function outcomeOf(result: Answer | Failure): { outcome: AttemptOutcome; reason: string } {
  if ('failed' in result) {
    const begun = result.status === undefined ? '' : `answered ${result.status}, but not to the end; `
    return { outcome: 'FAILED', reason: `${begun}${failureWords(result)}` }
  }
  const reason = `answered ${result.status}`
  if (result.status >= 200 && result.status < 300) return { outcome: 'DELIVERED', reason }
  return { outcome: result.status === wantsNoMore ? 'REFUSED' : 'FAILED', reason }
}

function failureWords({ failed, reason }: Failure): string {
  if (failed === 'deadline') return `no answer within ${limits.webhookDeadlineMs / 1000} s (${reason})`
  if (failed === 'stopped') return 'the sending was stopped'
  return `${stepWords[failed]}: ${reason}`
}

const stepWords = {
  'refused address': 'refused address',
  name: 'the name was not found',
  connect: 'not connected',
  tls: 'no secure connection',
  answer: 'no whole answer',
} as const

/** What comes after an attempt that ended now: nothing, or the next resend at some moment. `chance` is from 0 to 1. */
export function stepAfter(
  { outcome, resendNo }: { outcome: AttemptOutcome; resendNo: number },
  { now, resendSec, chance }: { now: number; resendSec: readonly number[]; chance: number },
): { state: DeliveryState; nextAttemptAt: number | null } {
  if (outcome === 'DELIVERED') return { state: 'DELIVERED', nextAttemptAt: null }
  const waitSec = resendSec[resendNo]
  if (outcome === 'REFUSED' || waitSec === undefined) return { state: 'GIVEN_UP', nextAttemptAt: null }
  const waitMs = waitSec * 1000 * (1 - spread + 2 * spread * chance)
  return { state: 'WAITING', nextAttemptAt: now + Math.round(waitMs) }
}

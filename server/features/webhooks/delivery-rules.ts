import { causes, type DeliveryState, limits, textOfCause } from '@onair/contract'
import type { AttemptOutcome } from '../../world/db/tables.ts'
import type { Answer, Failure } from '../../world/outgoing.ts'

const wantsNoMore = 410
/** How far a wait may be from what is set, either way, so that what failed together is not resent together. */
const spread = 0.2

/** What became of an attempt, and why in words. Only a whole 2xx answer counts; 410 asks for no resends. Gap 102. */
export function outcomeOf(result: Answer | Failure): { outcome: AttemptOutcome; reason: string } {
  if ('failed' in result) {
    const { status } = result
    const cause = causeOf(result)
    return {
      outcome: 'FAILED',
      reason: status === undefined ? cause : textOfCause('ANSWERED_IN_PART', { status, cause }),
    }
  }
  const reason = textOfCause('ANSWERED', { status: result.status })
  if (result.status >= 200 && result.status < 300) return { outcome: 'DELIVERED', reason }
  return { outcome: result.status === wantsNoMore ? 'REFUSED' : 'FAILED', reason }
}

function causeOf({ failed, reason }: Failure): string {
  if (failed === 'deadline')
    return textOfCause('NO_ANSWER_IN_TIME', { seconds: limits.webhookDeadlineMs / 1000, step: reason })
  if (failed === 'stopped') return causes.SENDING_STOPPED
  return textOfCause(causesOfSteps[failed], { problem: reason })
}

const causesOfSteps = {
  'refused address': 'ADDRESS_REFUSED',
  name: 'NAME_NOT_FOUND',
  connect: 'NOT_CONNECTED',
  tls: 'NOT_TRUSTED',
  answer: 'BROKE_OFF',
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

import type { ClaimOutcome, FulfillmentState } from '@onair/contract'
import { because, type Because } from '../../kit/refusal.ts'

/**
 * Why a reward may not be claimed at this moment, or null when it may. The end is the first moment outside; the minute
 * that is being watched does not count.
 */
export function refusalToClaim(
  { startsAt, endsAt, watchMinutes }: { startsAt: number; endsAt: number | null; watchMinutes: number },
  { watchedMs, now }: { watchedMs: number; now: number },
): Because | null {
  if (now < startsAt) return 'CAMPAIGN_NOT_BEGUN'
  if (endsAt !== null && now >= endsAt) return 'CAMPAIGN_OVER'
  const watched = wholeMinutes(watchedMs)
  return watched < watchMinutes ? because('WATCHED_TOO_SHORT', { watched, wanted: watchMinutes }) : null
}

export function wholeMinutes(ms: number): number {
  return Math.floor(ms / 60_000)
}

/** A claim as it stands, or as an application wants it. */
type Standing = { clientId: string; fulfillmentState: FulfillmentState }

/** What becomes of a claim that an application wants in a state. FULFILLED never goes back. Gap 64. */
export function outcomeOf(claim: Standing | undefined, wanted: Standing): ClaimOutcome {
  if (claim === undefined) return 'NOT_FOUND'
  if (claim.clientId !== wanted.clientId) return 'UNAUTHORIZED'
  if (claim.fulfillmentState === 'FULFILLED' && wanted.fulfillmentState === 'CLAIMED') return 'UPDATE_FAILED'
  return 'SUCCESS'
}

import type { ClaimOutcome, FulfillmentState } from '@onair/contract'
import { refusalReason, type RefusalReason } from '../../shared/refusal.ts'

/**
 * Why a reward may not be claimed at this moment, or null when it may. The end is the first moment outside; the minute
 * that is being watched does not count.
 */
export function refusalToClaim(
  { startsAt, endsAt, watchMinutes }: { startsAt: number; endsAt: number | null; watchMinutes: number },
  { watchedMs, now }: { watchedMs: number; now: number },
): RefusalReason | null {
  if (now < startsAt) return 'CAMPAIGN_NOT_STARTED'
  if (endsAt !== null && now >= endsAt) return 'CAMPAIGN_OVER'
  const watched = toMinutes(watchedMs)
  return watched < watchMinutes ? refusalReason('WATCH_TIME_TOO_SHORT', { watched, wanted: watchMinutes }) : null
}

export function toMinutes(ms: number): number {
  return Math.floor(ms / 60_000)
}

/** A claim as it stands, or as an application wants it. */
type ClaimState = { clientId: string; fulfillmentState: FulfillmentState }

/** What becomes of a claim that an application wants in a state. FULFILLED never goes back. Gap 64. */
export function outcomeOf(claim: ClaimState | undefined, requested: ClaimState): ClaimOutcome {
  if (claim === undefined) return 'NOT_FOUND'
  if (claim.clientId !== requested.clientId) return 'UNAUTHORIZED'
  if (claim.fulfillmentState === 'FULFILLED' && requested.fulfillmentState === 'CLAIMED') return 'UPDATE_FAILED'
  return 'SUCCESS'
}

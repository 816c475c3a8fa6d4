import type { ClaimOutcome, FulfillmentState } from '@onair/contract'
import { errorReason, type CodeOrReason } from '../../shared/refusal.ts'

/**
 * Why a reward cannot be claimed now, or null. The end is exclusive; only full watched minutes count.
 */
export function refusalToClaim(
  { startsAt, endsAt, watchMinutes }: { startsAt: number; endsAt: number | null; watchMinutes: number },
  { watchedMs, now }: { watchedMs: number; now: number },
): CodeOrReason | null {
  if (now < startsAt) return 'CAMPAIGN_NOT_STARTED'
  if (endsAt !== null && now >= endsAt) return 'CAMPAIGN_OVER'
  const watched = toMinutes(watchedMs)
  return watched < watchMinutes ? errorReason('WATCH_TIME_TOO_SHORT', { watched, required: watchMinutes }) : null
}

export function toMinutes(ms: number): number {
  return Math.floor(ms / 60_000)
}

export function toMs(minutes: number): number {
  return minutes * 60_000
}

/** The fulfillment state of a claim, current or requested. */
type ClaimState = { clientId: string; fulfillmentState: FulfillmentState }

/** The result of a requested state change. FULFILLED cannot be undone. Gap 64. */
export function claimOutcomeOf(claim: ClaimState | undefined, requested: ClaimState): ClaimOutcome {
  if (claim === undefined) return 'NOT_FOUND'
  if (claim.clientId !== requested.clientId) return 'UNAUTHORIZED'
  if (claim.fulfillmentState === 'FULFILLED' && requested.fulfillmentState === 'CLAIMED') return 'UPDATE_FAILED'
  return 'SUCCESS'
}

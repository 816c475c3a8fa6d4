import type { ClaimOutcome, FulfillmentState } from '@onair/contract'

/**
 * Why a reward may not be claimed at this moment, or null when it may. The end is the first moment outside; the minute
 * that is being watched does not count.
 */
export function refusalToClaim(
  { startsAt, endsAt, watchMinutes }: { startsAt: number; endsAt: number | null; watchMinutes: number },
  { watchedMs, now }: { watchedMs: number; now: number },
): string | null {
  if (now < startsAt) return 'the campaign has not begun'
  if (endsAt !== null && now >= endsAt) return 'the campaign is over'
  const watched = wholeMinutes(watchedMs)
  return watched < watchMinutes ? `watched for ${watched} of ${watchMinutes} minutes` : null
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

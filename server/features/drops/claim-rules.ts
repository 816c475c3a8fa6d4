import type { ClaimOutcome, FulfillmentState } from '@onair/contract'

/** Why a reward may not be claimed at this moment, or null when it may. The end is the first moment outside. */
export function refusalToClaim(
  { startsAt, endsAt }: { startsAt: number; endsAt: number | null },
  now: number,
): 'the campaign has not begun' | 'the campaign is over' | null {
  if (now < startsAt) return 'the campaign has not begun'
  if (endsAt !== null && now >= endsAt) return 'the campaign is over'
  return null
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

import { claimOutcomes, type BodyOf, type ClaimOutcome, type ContentOf, type drops } from '@onair/contract'
import { isUuid } from '../../shared/ids.ts'
import type { Deps } from '../../infra/deps.ts'
import { claimOutcomeOf } from './claim-rules.ts'
import { lockClaims, markFulfilled } from './claim-store.ts'

/** Claims are locked before the decision, so a concurrent request sees the result of the first. */
export async function fulfillClaims(
  clientId: string,
  { claimIds: requestedIds, fulfillmentState }: BodyOf<typeof drops.fulfillClaims>,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<ContentOf<typeof drops.fulfillClaims>> {
  const now = clock.now()
  const requested = { clientId, fulfillmentState }
  const claimIds = [...new Set(requestedIds)]

  const idsByOutcome = await db.transaction(async (tx) => {
    const claims = await lockClaims(tx, claimIds.filter(isUuid))
    const claimsById = new Map(claims.map((claim) => [claim.id, claim]))
    const outcomes = Map.groupBy(claimIds, (id): ClaimOutcome =>
      isUuid(id) ? claimOutcomeOf(claimsById.get(id.toLowerCase()), requested) : 'INVALID_ID',
    )
    if (fulfillmentState === 'FULFILLED') await markFulfilled(tx, outcomes.get('SUCCESS') ?? [], now)
    return outcomes
  })
  return {
    data: claimOutcomes.flatMap((status) => {
      const ids = idsByOutcome.get(status)
      return ids === undefined ? [] : [{ status, ids }]
    }),
  }
}

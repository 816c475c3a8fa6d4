import { claimOutcomes, drops, type ClaimOutcome } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { isUuid } from '../../kit/ids.ts'
import { outcomeOf } from './claim-rules.ts'
import { lockClaims, markFulfilled } from './claim-store.ts'

/** The claims are held while it is decided what becomes of each: of two who ask at once the second sees what the first did. */
export const fulfilClaims = handle(drops.fulfilClaims, async ({ caller, body }, { clock, db }) => {
  const now = clock.now()
  const wanted = { clientId: caller.clientId, fulfillmentState: body.fulfillmentState }
  const claimIds = [...new Set(body.claimIds)]

  const idsByOutcome = await db.change(async (tx) => {
    const claims = await lockClaims(tx, claimIds.filter(isUuid))
    const claimsById = new Map(claims.map((claim) => [claim.id, claim]))
    const outcomes = Map.groupBy(claimIds, (id): ClaimOutcome =>
      isUuid(id) ? outcomeOf(claimsById.get(id.toLowerCase()), wanted) : 'INVALID_ID',
    )
    if (wanted.fulfillmentState === 'FULFILLED') await markFulfilled(tx, outcomes.get('SUCCESS') ?? [], now)
    return outcomes
  })
  return {
    data: claimOutcomes.flatMap((status) => {
      const ids = idsByOutcome.get(status)
      return ids === undefined ? [] : [{ status, ids }]
    }),
  }
})

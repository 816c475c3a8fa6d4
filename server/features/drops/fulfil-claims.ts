import { claimOutcomes, drops, type BodyOf, type ClaimOutcome, type ContentOf } from '@onair/contract'
import { handle } from '../../kit/handle.ts'
import { isUuid } from '../../kit/ids.ts'
import type { World } from '../../world/world.ts'
import { outcomeOf } from './claim-rules.ts'
import { lockClaims, markFulfilled } from './claim-store.ts'

export const fulfilClaims = handle(drops.fulfilClaims, ({ caller, body }, world) =>
  fulfil(caller.clientId, body, world),
)

/** The claims are held while it is decided what becomes of each: of two who ask at once the second sees what the first did. */
export async function fulfil(
  clientId: string,
  { claimIds: given, fulfillmentState }: BodyOf<typeof drops.fulfilClaims>,
  { clock, db }: Pick<World, 'clock' | 'db'>,
): Promise<ContentOf<typeof drops.fulfilClaims>> {
  const now = clock.now()
  const wanted = { clientId, fulfillmentState }
  const claimIds = [...new Set(given)]

  const idsByOutcome = await db.change(async (tx) => {
    const claims = await lockClaims(tx, claimIds.filter(isUuid))
    const claimsById = new Map(claims.map((claim) => [claim.id, claim]))
    const outcomes = Map.groupBy(claimIds, (id): ClaimOutcome =>
      isUuid(id) ? outcomeOf(claimsById.get(id.toLowerCase()), wanted) : 'INVALID_ID',
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

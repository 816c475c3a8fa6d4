import { drops, limits } from '@onair/contract'
import { badValue } from '../../kit/bad-value.ts'
import { utcSecond } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { isUuid } from '../../kit/ids.ts'
import { findClaims, loadPosition } from './claim-store.ts'

/** An id that stands for nothing finds nothing; only `page.from`, which must come from here, is looked at. Gap 61. */
export const rewardClaims = handle(drops.rewardClaims, async ({ caller, query }, { db }) => {
  const { page: { from = '', size = limits.claimListSize } = {}, claimId, ...filter } = query
  const { channelId, campaignId, categoryId, fulfillmentState } = filter
  if (campaignId !== undefined && categoryId !== undefined)
    throw badValue(caller, 'categoryId', 'never together with campaignId')
  const position = from === '' ? 0 : isUuid(from) ? await loadPosition(db.read, caller.clientId, from) : null
  if (position === null) throw badValue(caller, 'page', 'from is no claim of this application')
  if (campaignId !== undefined && !isUuid(campaignId)) return { data: [], page: { cursor: null } }

  const found = await findClaims(
    db.read,
    caller.clientId,
    { claimIds: claimId?.filter(isUuid), channelId, campaignId, categoryId, fulfillmentState },
    { from: position, size: size + 1 },
  )
  return {
    data: found.slice(0, size).map(({ claimedAt, updatedAt, ...claim }) => ({
      ...claim,
      claimedDate: utcSecond(claimedAt),
      updatedDate: utcSecond(updatedAt),
    })),
    page: { cursor: found[size]?.claimId ?? null },
  }
})

import { limits, type drops, type FulfillmentState } from '@onair/contract'
import type { ContentOf } from '@onair/contract'
import { utcSecond } from '../../kit/dates.ts'
import { isUuid } from '../../kit/ids.ts'
import type { Because, Refusal } from '../../kit/refusal.ts'
import type { World } from '../../world/world.ts'
import { findClaims, loadPosition } from './claim-store.ts'

type Asked = {
  from?: string
  size?: number
  claimId?: string[]
  channelId?: string
  channelIds?: string[]
  rewardId?: string
  campaignId?: string
  categoryId?: string
  fulfillmentState?: FulfillmentState
}

/** An application's claims. An id that stands for nothing finds nothing; only `from`, which must come from here, is looked at. Gap 61. */
export async function claimsOf(
  clientId: string,
  { from = '', size = limits.claimListSize, claimId, channelId, channelIds, ...filter }: Asked,
  refuse: (field: string, problem: Because) => Refusal,
  { db }: Pick<World, 'db'>,
): Promise<ContentOf<typeof drops.rewardClaims>> {
  const { campaignId, rewardId, categoryId, fulfillmentState } = filter
  if (campaignId !== undefined && categoryId !== undefined) throw refuse('categoryId', 'CATEGORY_BESIDE_CAMPAIGN')
  const position = from === '' ? 0 : isUuid(from) ? await loadPosition(db.read, clientId, from) : null
  if (position === null) throw refuse('page', 'NO_SUCH_CLAIM')
  if ([campaignId, rewardId].some((id) => id !== undefined && !isUuid(id))) return { data: [], page: { cursor: null } }

  const found = await findClaims(
    db.read,
    clientId,
    { claimIds: claimId?.filter(isUuid), channelId, channelIds, rewardId, campaignId, categoryId, fulfillmentState },
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
}

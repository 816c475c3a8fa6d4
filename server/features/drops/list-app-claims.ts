import { limits, type drops, type FulfillmentState, type NotificationFilter } from '@onair/contract'
import type { ContentOf } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { isUuid } from '../../shared/ids.ts'
import type { CodeOrReason, Refusal } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { findClaims, loadClaimPosition } from './claim-store.ts'

type ClaimQuery = {
  from?: string
  size?: number
  claimId?: string[]
  channelId?: string
  channelIds?: string[]
  rewardId?: string
  campaignId?: string
  categoryId?: string
  fulfillmentState?: FulfillmentState
  notification?: NotificationFilter
}

/** Lists an application's claims. An unknown filter id gives an empty list; only `from` is validated. Gap 61. */
export async function listAppClaims(
  clientId: string,
  { from = '', size = limits.claimListSize, claimId, channelId, channelIds, ...filter }: ClaimQuery,
  refuse: (field: string, problem: CodeOrReason) => Refusal,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof drops.listRewardClaims>> {
  const { campaignId, rewardId, categoryId, fulfillmentState, notification } = filter
  if (campaignId !== undefined && categoryId !== undefined) throw refuse('categoryId', 'CATEGORY_WITH_CAMPAIGN')
  const position = from === '' ? 0 : isUuid(from) ? await loadClaimPosition(db.read, clientId, from) : null
  if (position === null) throw refuse('page', 'NO_SUCH_CLAIM')
  if ([campaignId, rewardId].some((id) => id !== undefined && !isUuid(id))) return { data: [], page: { cursor: null } }

  const found = await findClaims(
    db.read,
    clientId,
    {
      claimIds: claimId?.filter(isUuid),
      channelId,
      channelIds,
      rewardId,
      campaignId,
      categoryId,
      fulfillmentState,
      notification,
    },
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

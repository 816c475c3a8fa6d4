import { limits, type SortOrder, type drops, type FulfillmentState, type NotificationFilter } from '@onair/contract'
import type { ContentOf } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { isUuid } from '../../shared/ids.ts'
import type { CodeOrReason, Refusal } from '../../shared/refusal.ts'
import type { Reader } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { findClaims, isScan, loadClaimPosition, loadScanEnd, type ClaimFilter } from './claim-store.ts'

type FilterQuery = {
  claimId?: string[]
  channelId?: string
  channelIds?: string[]
  rewardId?: string
  campaignId?: string
  categoryId?: string
  fulfillmentState?: FulfillmentState
  notification?: NotificationFilter
  claimant?: string
}
type ClaimQuery = FilterQuery & { sort?: SortOrder; from?: string; size?: number }
type Refuse = (field: string, problem: CodeOrReason) => Refusal

/** Lists an application's claims. An unknown filter id gives an empty list; only `from` is validated. Gap 61. */
export async function listAppClaims(
  clientId: string,
  { sort = 'oldest', from = '', size = limits.claimListSize, ...query }: ClaimQuery,
  refuse: Refuse,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof drops.listRewardClaims>> {
  if (query.campaignId !== undefined && query.categoryId !== undefined)
    throw refuse('categoryId', 'CATEGORY_WITH_CAMPAIGN')
  const position =
    from === '' ? null : await requirePosition(db.read, clientId, from, () => refuse('page', 'NO_SUCH_CLAIM'))
  const filter = toClaimFilter(query)
  if (filter === null) return { data: [], page: { cursor: null } }

  const range = { from: position, sort }
  const found = await findClaims(db.read, clientId, filter, { ...range, size: size + 1 })
  const scanEnd = isScan(filter) && found.length <= size ? await loadScanEnd(db.read, clientId, filter, range) : null
  return {
    data: found.slice(0, size).map(({ claimedAt, updatedAt, ...claim }) => ({
      ...claim,
      claimedDate: utcSecond(claimedAt),
      updatedDate: utcSecond(updatedAt),
    })),
    page: { cursor: found[size]?.claimId ?? scanEnd },
  }
}

/** Null if no claim can match. */
export function toClaimFilter({ claimId, ...query }: FilterQuery): ClaimFilter | null {
  const { campaignId, rewardId } = query
  if ([campaignId, rewardId].some((id) => id !== undefined && !isUuid(id))) return null
  return { ...query, claimIds: claimId?.filter(isUuid) }
}

/** The position of an application's claim. */
export async function requirePosition(
  db: Reader,
  clientId: string,
  claimId: string,
  refuse: () => Refusal,
): Promise<number> {
  const position = isUuid(claimId) ? await loadClaimPosition(db, clientId, claimId) : null
  if (position === null) throw refuse()
  return position
}

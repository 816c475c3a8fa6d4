import { consoleApi, limits, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { toCsv, toCsvRows } from '../../lib/csv.ts'
import { toClaimQuery, type CampaignDetails, type ClaimFilters } from './queries.ts'

type Claim = ContentOf<typeof consoleApi.campaigns.listClaims>['data'][number]
export type OpenClaims = ContentOf<typeof consoleApi.campaigns.countOpenClaims>

/** The claims that match as the parts of a CSV file, oldest first, up to `limits.claimExportMax`. */
export async function exportAllClaims(
  clientId: string,
  campaign: CampaignDetails,
  filters: ClaimFilters,
  onProgress: (count: number) => void,
): Promise<{ parts: string[]; count: number; isComplete: boolean }> {
  const parts = [toCsv([columns])]
  let count = 0
  let from: string | null = null
  do {
    const { data, page }: ContentOf<typeof consoleApi.campaigns.listClaims> = await api(
      consoleApi.campaigns.listClaims,
      {
        pathParams: { clientId },
        query: { ...toClaimQuery(campaign.campaignId, filters, from), size: limits.claimsPerCall },
      },
    )
    parts.push(toCsvRows(toRows(data, campaign)))
    count += data.length
    from = page.cursor
    onProgress(count)
  } while (from !== null && count < limits.claimExportMax)
  return { parts, count, isComplete: from === null }
}

/** The claims that were marked so far, and where to continue; `next` is null at the end. */
export type Fulfillment = { marked: number; next: string | null }

/** Marks the claims that match and are not later than `until`, from `start` on. */
export async function fulfillAllClaims(
  clientId: string,
  campaignId: string,
  filters: ClaimFilters,
  until: string,
  start: Fulfillment,
  onProgress: (fulfillment: Fulfillment) => void,
): Promise<number> {
  let { marked, next } = start
  do {
    const content: Fulfillment = await api(consoleApi.campaigns.fulfillMatchingClaims, {
      pathParams: { clientId },
      body: { ...toClaimQuery(campaignId, { ...filters, state: undefined }, next), until },
    })
    marked += content.marked
    next = content.next
    onProgress({ marked, next })
  } while (next !== null)
  return marked
}

/** The names of the open API's fields in every language, so that programs can read the file. */
const columns = [
  'claimId',
  'rewardId',
  'rewardName',
  'rewardExternalId',
  'channelId',
  'channelName',
  'fulfillmentState',
  'claimedDate',
  'updatedDate',
  'notificationState',
  'deliveryId',
]

function toRows(claims: readonly Claim[], campaign: CampaignDetails): string[][] {
  const rewards = new Map(campaign.rewards.map((reward) => [reward.rewardId, reward]))
  return claims.map((claim) => [
    claim.claimId,
    claim.rewardId,
    rewards.get(claim.rewardId)?.name ?? '',
    rewards.get(claim.rewardId)?.externalId ?? '',
    claim.channelId,
    claim.channelName,
    claim.fulfillmentState,
    claim.claimedDate,
    claim.updatedDate,
    claim.notification?.state ?? '',
    claim.notification?.deliveryId ?? '',
  ])
}

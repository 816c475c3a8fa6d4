import { consoleApi, limits, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { toCsv } from '../../lib/csv.ts'
import { toClaimQuery, type CampaignDetails, type ClaimFilters } from './drops-queries.ts'

type Claim = ContentOf<typeof consoleApi.campaigns.listClaims>['data'][number]
export type AllClaims = { claims: Claim[]; isComplete: boolean }

/** The claims that match, oldest first, up to `limits.claimCountMax`. */
export async function loadAllClaims(
  clientId: string,
  campaignId: string,
  filters: ClaimFilters,
  onProgress: (count: number) => void,
): Promise<AllClaims> {
  const claims: Claim[] = []
  let from: string | null = null
  do {
    const { data, page }: ContentOf<typeof consoleApi.campaigns.listClaims> = await api(
      consoleApi.campaigns.listClaims,
      {
        pathParams: { clientId },
        query: { ...toClaimQuery(campaignId, filters, from), size: limits.claimListSizeMax },
      },
    )
    claims.push(...data)
    from = page.cursor
    onProgress(claims.length)
  } while (from !== null && claims.length < limits.claimCountMax)
  return { claims, isComplete: from === null }
}

/** Marks exactly these claims as fulfilled. Claims that another request marked before are not counted. */
export async function fulfillAllClaims(
  clientId: string,
  claimIds: readonly string[],
  onProgress: (count: number) => void,
): Promise<number> {
  let fulfilled = 0
  for (let start = 0; start < claimIds.length; start += limits.claimIdsPerRequest) {
    const batch = claimIds.slice(start, start + limits.claimIdsPerRequest)
    const { data } = await api(consoleApi.campaigns.fulfillClaims, {
      pathParams: { clientId },
      body: { claimIds: batch, fulfillmentState: 'FULFILLED' },
    })
    fulfilled += data.find(({ status }) => status === 'SUCCESS')?.ids.length ?? 0
    onProgress(start + batch.length)
  }
  return fulfilled
}

/** The columns have the names of the open API's fields in every language, so that programs can read the file. */
export function claimsToCsv(claims: readonly Claim[], campaign: CampaignDetails): string {
  const rewards = new Map(campaign.rewards.map((reward) => [reward.rewardId, reward]))
  const columns = [
    'claimId',
    'rewardId',
    'rewardName',
    'rewardExternalId',
    'channelId',
    'channelName',
    'fulfillmentState',
  ]
  return toCsv([
    [...columns, 'claimedDate', 'updatedDate', 'notificationState', 'deliveryId'],
    ...claims.map((claim) => [
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
    ]),
  ])
}

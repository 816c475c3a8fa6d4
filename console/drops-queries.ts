import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { consoleApps, consoleCampaigns, type ContentOf, type FulfillmentState } from '@onair/contract'
import { api } from './api.ts'

export type ShownCampaign = ContentOf<typeof consoleCampaigns.readCampaign>

/** What the pages of drops ask for. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: () => api(consoleApps.listOrganizations),
})

export const campaignsQuery = (clientId: string, page: number) =>
  queryOptions({
    queryKey: ['apps', clientId, 'campaigns', page],
    queryFn: () => api(consoleCampaigns.listOwnCampaigns, { inPath: { clientId }, query: { page: String(page) } }),
  })

export const campaignQuery = (clientId: string, campaignId: string) =>
  queryOptions({
    queryKey: ['apps', clientId, 'campaigns', 'one', campaignId],
    queryFn: () => api(consoleCampaigns.readCampaign, { inPath: { clientId, campaignId } }),
    refetchInterval: 5_000,
  })

export const claimsQuery = (clientId: string, campaignId: string, fulfillmentState: FulfillmentState | undefined) =>
  infiniteQueryOptions({
    queryKey: ['apps', clientId, 'claims', campaignId, fulfillmentState],
    queryFn: ({ pageParam: from }) =>
      api(consoleCampaigns.listClaims, {
        inPath: { clientId },
        query: { campaignId, ...(fulfillmentState && { fulfillmentState }), ...(from !== null && { from }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.cursor,
    refetchInterval: 5_000,
  })

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  consoleApi,
  type CampaignState,
  type ContentOf,
  type SortOrder,
  type FulfillmentState,
  type NotificationFilter,
} from '@onair/contract'
import { api } from '../../lib/api.ts'
import { pollPages } from '../../lib/poll-pages.ts'

export type CampaignDetails = ContentOf<typeof consoleApi.campaigns.getCampaign>

/** The filters of the campaign list, as in its address. */
export type CampaignFilters = { app?: string; state?: CampaignState; text?: string }

export const campaignsQuery = ({ app, state, text }: CampaignFilters) =>
  infiniteQueryOptions({
    queryKey: ['campaigns', 'all', app, state, text],
    queryFn: ({ pageParam: next }) =>
      api(consoleApi.campaigns.listCampaigns, {
        query: { ...(app && { clientId: app }), ...(state && { state }), ...(text && { text }), ...(next && { next }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next,
    placeholderData: keepPreviousData,
    ...pollPages(5_000),
  })

export const campaignQuery = (clientId: string, campaignId: string) =>
  queryOptions({
    queryKey: ['campaigns', 'one', clientId, campaignId],
    queryFn: () => api(consoleApi.campaigns.getCampaign, { pathParams: { clientId, campaignId } }),
    refetchInterval: 5_000,
  })

export const funnelQuery = (clientId: string, campaignId: string) =>
  queryOptions({
    queryKey: ['campaigns', 'funnel', clientId, campaignId],
    queryFn: () => api(consoleApi.campaigns.getCampaignFunnel, { pathParams: { clientId, campaignId } }),
    refetchInterval: 5_000,
  })

/** The filters of a campaign's claims, as in its address. */
export type ClaimFilters = {
  state?: FulfillmentState
  notification?: NotificationFilter
  reward?: string
  search?: string
  sort?: SortOrder
}

export const toClaimQuery = (
  campaignId: string,
  { state, notification, reward, search }: { [Name in keyof ClaimFilters]: ClaimFilters[Name] | undefined },
  from: string | null,
) => ({
  campaignId,
  ...(state && { fulfillmentState: state }),
  ...(notification && { notification }),
  ...(reward && { rewardId: reward }),
  ...(search && { search }),
  ...(from && { from }),
})

export const claimsQuery = (clientId: string, campaignId: string, { sort, ...filters }: ClaimFilters) =>
  infiniteQueryOptions({
    queryKey: ['apps', clientId, 'claims', campaignId, filters, sort],
    queryFn: ({ pageParam: from }) =>
      api(consoleApi.campaigns.listClaims, {
        pathParams: { clientId },
        query: { ...toClaimQuery(campaignId, filters, from), ...(sort && { sort }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.cursor,
    placeholderData: keepPreviousData,
    ...pollPages(5_000),
  })

/** The claims that match the other filters and are not fulfilled. */
export const openClaimsQuery = (clientId: string, campaignId: string, filters: ClaimFilters) =>
  queryOptions({
    queryKey: ['apps', clientId, 'claims', campaignId, 'open', filters],
    queryFn: () =>
      api(consoleApi.campaigns.countOpenClaims, {
        pathParams: { clientId },
        query: toClaimQuery(campaignId, { ...filters, state: undefined }, null),
      }),
    refetchInterval: 5_000,
  })

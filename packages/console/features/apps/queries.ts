import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  consoleApi,
  type ContentOf,
  type SortOrder,
  type DeliveryState,
  type QueryOf,
  type TrafficRange,
} from '@onair/contract'
import { api } from '../../lib/api.ts'
import { pollPages } from '../../lib/poll-pages.ts'
import { optionsPerSearch, type Search } from '../../lib/search-options.ts'

export type AppDetails = ContentOf<typeof consoleApi.apps.getApp>

/** The key of all lists of applications. */
export const appListsKey = ['app-lists']

export type AppListFilters = QueryOf<typeof consoleApi.apps.listApps>

/** A page of the user's applications. The page before stays while it loads. */
export const appsQuery = (filters: AppListFilters = {}) =>
  queryOptions({
    queryKey: [...appListsKey, filters],
    queryFn: () => api(consoleApi.apps.listApps, { query: filters }),
    placeholderData: keepPreviousData,
  })

/** The search of a select for an application of the user, by a part of the name or the start of the id. */
export const appSearch =
  (filters: Pick<AppListFilters, 'hasDropsScope'> = {}): Search =>
  (name) => ({
    queryKey: [...appListsKey, 'options', filters, name],
    queryFn: async () => {
      const query = { ...filters, ...(name !== '' && { name }), size: optionsPerSearch }
      const { data } = await api(consoleApi.apps.listApps, { query })
      return data.map(({ clientId, name }) => ({ value: clientId, label: name }))
    },
  })

/** The approved organizations that the user may act for. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: () => api(consoleApi.apps.listOrganizations),
})

export const appQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['apps', clientId],
    queryFn: () => api(consoleApi.apps.getApp, { pathParams: { clientId } }),
    refetchInterval: 5_000,
  })

/** The calls of an application. Counts are written every few seconds. */
export const trafficQuery = (clientId: string, range: TrafficRange) =>
  queryOptions({
    queryKey: ['apps', clientId, 'traffic', range],
    queryFn: () => api(consoleApi.apps.getAppTraffic, { pathParams: { clientId }, query: { range } }),
    refetchInterval: range === 'hour' ? 10_000 : 60_000,
    placeholderData: keepPreviousData,
  })

/** The calls of these applications of the user by hour. */
export const appTrafficQuery = (clientIds: string[]) =>
  queryOptions({
    queryKey: ['app-traffic', clientIds],
    queryFn: () => api(consoleApi.apps.listAppTraffic, { query: { clientIds } }),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  })

export const sessionsQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['apps', clientId, 'sessions'],
    queryFn: () => api(consoleApi.apps.listAppSessions, { pathParams: { clientId } }),
    refetchInterval: 2_000,
  })

export const webhookQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['apps', clientId, 'webhook'],
    queryFn: () => api(consoleApi.webhooks.getWebhook, { pathParams: { clientId } }),
    refetchInterval: 5_000,
  })

export type WebhookEndpointDetails = ContentOf<typeof consoleApi.webhooks.listWebhookEndpoints>['data'][number]

/** The endpoints beside the registered webhook. */
export const endpointsQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['apps', clientId, 'endpoints'],
    queryFn: () => api(consoleApi.webhooks.listWebhookEndpoints, { pathParams: { clientId } }),
    refetchInterval: 5_000,
  })

/** A webhook endpoint. The id of the registered webhook is the client id. */
export type EndpointKey = { clientId: string; endpointId: string }

export const deliveryStatsQuery = ({ clientId, endpointId }: EndpointKey) =>
  queryOptions({
    queryKey: ['apps', clientId, 'delivery-stats', endpointId],
    queryFn: () => api(consoleApi.webhooks.getDeliveryStats, { pathParams: { clientId }, query: { endpointId } }),
    refetchInterval: 10_000,
  })

/** The filters and the order of the notifications. `to`: the id of an endpoint; default: all. */
export type DeliveryFilters = { state?: DeliveryState; search?: string; sort?: SortOrder; to?: string }

export const deliveriesQuery = (clientId: string, { state, search, sort, to }: DeliveryFilters) =>
  infiniteQueryOptions({
    queryKey: ['apps', clientId, 'deliveries', to, state, search, sort],
    queryFn: ({ pageParam: next }) =>
      api(consoleApi.webhooks.listDeliveries, {
        pathParams: { clientId },
        query: {
          ...(to && { endpointId: to }),
          ...(state && { state }),
          ...(search && { search }),
          ...(sort && { sort }),
          ...(next !== null && { next }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next,
    ...pollPages(3_000),
  })

export const recoveryQuery = ({ clientId, endpointId }: EndpointKey, since: string) =>
  queryOptions({
    queryKey: ['apps', clientId, 'recovery', endpointId, since],
    queryFn: () => api(consoleApi.webhooks.getRecovery, { pathParams: { clientId }, query: { endpointId, since } }),
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? 1_000 : 5_000),
  })

/** The time at which the oldest notification was created that failed and was not resent. Read once, so that it does not change in use. */
export const oldestMissedQuery = ({ clientId, endpointId }: EndpointKey) =>
  queryOptions({
    queryKey: ['apps', clientId, 'oldest-missed', endpointId],
    queryFn: async () => {
      const recovery = await api(consoleApi.webhooks.getRecovery, { pathParams: { clientId }, query: { endpointId } })
      return recovery.oldestMissedDate
    },
    refetchOnWindowFocus: false,
  })

export const deliveryQuery = (clientId: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['apps', clientId, 'deliveries', 'one', deliveryId],
    queryFn: () => api(consoleApi.webhooks.getDelivery, { pathParams: { clientId, deliveryId } }),
    refetchInterval: 3_000,
  })

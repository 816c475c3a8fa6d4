import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { consoleApps, consoleWebhooks, type ContentOf, type DeliveryState } from '@onair/contract'
import { api } from './api.ts'

export type AppDetails = ContentOf<typeof consoleApps.getApp>

export const appsQuery = queryOptions({ queryKey: ['apps'], queryFn: () => api(consoleApps.listApps) })

/** The approved organizations that the user may act for. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: () => api(consoleApps.listOrganizations),
})

export const appQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['apps', clientId],
    queryFn: () => api(consoleApps.getApp, { pathParams: { clientId } }),
    refetchInterval: 5_000,
  })

export const sessionsQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['apps', clientId, 'sessions'],
    queryFn: () => api(consoleApps.listAppSessions, { pathParams: { clientId } }),
    refetchInterval: 2_000,
  })

export const webhookQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['apps', clientId, 'webhook'],
    queryFn: () => api(consoleWebhooks.getWebhook, { pathParams: { clientId } }),
    refetchInterval: 5_000,
  })

export const deliveriesQuery = (clientId: string, state: DeliveryState | undefined) =>
  infiniteQueryOptions({
    queryKey: ['apps', clientId, 'deliveries', state],
    queryFn: ({ pageParam: next }) =>
      api(consoleWebhooks.listDeliveries, {
        pathParams: { clientId },
        query: { ...(state && { state }), ...(next !== null && { next }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next,
    refetchInterval: 3_000,
  })

export const deliveryQuery = (clientId: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['apps', clientId, 'deliveries', 'one', deliveryId],
    queryFn: () => api(consoleWebhooks.getDelivery, { pathParams: { clientId, deliveryId } }),
    refetchInterval: 3_000,
  })

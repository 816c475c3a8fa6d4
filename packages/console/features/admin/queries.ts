import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { consoleApi, type ContentOf, type QueryOf } from '@onair/contract'
import { api } from '../../lib/api.ts'

export const siteRolesQuery = queryOptions({
  queryKey: ['admin', 'roles'],
  queryFn: () => api(consoleApi.admin.listSiteRoles),
})

export const siteSettingsQuery = queryOptions({
  queryKey: ['admin', 'site'],
  queryFn: () => api(consoleApi.admin.getSiteSettings),
})

export type AuditFilters = Omit<QueryOf<typeof consoleApi.admin.listAuditEntries>, 'next'>

export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'audit', filters],
    queryFn: ({ pageParam: next }) =>
      api(consoleApi.admin.listAuditEntries, { query: { ...filters, ...(next !== null && { next }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next,
  })

const pollMs = 30_000

export const siteOverviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: () => api(consoleApi.admin.getSiteOverview),
  refetchInterval: pollMs,
})

export type PeopleFilters = Omit<QueryOf<typeof consoleApi.admin.listAccounts>, 'next'>

export const peopleQuery = (filters: PeopleFilters) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'people', filters],
    queryFn: ({ pageParam: next }) =>
      api(consoleApi.admin.listAccounts, { query: { ...filters, ...(next !== null && { next }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next,
  })

export type Person = ContentOf<typeof consoleApi.admin.getPerson>

export const personQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['admin', 'person', channelId],
    queryFn: () => api(consoleApi.admin.getPerson, { pathParams: { channelId } }),
  })

export const blockedNetworksQuery = queryOptions({
  queryKey: ['admin', 'networks'],
  queryFn: () => api(consoleApi.admin.listBlockedNetworks),
})

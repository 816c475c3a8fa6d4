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

export const personUploadsQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['admin', 'uploads', channelId],
    queryFn: () => api(consoleApi.admin.listPersonUploads, { pathParams: { channelId } }),
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

/** The lives change without anyone doing something here. */
export const siteLivesQuery = (filters: QueryOf<typeof consoleApi.admin.listSiteLives>) =>
  queryOptions({
    queryKey: ['admin', 'lives', filters],
    queryFn: () => api(consoleApi.admin.listSiteLives, { query: filters }),
    refetchInterval: pollMs,
  })

export const siteAppsQuery = (filters: QueryOf<typeof consoleApi.admin.listSiteApps>) =>
  queryOptions({
    queryKey: ['admin', 'apps', filters],
    queryFn: () => api(consoleApi.admin.listSiteApps, { query: filters }),
  })

export const siteOrganizationsQuery = infiniteQueryOptions({
  queryKey: ['admin', 'organizations'],
  queryFn: ({ pageParam: next }) =>
    api(consoleApi.admin.listSiteOrganizations, { query: { ...(next !== null && { next }) } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ page }) => page.next,
})

export const organizationRequestsQuery = queryOptions({
  queryKey: ['admin', 'organizationRequests'],
  queryFn: () => api(consoleApi.admin.listOrganizationRequests),
})

export type ReportFilters = Omit<QueryOf<typeof consoleApi.admin.listReports>, 'next'>
export type ReportRow = ContentOf<typeof consoleApi.admin.listReports>['data'][number]
export type ReportDetail = ContentOf<typeof consoleApi.admin.getReport>

export const reportsQuery = (filters: ReportFilters) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'reports', filters],
    queryFn: ({ pageParam: next }) =>
      api(consoleApi.admin.listReports, { query: { ...filters, ...(next !== null && { next }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next,
  })

export const reportQuery = (reportId: string) =>
  queryOptions({
    queryKey: ['admin', 'report', reportId],
    queryFn: () => api(consoleApi.admin.getReport, { pathParams: { reportId } }),
  })

/** Each read is an entry of the audit log, so that it is not polled. */
export const openReportsQuery = queryOptions({
  queryKey: ['admin', 'openReports'],
  queryFn: () => api(consoleApi.admin.countOpenReports),
  staleTime: 60_000,
})

export const invitationsQuery = queryOptions({
  queryKey: ['admin', 'invitations'],
  queryFn: () => api(consoleApi.admin.listInvitations),
})

export const holdsQuery = queryOptions({
  queryKey: ['admin', 'holds'],
  queryFn: () => api(consoleApi.admin.listHolds),
})

/** Sizes change slowly. */
export const retentionQuery = queryOptions({
  queryKey: ['admin', 'retention'],
  queryFn: () => api(consoleApi.admin.getRetention),
  staleTime: 60_000,
})

export const blockedNetworksQuery = queryOptions({
  queryKey: ['admin', 'networks'],
  queryFn: () => api(consoleApi.admin.listBlockedNetworks),
})

export const blockedDevicesQuery = queryOptions({
  queryKey: ['admin', 'devices'],
  queryFn: () => api(consoleApi.admin.listBlockedDevices),
})

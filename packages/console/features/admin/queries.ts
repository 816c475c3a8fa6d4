import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { consoleApi, type QueryOf } from '@onair/contract'
import { api } from '../../lib/api.ts'

export const siteRolesQuery = queryOptions({
  queryKey: ['admin', 'roles'],
  queryFn: () => api(consoleApi.admin.listSiteRoles),
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

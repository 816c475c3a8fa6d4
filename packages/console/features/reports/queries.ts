import { queryOptions } from '@tanstack/react-query'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'

export type OwnReport = ContentOf<typeof consoleApi.reports.listOwnReports>['data'][number]

export const ownReportsQuery = queryOptions({
  queryKey: ['ownReports'],
  queryFn: () => api(consoleApi.reports.listOwnReports),
})

export const reportableAppQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['reportableApp', clientId],
    queryFn: () => api(consoleApi.reports.getReportableApp, { pathParams: { clientId } }),
  })

import type { consoleApi } from '@onair/contract'
import { createReport, getReportableApp } from '../../features/reports/create-report.ts'
import { listOwnReports } from '../../features/reports/list-reports.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const reports: Handlers<typeof consoleApi.reports> = {
  createReport: ({ caller: { channelId }, body }, deps) => createReport({ reporterId: channelId, ...body }, deps),
  getReportableApp: ({ pathParams: { clientId } }, deps) => getReportableApp(clientId, deps),
  listOwnReports: ({ caller: { channelId } }, deps) => listOwnReports(channelId, deps),
}

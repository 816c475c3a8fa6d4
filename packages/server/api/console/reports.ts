import type { consoleApi } from '@onair/contract'
import { createReport, getReportableApp } from '../../features/reports/create-report.ts'
import { listOwnReports } from '../../features/reports/list-reports.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const reports: Handlers<typeof consoleApi.reports> = {
  async createReport({ caller: { channelId }, body }, deps) {
    await createReport({ reporterId: channelId, ...body }, deps)
    return null
  },

  async getReportableApp({ pathParams: { clientId } }, deps) {
    return getReportableApp(clientId, deps)
  },

  async listOwnReports({ caller: { channelId } }, deps) {
    return listOwnReports(channelId, deps)
  },
}

import type { consoleApi } from '@onair/contract'
import type { Handlers } from '../../pipeline/handler.ts'
import { apps } from './apps.ts'
import { cases } from './cases.ts'
import { people } from './people.ts'
import { createInvitation, endInvitation, listInvitations } from '../../../features/accounts/invitations/invitations.ts'
import { checkWords } from '../../../features/accounts/names/chosen-name.ts'
import { acceptTerms } from '../../../features/accounts/sign-up/accept-terms.ts'
import { listAuditEntries } from '../../../features/audit/list-entries.ts'
import { countOrganizationRequests } from '../../../features/apps/organization-request-store.ts'
import { assignReport } from '../../../features/reports/assign-report.ts'
import { decideReport } from '../../../features/reports/decide-report.ts'
import { getReport, listReports } from '../../../features/reports/list-reports.ts'
import { countWaitingPeople } from '../../../features/operators/overview-store.ts'
import { countOpenCases } from '../../../features/reports/report-store.ts'
import { queueMail } from '../../../features/mail/queue-mail.ts'
import { acceptSiteRole } from '../../../features/operators/site-role-link.ts'
import { getRetention } from '../../../features/operators/get-retention.ts'
import { getSiteSettings } from '../../../features/site/get-site-settings.ts'
import { grantSiteRole, listSiteRoles, revokeSiteRole } from '../../../features/operators/site-roles.ts'

export const admin: Handlers<typeof consoleApi.admin> = {
  ...apps,
  ...people,
  ...cases,

  async getSiteOverview(_call, deps) {
    return deps.siteOverview()
  },

  async getRetention(_call, deps) {
    return getRetention(deps)
  },

  async listAuditEntries({ query }, deps) {
    return listAuditEntries(query, deps)
  },

  async listSiteRoles(_call, deps) {
    return listSiteRoles(deps)
  },

  async putSiteRole({ pathParams: { channelId }, body: { role } }, deps) {
    await grantSiteRole({ channelId, role }, deps)
    return null
  },

  async deleteSiteRole({ pathParams: { channelId } }, deps) {
    await revokeSiteRole(channelId, deps)
    return null
  },

  async acceptSiteRole({ caller: { channelId, siteRole }, body: { token } }, deps) {
    return acceptSiteRole({ channelId, siteRole, token }, deps)
  },

  async listReports({ caller: { channelId }, query }, deps) {
    return listReports({ callerId: channelId, ...query }, deps)
  },

  async countOpenReports({ caller: { channelId } }, deps) {
    const [openReports, organizationRequests, people] = await Promise.all([
      countOpenCases(deps.db.read, channelId),
      countOrganizationRequests(deps.db.read),
      countWaitingPeople(deps.db.read),
    ])
    return { openReports, organizationRequests, people }
  },

  async getReport({ caller: { channelId }, pathParams: { reportId } }, deps) {
    return getReport({ callerId: channelId, reportId }, deps)
  },

  async putReportAssignee({ caller: { channelId }, pathParams: { reportId }, body: { isTaken } }, deps) {
    await assignReport({ callerId: channelId, reportId, isTaken }, deps)
    return null
  },

  async putReportDecision({ caller: { channelId }, pathParams: { reportId }, body }, deps) {
    await decideReport({ callerId: channelId, reportId, ...body }, deps, (tx, publish, mail) =>
      queueMail(tx, publish, { kind: 'REPORT_DECIDED', ...mail }, deps),
    )
    return null
  },

  async listInvitations(_call, deps) {
    return listInvitations(deps)
  },

  async createInvitation({ body }, deps) {
    return { url: `${deps.addresses.authUrl}${await createInvitation(body, deps)}` }
  },

  async deleteInvitation({ pathParams: { invitationId } }, deps) {
    await endInvitation(invitationId, deps)
    return null
  },

  async getSiteSettings(_call, deps) {
    return getSiteSettings(deps)
  },

  async updateSiteSettings({ body }, { site }) {
    await site.change(body)
    return null
  },

  async checkWords({ body: { text } }, deps) {
    return checkWords(text, await deps.site.nameRules(), deps)
  },

  async putSiteLogo({ body: { picture } }, { site }) {
    await site.changeLogo(picture)
    return null
  },

  async publishSiteDocument({ caller: { channelId }, body }, deps) {
    const version = await deps.site.publish(body)
    // Whoever publishes a document has read it.
    await acceptTerms(channelId, version, deps)
    return { version }
  },
}

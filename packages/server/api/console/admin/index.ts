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

  getSiteOverview: (_call, deps) => deps.siteOverview(),
  getRetention: (_call, deps) => getRetention(deps),
  listAuditEntries: ({ query }, deps) => listAuditEntries(query, deps),
  listSiteRoles: (_call, deps) => listSiteRoles(deps),
  putSiteRole: ({ pathParams: { channelId }, body: { role } }, deps) => grantSiteRole({ channelId, role }, deps),
  deleteSiteRole: ({ pathParams: { channelId } }, deps) => revokeSiteRole(channelId, deps),
  acceptSiteRole: ({ caller: { channelId, siteRole }, body: { token } }, deps) =>
    acceptSiteRole({ channelId, siteRole, token }, deps),
  listReports: ({ caller: { channelId }, query }, deps) => listReports({ callerId: channelId, ...query }, deps),

  async countOpenReports({ caller: { channelId } }, deps) {
    const [openReports, organizationRequests, people] = await Promise.all([
      countOpenCases(deps.db.read, channelId),
      countOrganizationRequests(deps.db.read),
      countWaitingPeople(deps.db.read),
    ])
    return { openReports, organizationRequests, people }
  },

  getReport: ({ caller: { channelId }, pathParams: { reportId } }, deps) =>
    getReport({ callerId: channelId, reportId }, deps),
  putReportAssignee: ({ caller: { channelId }, pathParams: { reportId }, body: { isTaken } }, deps) =>
    assignReport({ callerId: channelId, reportId, isTaken }, deps),
  putReportDecision: ({ caller: { channelId }, pathParams: { reportId }, body }, deps) =>
    decideReport({ callerId: channelId, reportId, ...body }, deps, (tx, publish, mail) =>
      queueMail(tx, publish, { kind: 'REPORT_DECIDED', ...mail }, deps),
    ),
  listInvitations: (_call, deps) => listInvitations(deps),
  createInvitation: async ({ body }, deps) => ({
    url: `${deps.addresses.authUrl}${await createInvitation(body, deps)}`,
  }),
  deleteInvitation: ({ pathParams: { invitationId } }, deps) => endInvitation(invitationId, deps),
  getSiteSettings: (_call, deps) => getSiteSettings(deps),
  updateSiteSettings: ({ body }, { site }) => site.change(body),
  checkWords: async ({ body: { text } }, deps) => checkWords(text, await deps.site.nameRules(), deps),
  putSiteLogo: ({ body: { picture } }, { site }) => site.changeLogo(picture),

  async publishSiteDocument({ caller: { channelId }, body }, deps) {
    const version = await deps.site.publish(body)
    // Whoever publishes a document has read it.
    await acceptTerms(channelId, version, deps)
    return { version }
  },
}

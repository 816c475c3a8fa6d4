import { limits, type consoleApi } from '@onair/contract'
import {
  deleteSiteApp,
  disableApp,
  enableApp,
  listSiteApps,
  renameSiteApp,
} from '../../../features/apps/moderate/site-apps.ts'
import { decideOrganizationRequest, listOrganizationRequests } from '../../../features/apps/organization-requests.ts'
import { listOrganizations } from '../../../features/apps/organization-store.ts'
import { approveOrganization, revokeOrganization } from '../../../features/apps/organizations.ts'
import { endAppSessions } from '../../../features/sessions/end-app-sessions.ts'
import { utcSecond } from '../../../shared/dates.ts'
import { cutPage, decodeCursor } from '../../../shared/list-cursor.ts'
import type { Handlers } from '../../pipeline/handler.ts'

/** The actions of the people who run the site on applications and organizations. */
export const apps: Pick<
  Handlers<typeof consoleApi.admin>,
  | 'listSiteApps'
  | 'disableApp'
  | 'enableApp'
  | 'renameApp'
  | 'deleteSiteApp'
  | 'listSiteOrganizations'
  | 'listOrganizationRequests'
  | 'putOrganization'
  | 'revokeOrganization'
  | 'putOrganizationDecision'
> = {
  async listSiteApps({ query }, deps) {
    return listSiteApps(query, deps)
  },

  async disableApp({ pathParams: { clientId }, body: { reason } }, deps) {
    await disableApp({ clientId, reason }, endAppSessions, deps)
    return null
  },

  async enableApp({ pathParams: { clientId } }, deps) {
    await enableApp(clientId, deps)
    return null
  },

  async renameApp({ pathParams: { clientId }, body: { name } }, deps) {
    await renameSiteApp({ clientId, name, rules: await deps.site.nameRules() }, deps)
    return null
  },

  async deleteSiteApp({ pathParams: { clientId } }, deps) {
    await deleteSiteApp(clientId, endAppSessions, deps)
    return null
  },

  async listSiteOrganizations({ query: { next } }, { db }) {
    const [after] = next === undefined ? [] : decodeCursor(next, /^([^]+)$/)
    const size = limits.appListSize
    const { page, next: following } = cutPage(
      await listOrganizations(db.read, { after, limit: size + 1 }),
      size,
      ({ id }) => [id],
    )
    return {
      data: page.map(({ id, channelId, channelName, approvedAt, ...organization }) => ({
        ...organization,
        organizationId: id,
        representative: channelId === null || channelName === null ? null : { channelId, channelName },
        apps: organization.apps ?? 0,
        approvedDate: utcSecond(approvedAt),
      })),
      page: { next: following },
    }
  },

  async listOrganizationRequests(_call, deps) {
    return listOrganizationRequests(deps)
  },

  async putOrganization({ pathParams: { organizationId }, body }, deps) {
    await approveOrganization({ organizationId, ...body }, deps)
    return null
  },

  async revokeOrganization({ pathParams: { organizationId } }, deps) {
    return { apps: await revokeOrganization(organizationId, deps) }
  },

  async putOrganizationDecision({ pathParams: { requestId }, body }, deps) {
    await decideOrganizationRequest({ requestId, ...body }, deps)
    return null
  },
}

import type { consoleApi } from '@onair/contract'
import {
  deleteSiteApp,
  disableApp,
  enableApp,
  listSiteApps,
  renameSiteApp,
} from '../../../features/apps/moderate/site-apps.ts'
import { decideOrganizationRequest, listOrganizationRequests } from '../../../features/apps/organization-requests.ts'
import { approveOrganization, listSiteOrganizations, revokeOrganization } from '../../../features/apps/organizations.ts'
import { endAppSessions } from '../../../features/sessions/end-app-sessions.ts'
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

  async deleteSiteApp({ pathParams: { clientId }, body: { reason } }, deps) {
    await deleteSiteApp({ clientId, reason }, endAppSessions, deps)
    return null
  },

  async listSiteOrganizations({ query: { next } }, deps) {
    return listSiteOrganizations(next, deps)
  },

  async listOrganizationRequests(_call, deps) {
    return listOrganizationRequests(deps)
  },

  async putOrganization({ pathParams: { organizationId }, body }, deps) {
    await approveOrganization({ organizationId, ...body }, deps)
    return null
  },

  async revokeOrganization({ pathParams: { organizationId }, body: { reason } }, deps) {
    return { apps: await revokeOrganization({ organizationId, reason }, deps) }
  },

  async putOrganizationDecision({ pathParams: { requestId }, body }, deps) {
    await decideOrganizationRequest({ requestId, ...body }, deps)
    return null
  },
}

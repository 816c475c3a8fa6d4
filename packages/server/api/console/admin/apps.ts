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
import { endAppSessions } from '../../../features/sessions/end-sessions.ts'
import type { Handlers } from '../../pipeline/handler.ts'

/** The actions of the people who run the site on applications and organizations. */
export const apps = {
  listSiteApps: ({ query }, deps) => listSiteApps(query, deps),
  disableApp: ({ pathParams: { clientId }, body: { reason } }, deps) =>
    disableApp({ clientId, reason }, endAppSessions, deps),
  enableApp: ({ pathParams: { clientId } }, deps) => enableApp(clientId, deps),
  renameApp: async ({ pathParams: { clientId }, body: { name } }, deps) =>
    renameSiteApp({ clientId, name, rules: await deps.site.nameRules() }, deps),
  deleteSiteApp: ({ pathParams: { clientId }, body: { reason } }, deps) =>
    deleteSiteApp({ clientId, reason }, endAppSessions, deps),
  listSiteOrganizations: ({ query: { next } }, deps) => listSiteOrganizations(next, deps),
  listOrganizationRequests: (_call, deps) => listOrganizationRequests(deps),

  async putOrganization({ pathParams: { organizationId }, body }, deps) {
    await approveOrganization({ organizationId, ...body }, deps)
  },

  revokeOrganization: async ({ pathParams: { organizationId }, body: { reason } }, deps) => ({
    apps: await revokeOrganization({ organizationId, reason }, deps),
  }),
  putOrganizationDecision: ({ pathParams: { requestId }, body }, deps) =>
    decideOrganizationRequest({ requestId, ...body }, deps),
} satisfies Partial<Handlers<typeof consoleApi.admin>>

import type { consoleApi } from '@onair/contract'
import type { Handlers } from '../../pipeline/handler.ts'
import { people } from './people.ts'
import { listAuditEntries } from '../../../features/audit/list-entries.ts'
import { acceptSiteRole } from '../../../features/operators/site-role-link.ts'
import { getSiteOverview } from '../../../features/operators/get-site-overview.ts'
import { grantSiteRole, listSiteRoles, revokeSiteRole } from '../../../features/operators/site-roles.ts'

export const admin: Handlers<typeof consoleApi.admin> = {
  ...people,

  async getSiteOverview(_call, deps) {
    return getSiteOverview(deps)
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

  async getSiteSettings(_call, { site }) {
    return site.settings()
  },

  async updateSiteSettings({ body }, { site }) {
    await site.change(body)
    return null
  },
}

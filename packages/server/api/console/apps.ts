import { disconnectCodes, type consoleApi } from '@onair/contract'
import { deleteApp } from '../../features/apps/delete-app.ts'
import { getApp } from '../../features/apps/get-app.ts'
import { getAppTraffic, listAppTraffic } from '../../features/apps/traffic/get-traffic.ts'
import { listApps } from '../../features/apps/list-apps.ts'
import { findNameError } from '../../shared/naming/naming-rules.ts'
import {
  getOrganizationRequest,
  requestOrganization,
  withdrawOrganizationRequest,
} from '../../features/apps/organization-requests.ts'
import { listRepresentedOrganizations } from '../../features/apps/organization-store.ts'
import { registerOwnedApp } from '../../features/apps/register-app.ts'
import { transferApp } from '../../features/apps/transfer-app.ts'
import { transferOrganization } from '../../features/apps/transfer-organization.ts'
import { updateApp } from '../../features/apps/update-app.ts'
import { findNeededProfile } from '../../features/inspector/find-needed-profile.ts'
import { disconnectSession } from '../../features/sessions/disconnect-session.ts'
import { endAppSessions } from '../../features/sessions/end-app-sessions.ts'
import { listAppSessions } from '../../features/sessions/list-app-sessions.ts'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const apps: Handlers<typeof consoleApi.apps> = {
  async listApps({ caller, query }, deps) {
    return listApps(caller.channelId, query, deps)
  },

  async registerApp({ caller, body }, deps) {
    return registerOwnedApp({ ...body, ownerChannelId: caller.channelId }, await deps.site.nameRules(), deps)
  },

  async checkAppName({ query: { name } }, { site }) {
    return findNameError(name, await site.nameRules()) ?? { error: null, word: null }
  },

  async getApp({ caller: { channelId }, pathParams: { clientId } }, deps) {
    const app = await getApp({ channelId, clientId }, deps)
    const wireProfile = app.wireProfile ?? app.defaultWireProfile
    return { ...app, neededProfile: await findNeededProfile(clientId, wireProfile, deps) }
  },

  async getAppTraffic({ pathParams: { clientId }, query }, deps) {
    return getAppTraffic({ clientId, ...query }, deps)
  },

  async listAppTraffic({ caller: { channelId }, query: { clientIds } }, deps) {
    return listAppTraffic(channelId, clientIds, deps)
  },

  async updateApp({ caller: { channelId }, pathParams: { clientId }, body }, deps) {
    await updateApp({ channelId, clientId }, body, await deps.site.nameRules(), deps)
    return null
  },

  async deleteApp({ caller: { channelId }, pathParams: { clientId } }, deps) {
    await deleteApp({ channelId, clientId }, endAppSessions, deps)
    return null
  },

  async listOrganizations({ caller }, { db }) {
    return { data: await listRepresentedOrganizations(db.read, caller.channelId) }
  },

  async transferApp({ caller: { channelId }, pathParams: { clientId }, body: { teamId } }, deps) {
    await transferApp({ channelId, clientId, teamId }, deps)
    return null
  },

  async getOrganizationRequest({ caller: { channelId } }, deps) {
    return getOrganizationRequest(channelId, deps)
  },

  async putOrganizationRequest({ caller: { channelId }, body }, deps) {
    await requestOrganization({ channelId, ...body }, deps)
    return null
  },

  async deleteOrganizationRequest({ caller: { channelId } }, deps) {
    await withdrawOrganizationRequest(channelId, deps)
    return null
  },

  async transferOrganization({ caller: { channelId }, pathParams: { organizationId }, body: { teamId } }, deps) {
    await transferOrganization({ channelId, organizationId, teamId }, deps)
    return null
  },

  async listAppSessions({ pathParams: { clientId } }, deps) {
    return listAppSessions(clientId, deps)
  },

  async disconnectAppSession({ pathParams: { clientId, sessionKey } }, deps) {
    const code = disconnectCodes.DISCONNECTED_BY_OWNER
    if (!(await disconnectSession({ sessionKey, clientId, code }, deps)))
      throw new Refusal('notFound', reasonForField('sessionKey', 'NO_SUCH_SESSION'))
    return null
  },
}

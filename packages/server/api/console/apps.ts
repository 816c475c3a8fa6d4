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
import { disconnectSession, endAppSessions } from '../../features/sessions/end-sessions.ts'
import { listAppSessions } from '../../features/sessions/list-sessions.ts'
import { reasonForField, Refusal } from '../../shared/refusal.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const apps: Handlers<typeof consoleApi.apps> = {
  listApps: ({ caller, query }, deps) => listApps(caller.channelId, query, deps),
  registerApp: async ({ caller, body }, deps) =>
    registerOwnedApp({ ...body, ownerChannelId: caller.channelId }, await deps.site.nameRules(), deps),
  checkAppName: async ({ query: { name } }, { site }) =>
    findNameError(name, await site.nameRules()) ?? { error: null, word: null },

  async getApp({ caller: { channelId }, pathParams: { clientId } }, deps) {
    const app = await getApp({ channelId, clientId }, deps)
    const wireProfile = app.wireProfile ?? app.defaultWireProfile
    return { ...app, neededProfile: await findNeededProfile(clientId, wireProfile, deps) }
  },

  getAppTraffic: ({ pathParams: { clientId }, query }, deps) => getAppTraffic({ clientId, ...query }, deps),
  listAppTraffic: ({ caller: { channelId }, query: { clientIds } }, deps) => listAppTraffic(channelId, clientIds, deps),
  updateApp: async ({ caller: { channelId }, pathParams: { clientId }, body }, deps) =>
    updateApp({ channelId, clientId }, body, await deps.site.nameRules(), deps),
  deleteApp: ({ caller: { channelId }, pathParams: { clientId } }, deps) =>
    deleteApp({ channelId, clientId }, endAppSessions, deps),
  listOrganizations: async ({ caller }, { db }) => ({
    data: await listRepresentedOrganizations(db.read, caller.channelId),
  }),
  transferApp: ({ caller: { channelId }, pathParams: { clientId }, body: { teamId } }, deps) =>
    transferApp({ channelId, clientId, teamId }, deps),
  getOrganizationRequest: ({ caller: { channelId } }, deps) => getOrganizationRequest(channelId, deps),
  putOrganizationRequest: ({ caller: { channelId }, body }, deps) => requestOrganization({ channelId, ...body }, deps),
  deleteOrganizationRequest: ({ caller: { channelId } }, deps) => withdrawOrganizationRequest(channelId, deps),
  transferOrganization: ({ caller: { channelId }, pathParams: { organizationId }, body: { teamId } }, deps) =>
    transferOrganization({ channelId, organizationId, teamId }, deps),
  listAppSessions: ({ pathParams: { clientId } }, deps) => listAppSessions(clientId, deps),

  async disconnectAppSession({ pathParams: { clientId, sessionKey } }, deps) {
    const code = disconnectCodes.DISCONNECTED_BY_OWNER
    if (!(await disconnectSession({ sessionKey, clientId, code }, deps)))
      throw new Refusal('notFound', reasonForField('sessionKey', 'NO_SUCH_SESSION'))
  },
}

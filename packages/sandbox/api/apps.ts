import type { sandboxApi } from '@onair/contract'
import { addScope } from '../apps/add-scope.ts'
import { approveOrganization } from '@onair/server/features/apps/organizations.ts'
import { registerApp } from '@onair/server/features/apps/register-app.ts'
import { requireApp } from '@onair/server/features/apps/require-app.ts'
import { searchApps } from '../apps/search-apps.ts'
import { setWireProfile } from '../apps/set-wire-profile.ts'
import { requireChannel } from '@onair/server/features/channels/require-channel.ts'
import { listDeliveries } from '@onair/server/features/webhooks/delivery-log.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
} from '@onair/server/features/webhooks/endpoints.ts'
import { getWebhook } from '@onair/server/features/webhooks/get-webhook.ts'
import {
  deleteWebhook,
  requireValidWebhookUrl,
  updateWebhook,
  webhookUrlWriter,
} from '@onair/server/features/webhooks/update-webhook.ts'
import { parseTimestamp } from '@onair/server/shared/dates.ts'
import type { Handlers } from '@onair/server/api/pipeline/handler.ts'

export const apps: Handlers<typeof sandboxApi.apps> = {
  async listApps({ query }, deps) {
    return searchApps(query, deps)
  },

  /** Approves the organization of the application, under the name of its first application. */
  async createApp({ body }, deps) {
    const { name, organizationId, ownerChannelId, webhookUrl } = body
    if (ownerChannelId !== undefined) await requireChannel('ownerChannelId', ownerChannelId, deps)
    if (organizationId !== undefined)
      await approveOrganization({ organizationId, name, channelId: ownerChannelId, keepName: true }, deps)
    if (webhookUrl === undefined) return registerApp(body, deps)
    requireValidWebhookUrl(webhookUrl, deps)
    return registerApp(body, deps, webhookUrlWriter(webhookUrl, deps))
  },

  async setWireProfile({ pathParams: { clientId }, body: { wireProfile } }, deps) {
    await setWireProfile(clientId, wireProfile, deps)
    return null
  },

  async addScope({ pathParams: { clientId }, body: { scope } }, deps) {
    await addScope(clientId, scope, deps)
    return null
  },

  async setWebhook({ pathParams: { clientId }, body: { webhookUrl } }, deps) {
    await requireApp(clientId, deps)
    const previousUrl = (await getWebhook(clientId, deps))?.url ?? null
    if (webhookUrl !== null) await updateWebhook(clientId, { url: webhookUrl, status: 'ENABLED' }, deps)
    else if (previousUrl !== null) await deleteWebhook(clientId, deps)
    return { previousUrl }
  },

  async createWebhookEndpoint({ pathParams: { clientId }, body }, deps) {
    await requireApp(clientId, deps)
    return createWebhookEndpoint({ clientId, ...body }, deps)
  },

  async listWebhookEndpoints({ pathParams: { clientId } }, deps) {
    await requireApp(clientId, deps)
    return listWebhookEndpoints(clientId, deps)
  },

  async updateWebhookEndpoint({ pathParams, body }, deps) {
    await requireApp(pathParams.clientId, deps)
    await updateWebhookEndpoint(pathParams, body, deps)
    return null
  },

  async deleteWebhookEndpoint({ pathParams }, deps) {
    await requireApp(pathParams.clientId, deps)
    await deleteWebhookEndpoint(pathParams, deps)
    return null
  },

  async listDeliveries({ pathParams: { clientId }, query: { since, ...filter } }, deps) {
    await requireApp(clientId, deps)
    return listDeliveries(clientId, { ...filter, since: parseTimestamp('since', since) }, deps)
  },
}

import type { consoleApi } from '@onair/contract'
import { requireOwnApp } from '../../features/apps/require-app.ts'
import { revokeOlderSecret, rotateSecret } from '../../features/apps/secrets/rotate-secret.ts'
import { getDelivery, listDeliveries } from '../../features/webhooks/delivery-log.ts'
import { revokeOlderEndpointSecret, rotateEndpointSecret } from '../../features/webhooks/endpoint-secrets.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
} from '../../features/webhooks/endpoints.ts'
import { getDeliveryStats } from '../../features/webhooks/get-delivery-stats.ts'
import { getWebhook } from '../../features/webhooks/get-webhook.ts'
import { sendDeliveryNow } from '../../features/webhooks/send-delivery-now.ts'
import { getRecovery, resendDeliveries } from '../../features/webhooks/resend.ts'
import { sendTestNotification } from '../../features/webhooks/send-test-notification.ts'
import { deleteWebhook, updateWebhook } from '../../features/webhooks/update-webhook.ts'
import { parseTimestamp, utcDate } from '../../shared/dates.ts'
import { errorReason, Refusal } from '../../shared/refusal.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const webhooks: Handlers<typeof consoleApi.webhooks> = {
  async getWebhook({ caller: { channelId }, pathParams: { clientId } }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    return { webhook: await getWebhook(clientId, deps) }
  },

  async updateWebhook({ caller: { channelId }, pathParams: { clientId }, body }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    await updateWebhook(clientId, body, deps)
    return null
  },

  async deleteWebhook({ caller: { channelId }, pathParams: { clientId } }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    await deleteWebhook(clientId, deps)
    return null
  },

  async sendTestNotification({ caller: { channelId }, pathParams: { clientId }, body: { endpointId } }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    const test = { clientId, endpointId: endpointId ?? clientId, channelId }
    return { deliveryId: await sendTestNotification(test, deps) }
  },

  async listWebhookEndpoints({ caller: { channelId }, pathParams: { clientId } }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    return listWebhookEndpoints(clientId, deps)
  },

  async createWebhookEndpoint({ caller: { channelId }, pathParams: { clientId }, body }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    return createWebhookEndpoint({ clientId, ...body }, deps)
  },

  async updateWebhookEndpoint({ caller: { channelId }, pathParams, body }, deps) {
    await requireOwnApp({ channelId, clientId: pathParams.clientId }, deps)
    await updateWebhookEndpoint(pathParams, body, deps)
    return null
  },

  async deleteWebhookEndpoint({ caller: { channelId }, pathParams }, deps) {
    await requireOwnApp({ channelId, clientId: pathParams.clientId }, deps)
    await deleteWebhookEndpoint(pathParams, deps)
    return null
  },

  async rotateEndpointSecret({ caller: { channelId }, pathParams, body }, deps) {
    await requireOwnApp({ channelId, clientId: pathParams.clientId }, deps)
    const { secret, olderExpiresAt } = await rotateEndpointSecret({ ...pathParams, ...body }, deps)
    return { secret, olderEndsDate: utcDate(olderExpiresAt) }
  },

  async revokeOlderEndpointSecret({ caller: { channelId }, pathParams }, deps) {
    await requireOwnApp({ channelId, clientId: pathParams.clientId }, deps)
    await revokeOlderEndpointSecret(pathParams, deps)
    return null
  },

  async rotateSecret({ caller: { channelId }, pathParams: { clientId }, body }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    const { clientSecret, olderExpiresAt } = await rotateSecret({ clientId, ...body }, deps)
    return { clientSecret, olderEndsDate: utcDate(olderExpiresAt) }
  },

  async revokeOlderSecret({ caller: { channelId }, pathParams: { clientId } }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    await revokeOlderSecret(clientId, deps)
    return null
  },

  async listDeliveries({ caller: { channelId }, pathParams: { clientId }, query: { since, ...filter } }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    return listDeliveries(clientId, { ...filter, since: parseTimestamp('since', since) }, deps)
  },

  async getDelivery({ caller: { channelId }, pathParams: { clientId, deliveryId } }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    const delivery = await getDelivery(deliveryId, deps)
    if (delivery?.clientId !== clientId) throw new Refusal('notFound', errorReason('NO_SUCH_DELIVERY', { deliveryId }))
    return delivery.content
  },

  async getDeliveryStats({ caller: { channelId }, pathParams: { clientId }, query }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    return getDeliveryStats({ clientId, ...query }, deps)
  },

  async sendDeliveryNow({ caller: { channelId }, pathParams: { clientId, deliveryId } }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    await sendDeliveryNow({ clientId, deliveryId }, deps)
    return null
  },

  async getRecovery({ caller: { channelId }, pathParams: { clientId }, query: { endpointId, since } }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    return getRecovery({ clientId, endpointId, since: parseTimestamp('since', since) ?? 0 }, deps)
  },

  async resendDeliveries({ caller: { channelId }, pathParams: { clientId }, body: { since, ...filter } }, deps) {
    await requireOwnApp({ channelId, clientId }, deps)
    const resends = await resendDeliveries(clientId, { ...filter, since: parseTimestamp('since', since) }, deps)
    return { data: resends.data, page: { next: resends.next } }
  },
}

import type { consoleApi } from '@onair/contract'
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
  async getWebhook({ pathParams: { clientId } }, deps) {
    return { webhook: await getWebhook(clientId, deps) }
  },

  async updateWebhook({ pathParams: { clientId }, body }, deps) {
    await updateWebhook(clientId, body, deps)
    return null
  },

  async deleteWebhook({ pathParams: { clientId } }, deps) {
    await deleteWebhook(clientId, deps)
    return null
  },

  async sendTestNotification({ caller: { channelId }, pathParams: { clientId }, body: { endpointId } }, deps) {
    const test = { clientId, endpointId: endpointId ?? clientId, channelId }
    return { deliveryId: await sendTestNotification(test, deps) }
  },

  async listWebhookEndpoints({ pathParams: { clientId } }, deps) {
    return listWebhookEndpoints(clientId, deps)
  },

  async createWebhookEndpoint({ pathParams: { clientId }, body }, deps) {
    return createWebhookEndpoint({ clientId, ...body }, deps)
  },

  async updateWebhookEndpoint({ pathParams, body }, deps) {
    await updateWebhookEndpoint(pathParams, body, deps)
    return null
  },

  async deleteWebhookEndpoint({ pathParams }, deps) {
    await deleteWebhookEndpoint(pathParams, deps)
    return null
  },

  async rotateEndpointSecret({ pathParams, body }, deps) {
    const { secret, olderExpiresAt } = await rotateEndpointSecret({ ...pathParams, ...body }, deps)
    return { secret, olderEndsDate: utcDate(olderExpiresAt) }
  },

  async revokeOlderEndpointSecret({ pathParams }, deps) {
    await revokeOlderEndpointSecret(pathParams, deps)
    return null
  },

  async rotateSecret({ pathParams: { clientId }, body }, deps) {
    const { clientSecret, olderExpiresAt } = await rotateSecret({ clientId, ...body }, deps)
    return { clientSecret, olderEndsDate: utcDate(olderExpiresAt) }
  },

  async revokeOlderSecret({ pathParams: { clientId } }, deps) {
    await revokeOlderSecret(clientId, deps)
    return null
  },

  async listDeliveries({ pathParams: { clientId }, query: { since, ...filter } }, deps) {
    return listDeliveries(clientId, { ...filter, since: parseTimestamp('since', since) }, deps)
  },

  async getDelivery({ pathParams: { clientId, deliveryId } }, deps) {
    const delivery = await getDelivery(deliveryId, deps)
    if (delivery?.clientId !== clientId) throw new Refusal('notFound', errorReason('NO_SUCH_DELIVERY', { deliveryId }))
    return delivery.content
  },

  async getDeliveryStats({ pathParams: { clientId }, query }, deps) {
    return getDeliveryStats({ clientId, ...query }, deps)
  },

  async sendDeliveryNow({ pathParams: { clientId, deliveryId } }, deps) {
    await sendDeliveryNow({ clientId, deliveryId }, deps)
    return null
  },

  async getRecovery({ pathParams: { clientId }, query: { endpointId, since } }, deps) {
    return getRecovery({ clientId, endpointId, since: parseTimestamp('since', since) ?? 0 }, deps)
  },

  async resendDeliveries({ pathParams: { clientId }, body: { since, ...filter } }, deps) {
    const resends = await resendDeliveries(clientId, { ...filter, since: parseTimestamp('since', since) }, deps)
    return { data: resends.data, page: { next: resends.next } }
  },
}

import type { consoleApi } from '@onair/contract'
import { revokeOlderSecret, rotateSecret } from '../../features/apps/secrets/rotate-secret.ts'
import { getDelivery, listDeliveries, getDeliveryStats } from '../../features/webhooks/delivery-log.ts'
import { revokeOlderEndpointSecret, rotateEndpointSecret } from '../../features/webhooks/endpoint-secrets.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
} from '../../features/webhooks/endpoints.ts'
import { getWebhook } from '../../features/webhooks/get-webhook.ts'
import { sendDeliveryNow, getRecovery, resendDeliveries } from '../../features/webhooks/resend.ts'
import { sendTestNotification } from '../../features/webhooks/send-test-notification.ts'
import { deleteWebhook, updateWebhook } from '../../features/webhooks/update-webhook.ts'
import { parseTimestamp, utcDate } from '../../shared/dates.ts'
import { errorReason, Refusal } from '../../shared/refusal.ts'
import type { Handlers } from '../pipeline/handler.ts'

export const webhooks: Handlers<typeof consoleApi.webhooks> = {
  getWebhook: async ({ pathParams: { clientId } }, deps) => ({ webhook: await getWebhook(clientId, deps) }),
  updateWebhook: ({ pathParams: { clientId }, body }, deps) => updateWebhook(clientId, body, deps),
  deleteWebhook: ({ pathParams: { clientId } }, deps) => deleteWebhook(clientId, deps),

  async sendTestNotification({ caller: { channelId }, pathParams: { clientId }, body: { endpointId } }, deps) {
    const test = { clientId, endpointId: endpointId ?? clientId, channelId }
    return { deliveryId: await sendTestNotification(test, deps) }
  },

  listWebhookEndpoints: ({ pathParams: { clientId } }, deps) => listWebhookEndpoints(clientId, deps),
  createWebhookEndpoint: ({ pathParams: { clientId }, body }, deps) =>
    createWebhookEndpoint({ clientId, ...body }, deps),
  updateWebhookEndpoint: ({ pathParams, body }, deps) => updateWebhookEndpoint(pathParams, body, deps),
  deleteWebhookEndpoint: ({ pathParams }, deps) => deleteWebhookEndpoint(pathParams, deps),

  async rotateEndpointSecret({ pathParams, body }, deps) {
    const { secret, olderExpiresAt } = await rotateEndpointSecret({ ...pathParams, ...body }, deps)
    return { secret, olderEndsDate: utcDate(olderExpiresAt) }
  },

  revokeOlderEndpointSecret: ({ pathParams }, deps) => revokeOlderEndpointSecret(pathParams, deps),

  async rotateSecret({ pathParams: { clientId }, body }, deps) {
    const { clientSecret, olderExpiresAt } = await rotateSecret({ clientId, ...body }, deps)
    return { clientSecret, olderEndsDate: utcDate(olderExpiresAt) }
  },

  revokeOlderSecret: ({ pathParams: { clientId } }, deps) => revokeOlderSecret(clientId, deps),
  listDeliveries: ({ pathParams: { clientId }, query: { since, ...filter } }, deps) =>
    listDeliveries(clientId, { ...filter, since: parseTimestamp('since', since) }, deps),

  async getDelivery({ pathParams: { clientId, deliveryId } }, deps) {
    const delivery = await getDelivery(deliveryId, deps)
    if (delivery?.clientId !== clientId) throw new Refusal('notFound', errorReason('NO_SUCH_DELIVERY', { deliveryId }))
    return delivery.content
  },

  getDeliveryStats: ({ pathParams: { clientId }, query }, deps) => getDeliveryStats({ clientId, ...query }, deps),
  sendDeliveryNow: ({ pathParams: { clientId, deliveryId } }, deps) => sendDeliveryNow({ clientId, deliveryId }, deps),
  getRecovery: ({ pathParams: { clientId }, query: { endpointId, since } }, deps) =>
    getRecovery({ clientId, endpointId, since: parseTimestamp('since', since) ?? 0 }, deps),

  async resendDeliveries({ pathParams: { clientId }, body: { since, ...filter } }, deps) {
    const resends = await resendDeliveries(clientId, { ...filter, since: parseTimestamp('since', since) }, deps)
    return { data: resends.data, page: { next: resends.next } }
  },
}

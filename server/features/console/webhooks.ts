import { consoleWebhooks } from '@onair/contract'
import { parseTimestamp, utcDate } from '../../shared/dates.ts'
import { defineHandler } from '../../shared/handler.ts'
import { refusalReason, Refusal } from '../../shared/refusal.ts'
import { revokeOlderSecret, rotateSecret } from '../apps/rotate-secret.ts'
import { countWaiting } from '../webhooks/delivery-log-store.ts'
import * as deliveryLog from '../webhooks/delivery-log.ts'
import { resendDeliveries } from '../webhooks/resend.ts'
import * as subscription from '../webhooks/subscription.ts'
import { loadSubscription } from '../webhooks/subscription-store.ts'
import { requireOwnApp } from './own-app.ts'

const maxWaitingCounted = 10_000

export const readWebhook = defineHandler(consoleWebhooks.getWebhook, async (call, deps) => {
  const { client_id: clientId } = await requireOwnApp(call, deps)
  const found = await loadSubscription(deps.db.read, clientId)
  if (found === null) return { webhook: null }
  return {
    webhook: {
      url: found.url,
      status: found.status,
      statusReason: found.status_reason,
      changedDate: utcDate(found.changed_at),
      failingSinceDate: found.failing_since === null ? null : utcDate(found.failing_since),
      waiting: await countWaiting(deps.db.read, clientId, maxWaitingCounted),
    },
  }
})

export const updateWebhook = defineHandler(consoleWebhooks.updateWebhook, async (call, deps) => {
  const { client_id: clientId } = await requireOwnApp(call, deps)
  await subscription.updateWebhook(clientId, call.body, deps)
  return null
})

export const removeOwnWebhook = defineHandler(consoleWebhooks.deleteWebhook, async (call, deps) => {
  const { client_id: clientId } = await requireOwnApp(call, deps)
  await subscription.deleteWebhook(clientId, deps)
  return null
})

export const rotateOwnSecret = defineHandler(consoleWebhooks.rotateSecret, async (call, deps) => {
  const { client_id: clientId } = await requireOwnApp(call, deps)
  const { clientSecret, olderExpiresAt } = await rotateSecret({ clientId, ...call.body }, deps)
  return { clientSecret, olderEndsDate: utcDate(olderExpiresAt) }
})

export const endOwnOlderSecret = defineHandler(consoleWebhooks.revokeOlderSecret, async (call, deps) => {
  const { client_id: clientId } = await requireOwnApp(call, deps)
  await revokeOlderSecret(clientId, deps)
  return null
})

export const listDeliveries = defineHandler(consoleWebhooks.listDeliveries, async (call, deps) => {
  const { client_id: clientId } = await requireOwnApp(call, deps)
  const { since, ...query } = call.query
  return deliveryLog.listDeliveries(clientId, { ...query, since: parseTimestamp('since', since) }, deps)
})

export const readDelivery = defineHandler(consoleWebhooks.getDelivery, async (call, deps) => {
  const { client_id: clientId } = await requireOwnApp(call, deps)
  const delivery = await deliveryLog.getDelivery(call.pathParams.deliveryId, deps)
  if (delivery?.clientId !== clientId)
    throw new Refusal('notFound', refusalReason('NO_SUCH_NOTIFICATION', { deliveryId: call.pathParams.deliveryId }))
  return delivery.content
})

export const resend = defineHandler(consoleWebhooks.resendDeliveries, async (call, deps) => {
  const { client_id: clientId } = await requireOwnApp(call, deps)
  const { since, ...body } = call.body
  const { data, next } = await resendDeliveries(clientId, { ...body, since: parseTimestamp('since', since) }, deps)
  return { data, page: { next } }
})

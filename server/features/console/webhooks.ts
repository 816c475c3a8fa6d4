import { consoleWebhooks } from '@onair/contract'
import { momentOf, utcDate } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import { because, Refusal } from '../../kit/refusal.ts'
import { endOlderSecret, rotateSecret } from '../apps/rotate-secret.ts'
import { countWaiting } from '../webhooks/delivery-log-store.ts'
import { deliveryOf, deliveriesOf } from '../webhooks/delivery-log.ts'
import { sendAgain } from '../webhooks/send-again.ts'
import { changeWebhook, removeWebhook } from '../webhooks/subscription.ts'
import { loadSubscription } from '../webhooks/subscription-store.ts'
import { ownApp } from './own-app.ts'

const waitingCounted = 10_000

export const readOwnWebhook = handle(consoleWebhooks.readWebhook, async (call, world) => {
  const { client_id: clientId } = await ownApp(call, world)
  const found = await loadSubscription(world.db.read, clientId)
  if (found === null) return { webhook: null }
  return {
    webhook: {
      url: found.url,
      status: found.status,
      statusReason: found.status_reason,
      changedDate: utcDate(found.changed_at),
      failingSinceDate: found.failing_since === null ? null : utcDate(found.failing_since),
      waiting: await countWaiting(world.db.read, clientId, waitingCounted),
    },
  }
})

export const changeOwnWebhook = handle(consoleWebhooks.changeWebhook, async (call, world) => {
  const { client_id: clientId } = await ownApp(call, world)
  await changeWebhook(clientId, call.body, world)
  return null
})

export const removeOwnWebhook = handle(consoleWebhooks.removeWebhook, async (call, world) => {
  const { client_id: clientId } = await ownApp(call, world)
  await removeWebhook(clientId, world)
  return null
})

export const rotateOwnSecret = handle(consoleWebhooks.rotateSecret, async (call, world) => {
  const { client_id: clientId } = await ownApp(call, world)
  const { clientSecret, olderEndsAt } = await rotateSecret({ clientId, ...call.body }, world)
  return { clientSecret, olderEndsDate: utcDate(olderEndsAt) }
})

export const endOwnOlderSecret = handle(consoleWebhooks.endOlderSecret, async (call, world) => {
  const { client_id: clientId } = await ownApp(call, world)
  await endOlderSecret(clientId, world)
  return null
})

export const listOwnDeliveries = handle(consoleWebhooks.listDeliveries, async (call, world) => {
  const { client_id: clientId } = await ownApp(call, world)
  const { since, ...query } = call.query
  return deliveriesOf(clientId, { ...query, since: momentOf('since', since) }, world)
})

export const readOwnDelivery = handle(consoleWebhooks.readDelivery, async (call, world) => {
  const { client_id: clientId } = await ownApp(call, world)
  const delivery = await deliveryOf(call.inPath.deliveryId, world)
  if (delivery?.clientId !== clientId)
    throw new Refusal('notFound', because('NO_SUCH_NOTIFICATION', { deliveryId: call.inPath.deliveryId }))
  return delivery.content
})

export const sendOwnAgain = handle(consoleWebhooks.sendAgain, async (call, world) => {
  const { client_id: clientId } = await ownApp(call, world)
  const { since, ...body } = call.body
  const { data, next } = await sendAgain(clientId, { ...body, since: momentOf('since', since) }, world)
  return { data, page: { next } }
})

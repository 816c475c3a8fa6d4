import type { DropRewardClaim, WebhookEvent } from '@onair/contract'
import { currentTraceId } from '../../infra/observability/trace.ts'
import { deliveriesTopic, busMessage } from '../../shared/bus-messages.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import { insertDeliveries } from './delivery-store.ts'
import type { Recorder } from '../../infra/recorder.ts'

/**
 * Enqueues the notifications of an event in the transaction that creates the event, so that all are committed or none: one
 * for each endpoint of the application whose filters accept it, or a test of one endpoint. While an endpoint is DISABLED
 * its deliveries wait. Returns the ids of the deliveries.
 */
export async function enqueueDeliveries(
  tx: Tx,
  publish: Publish,
  event: { clientId: string; eventType: WebhookEvent; data: DropRewardClaim; now: number },
  testEndpointId: string | null = null,
): Promise<string[]> {
  const traceId = currentTraceId() ?? null
  const deliveryIds = await insertDeliveries(tx, { ...event, traceId }, testEndpointId)
  if (deliveryIds.length > 0) publish(busMessage(deliveriesTopic, {}))
  return deliveryIds
}

/** Records an event of an application for the inspector, and its deliveries. */
export function recordWebhookEvent(
  recorder: Recorder,
  event: {
    clientId: string
    eventType: WebhookEvent
    eventId: string
    channelId: string
    deliveryIds: readonly string[]
    data: object
  },
) {
  const { clientId, eventType: name, eventId, channelId, deliveryIds, data } = event
  if (!recorder.isRecording(clientId)) return
  const ids = { name, clientId, channelId, eventId }
  const detail = () => ({ payload: { text: JSON.stringify(data), truncated: false } })
  recorder.add({ kind: 'event', ...ids, bytes: 1_000, detail })
  for (const deliveryId of deliveryIds) recorder.add({ kind: 'delivery', ...ids, deliveryId })
}

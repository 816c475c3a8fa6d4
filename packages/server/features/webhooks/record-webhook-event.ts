import type { WebhookEvent } from '@onair/contract'
import type { Recorder } from '../../infra/recorder.ts'

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

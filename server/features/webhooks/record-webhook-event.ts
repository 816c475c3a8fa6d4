import type { WebhookEvent } from '@onair/contract'
import type { Recorder } from '../../infra/recorder.ts'

/** Records an event of an application for the inspector, and its delivery if there is one. */
export function recordWebhookEvent(
  recorder: Recorder,
  event: {
    clientId: string
    eventType: WebhookEvent
    eventId: string
    channelId: string
    deliveryId: string | null
    data: object
  },
) {
  const { clientId, eventType: name, eventId, channelId, deliveryId, data } = event
  if (!recorder.isRecording(clientId)) return
  const ids = { name, clientId, channelId, eventId }
  const detail = () => ({ payload: { text: JSON.stringify(data), truncated: false } })
  recorder.add({ kind: 'event', ...ids, bytes: 1_000, detail })
  if (deliveryId !== null) recorder.add({ kind: 'delivery', ...ids, deliveryId })
}

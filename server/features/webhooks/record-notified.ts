import type { NotifiedEvent } from '@onair/contract'
import type { Recorder } from '../../world/recorder.ts'

/** Has the inspector show an event of an application, and the notification of it where there is one. */
export function recordNotified(
  recorder: Recorder,
  event: {
    clientId: string
    eventType: NotifiedEvent
    eventId: string
    channelId: string
    deliveryId: string | null
    data: object
  },
) {
  const { clientId, eventType: name, eventId, channelId, deliveryId, data } = event
  if (!recorder.keeps(clientId)) return
  const ids = { name, clientId, channelId, eventId }
  const detail = () => ({ payload: { text: JSON.stringify(data), cut: false } })
  recorder.add({ kind: 'event', ...ids, bytes: 1_000, detail })
  if (deliveryId !== null) recorder.add({ kind: 'delivery', ...ids, deliveryId })
}

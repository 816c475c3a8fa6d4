import type { FaultKind } from '@onair/contract'
import { errorReason } from '@onair/server/shared/refusal.ts'
import { truncate } from '@onair/server/features/inspector/truncate.ts'
import type { HookedSession } from '@onair/server/hooks.ts'
import type { Deps } from '@onair/server/infra/deps.ts'

type Affected = {
  clientId: string
  channelId?: string | null
  sessionKey?: string
  eventId?: string
  deliveryId?: string
}

/** Records an event as a session was sent it. */
export function recordSentEvent(
  { clientId, sessionKey, ownerChannelId }: HookedSession,
  [name, payload]: readonly [string, unknown],
  { recorder }: Pick<Deps, 'recorder'>,
) {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const { eventId, channelId = ownerChannelId } = JSON.parse(text) as { eventId?: string; channelId?: string }
  const detail = () => ({ payload: truncate(text) })
  const ids = { sessionKey, channelId, ...(eventId !== undefined && { eventId }) }
  recorder.add({ kind: 'frame', name, clientId, ...ids, bytes: text.length, detail })
}

/** Marks a fault of a session or of a notification in the inspector. */
export function recordFault(
  { clientId, channelId = null, sessionKey, eventId, deliveryId }: Affected,
  fault: FaultKind,
  { recorder }: Pick<Deps, 'recorder'>,
) {
  if (!recorder.isRecording(clientId)) return
  const fields = {
    ...(sessionKey !== undefined && { sessionKey }),
    ...(eventId !== undefined && { eventId }),
    ...(deliveryId !== undefined && { deliveryId }),
  }
  const detail = () => ({ reason: errorReason('FAULT_INJECTED', { fault }) })
  recorder.add({
    kind: deliveryId === undefined ? 'frame' : 'delivery',
    name: `fault ${fault}`,
    clientId,
    channelId,
    ...fields,
    fault,
    detail,
  })
}

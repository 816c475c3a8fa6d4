import type { FaultKind } from '@onair/contract'
import { errorReason } from '@onair/server/shared/refusal.ts'
import type { Deps } from '@onair/server/infra/deps.ts'

type Affected = {
  clientId: string
  channelId?: string | null
  sessionKey?: string
  eventId?: string
  deliveryId?: string
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

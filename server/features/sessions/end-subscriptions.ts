import type { EventType } from '@onair/contract'
import { gatewayTopic, signal } from '../../kit/signals.ts'
import type { Tell, Tx } from '../../world/db/db.ts'
import { removeSubscriptionsOfApp } from './session-store.ts'

/** Ends every event subscription of an application within a change; its open sessions are told `revoked`. */
export async function endSubscriptionsOfApp(tx: Tx, tell: Tell, clientId: string): Promise<void> {
  for (const { session_key, event_type, channel_id, gateway_id } of await removeSubscriptionsOfApp(tx, clientId)) {
    if (gateway_id === null) continue
    const data = { eventType: event_type as EventType, channelId: channel_id }
    tell(signal(gatewayTopic(gateway_id), { sessionKey: session_key, act: 'tell', system: { type: 'revoked', data } }))
  }
}

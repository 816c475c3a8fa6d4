import type { DisconnectCode } from '@onair/contract'
import { gatewayTopic, busMessage } from '../../shared/bus-messages.ts'
import type { Deps } from '../../infra/deps.ts'
import { lockSession } from './session-store.ts'

type DisconnectOptions = {
  sessionKey: string
  /** Only disconnects a session of this application. */
  clientId?: string
  /** Appears in the gateway's log. */
  code: DisconnectCode
}

/**
 * Commands the session's gateway to close it, unless it has ended. False when the session does not
 * exist.
 */
export async function disconnectSession(
  { sessionKey, clientId, code }: DisconnectOptions,
  { db }: Pick<Deps, 'db'>,
): Promise<boolean> {
  return db.transaction(async (tx, publish) => {
    const session = await lockSession(tx, sessionKey)
    if (session === null || (clientId !== undefined && session.clientId !== clientId)) return false
    if (session.gatewayId !== null && !session.disconnected)
      publish(busMessage(gatewayTopic(session.gatewayId), { sessionKey, type: 'close', code }))
    return true
  })
}

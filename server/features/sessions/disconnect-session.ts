import { gatewayTopic, busEvent } from '../../shared/events.ts'
import type { Deps } from '../../infra/deps.ts'
import { lockSession } from './session-store.ts'

type DisconnectOptions = {
  sessionKey: string
  /** Whose session it must be, where not anybody's may be cut. */
  clientId?: string
  /** For the log of the gateway. */
  reason: string
}

/** Tells the gateway that holds a session to close it. False when there is no such session; one that has ended stays so. */
export async function disconnectSession(
  { sessionKey, clientId, reason }: DisconnectOptions,
  { db }: Pick<Deps, 'db'>,
): Promise<boolean> {
  return db.transaction(async (tx, publish) => {
    const session = await lockSession(tx, sessionKey)
    if (session === null || (clientId !== undefined && session.clientId !== clientId)) return false
    if (session.gatewayId !== null && !session.disconnected)
      publish(busEvent(gatewayTopic(session.gatewayId), { sessionKey, type: 'close', reason }))
    return true
  })
}

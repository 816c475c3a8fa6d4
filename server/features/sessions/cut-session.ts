import { gatewayTopic, signal } from '../../kit/signals.ts'
import type { World } from '../../world/world.ts'
import { lockSession } from './session-store.ts'

type Cut = {
  sessionKey: string
  /** Whose session it must be, where not anybody's may be cut. */
  clientId?: string
  /** For the log of the gateway. */
  reason: string
}

/** Tells the gateway that holds a session to close it. False when there is no such session; one that has ended stays so. */
export async function cutSession({ sessionKey, clientId, reason }: Cut, { db }: Pick<World, 'db'>): Promise<boolean> {
  return db.change(async (tx, tell) => {
    const session = await lockSession(tx, sessionKey)
    if (session === null || (clientId !== undefined && session.clientId !== clientId)) return false
    if (session.gatewayId !== null && !session.disconnected)
      tell(signal(gatewayTopic(session.gatewayId), { sessionKey, act: 'close', reason }))
    return true
  })
}

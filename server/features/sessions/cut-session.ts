import { gatewayTopic, signal } from '../../kit/signals.ts'
import type { World } from '../../world/world.ts'
import { lockSession } from './session-store.ts'

/** Tells the gateway that holds a session to close it. False when there is no such session; one that has ended stays so. */
export async function cutSession(sessionKey: string, { db }: Pick<World, 'db'>): Promise<boolean> {
  return db.change(async (tx, tell) => {
    const session = await lockSession(tx, sessionKey)
    if (session === null) return false
    if (session.gatewayId !== null && !session.disconnected)
      tell(signal(gatewayTopic(session.gatewayId), { act: 'close', sessionKey, reason: 'cut in the sandbox' }))
    return true
  })
}

import type { World } from '../../world/world.ts'
import { endGrant } from './end-grant.ts'
import { lockGrantBetween } from './grant-store.ts'

/** A person allows an application nothing any more. False when they allowed it nothing before. Gap 135. */
export function withdrawConsent(
  { clientId, channelId }: { clientId: string; channelId: string },
  { db }: Pick<World, 'db'>,
): Promise<boolean> {
  return db.change(async (tx, tell) => {
    const grant = await lockGrantBetween(tx, clientId, channelId)
    if (grant !== null) await endGrant(tx, tell, grant)
    return grant !== null
  })
}

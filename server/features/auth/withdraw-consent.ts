import type { Deps } from '../../infra/deps.ts'
import { revokeGrant } from './grants.ts'
import { lockGrant } from './grant-store.ts'

/** Revokes the grant. False when there is none. Gap 135. */
export function withdrawConsent(
  { clientId, channelId }: { clientId: string; channelId: string },
  { db }: Pick<Deps, 'db'>,
): Promise<boolean> {
  return db.transaction(async (tx, publish) => {
    const grant = await lockGrant(tx, clientId, channelId)
    if (grant !== null) await revokeGrant(tx, publish, grant)
    return grant !== null
  })
}

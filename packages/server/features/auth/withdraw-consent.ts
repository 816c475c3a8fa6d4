import { recordAudit } from '../../shared/audit-store.ts'
import type { Deps } from '../../infra/deps.ts'
import { revokeGrant } from './grants.ts'
import { lockGrant } from './grant-store.ts'

/** Revokes the grant. False when there is none. Gap 135. */
export function withdrawConsent(
  { clientId, channelId }: { clientId: string; channelId: string },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<boolean> {
  const now = clock.now()
  return db.transaction(async (tx, publish) => {
    const grant = await lockGrant(tx, clientId, channelId)
    if (grant === null) return false
    await revokeGrant(tx, publish, grant)
    await recordAudit(tx, now, { action: 'grant.withdrawn', channelId, clientId })
    return true
  })
}

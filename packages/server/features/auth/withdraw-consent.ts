import { recordAudit } from '../../shared/audit-store.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { revokeGrant } from './grants.ts'
import { listGrantedClients, lockGrant } from './grant-store.ts'

/** Revokes the grant. False when there is none. Gap 135. */
export function withdrawConsent(
  { clientId, channelId }: { clientId: string; channelId: string },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<boolean> {
  const now = clock.now()
  return db.transaction((tx, publish) => withdraw(tx, publish, { clientId, channelId, now }))
}

/** Revokes all grants of a person, those of overlays included, in the transaction of a change. Returns their number. */
export async function withdrawAllConsents(tx: Tx, publish: Publish, channelId: string, now: number): Promise<number> {
  let count = 0
  for (const clientId of await listGrantedClients(tx, channelId))
    if (await withdraw(tx, publish, { clientId, channelId, now })) count += 1
  return count
}

async function withdraw(
  tx: Tx,
  publish: Publish,
  { clientId, channelId, now }: { clientId: string; channelId: string; now: number },
): Promise<boolean> {
  const grant = await lockGrant(tx, clientId, channelId)
  if (grant === null) return false
  await revokeGrant(tx, publish, grant)
  await recordAudit(tx, now, { action: 'grant.withdrawn', channelId, clientId })
  return true
}

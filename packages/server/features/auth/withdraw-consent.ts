import { recordAudit } from '../../shared/audit-store.ts'
import type { Publish, Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { revokeGrant } from './grants.ts'
import { listGrantedClients, lockGrant } from './grant-store.ts'
import type { Revocation } from './revoked-credential-store.ts'

/** Revokes the grant. False when there is none. Gap 135. */
export function withdrawConsent(
  { clientId, channelId }: { clientId: string; channelId: string },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<boolean> {
  const { now, monotonicNow } = clock.read()
  return db.transaction((tx, publish) =>
    withdraw(tx, publish, { clientId, channelId, cause: 'USER', now, monotonicNow }),
  )
}

/** Revokes all grants of a person, those of overlays included, in the transaction of a new password. Returns their number. */
export async function withdrawAllConsents(
  tx: Tx,
  publish: Publish,
  channelId: string,
  time: Omit<Revocation, 'cause'>,
): Promise<number> {
  let count = 0
  for (const clientId of await listGrantedClients(tx, channelId))
    if (await withdraw(tx, publish, { clientId, channelId, cause: 'PASSWORD_CHANGED', ...time })) count += 1
  return count
}

async function withdraw(
  tx: Tx,
  publish: Publish,
  { clientId, channelId, ...revocation }: { clientId: string; channelId: string } & Revocation,
): Promise<boolean> {
  const grant = await lockGrant(tx, clientId, channelId)
  if (grant === null) return false
  await revokeGrant(tx, publish, grant, revocation)
  await recordAudit(tx, revocation.now, { action: 'grant.withdrawn', channelId, clientId })
  return true
}

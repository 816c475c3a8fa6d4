import { limits } from '@onair/contract'
import { recordAudit } from '../../../shared/audit-store.ts'
import { Refusal } from '../../../shared/refusal.ts'
import { hashSecret, newCredential, seal } from '../../../shared/secrets.ts'
import { callersTopic, busMessage } from '../../../shared/bus-messages.ts'
import type { Deps } from '../../../infra/deps.ts'
import { clientSecretSeal } from './client-secret-seal.ts'
import { insertSecret, lockSecrets, updateSecretExpiry } from './secret-store.ts'

const hourMs = 3_600_000

/**
 * Creates a new secret. The older one stays valid, and signs webhooks, during the overlap. At most two are
 * valid.
 */
export async function rotateSecret(
  { clientId, overlapHours = limits.secretOverlapHours }: { clientId: string; overlapHours?: number | undefined },
  { clock, dataKey, db, programKey, random }: Pick<Deps, 'clock' | 'dataKey' | 'db' | 'programKey' | 'random'>,
): Promise<{ clientSecret: string; olderExpiresAt: number }> {
  const now = clock.now()
  const clientSecret = newCredential({ dataKey, random })
  const sealed = seal(clientSecret, clientSecretSeal(clientId), programKey, random)
  const monotonicNow = clock.monotonicNow()
  await db.transaction(async (tx, publish) => {
    const [older, newer] = await lockSecrets(tx, clientId, monotonicNow)
    if (older === undefined) throw new Refusal('notFound', 'NO_SUCH_APP')
    if (newer !== undefined) throw new Refusal('badInput', 'TOO_MANY_SECRETS')
    await updateSecretExpiry(tx, older.hash, monotonicNow + overlapHours * hourMs)
    await insertSecret(tx, {
      hash: hashSecret(clientSecret),
      client_id: clientId,
      sealed,
      created_at: now,
      expires_at: null,
    })
    await recordAudit(tx, now, { action: 'secret.rotated', clientId, detail: { overlapHours } })
    publish(busMessage(callersTopic, { clientId, channelId: null }))
  })
  return { clientSecret, olderExpiresAt: now + overlapHours * hourMs }
}

/** Revokes the older of two secrets. The newer one signs webhooks from now on. */
export async function revokeOlderSecret(clientId: string, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const monotonicNow = clock.monotonicNow()
  await db.transaction(async (tx, publish) => {
    const [older, newer] = await lockSecrets(tx, clientId, monotonicNow)
    if (older === undefined || newer === undefined) throw new Refusal('notFound', 'NO_OLDER_SECRET')
    await updateSecretExpiry(tx, older.hash, monotonicNow)
    await recordAudit(tx, clock.now(), { action: 'secret.revoked', clientId })
    publish(busMessage(callersTopic, { clientId, channelId: null }))
  })
}

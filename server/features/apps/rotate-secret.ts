import { limits } from '@onair/contract'
import { Refusal } from '../../shared/refusal.ts'
import { hashSecret, deriveKey, newSecret, seal } from '../../shared/secrets.ts'
import { callersTopic, busEvent } from '../../shared/events.ts'
import type { Deps } from '../../infra/deps.ts'
import { insertSecret, lockSecrets, updateSecretExpiry } from './secret-store.ts'

const hourMs = 3_600_000

/** Makes another secret; the one before stays good, and signs, for the overlap. Two are good at the most. */
export async function rotateSecret(
  { clientId, overlapHours = limits.secretOverlapHours }: { clientId: string; overlapHours?: number | undefined },
  { clock, db, programKey, random }: Pick<Deps, 'clock' | 'db' | 'programKey' | 'random'>,
): Promise<{ clientSecret: string; olderExpiresAt: number }> {
  const now = clock.now()
  const clientSecret = newSecret(random)
  const sealed = seal(clientSecret, clientId, deriveKey('client secrets', programKey), random)
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
    publish(busEvent(callersTopic, { clientId, channelId: null }))
  })
  return { clientSecret, olderExpiresAt: now + overlapHours * hourMs }
}

/** Ends the older of two secrets before its time; from here on the newer one signs. */
export async function revokeOlderSecret(clientId: string, { clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const monotonicNow = clock.monotonicNow()
  await db.transaction(async (tx, publish) => {
    const [older, newer] = await lockSecrets(tx, clientId, monotonicNow)
    if (older === undefined || newer === undefined) throw new Refusal('notFound', 'NO_OLDER_SECRET')
    await updateSecretExpiry(tx, older.hash, monotonicNow)
    publish(busEvent(callersTopic, { clientId, channelId: null }))
  })
}

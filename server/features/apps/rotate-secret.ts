import { limits } from '@onair/contract'
import { Refusal } from '../../kit/refusal.ts'
import { hashOf, keyFor, newSecret, seal } from '../../kit/secrets.ts'
import { callersTopic, signal } from '../../kit/signals.ts'
import type { World } from '../../world/world.ts'
import { insertSecret, lockSecrets, markExpiring } from './secret-store.ts'

const hourMs = 3_600_000

/** Makes another secret; the one before stays good, and signs, for the overlap. Two are good at the most. */
export async function rotateSecret(
  { clientId, overlapHours = limits.secretOverlapHours }: { clientId: string; overlapHours?: number | undefined },
  { clock, db, programKey, random }: Pick<World, 'clock' | 'db' | 'programKey' | 'random'>,
): Promise<{ clientSecret: string; olderEndsAt: number }> {
  const now = clock.now()
  const clientSecret = newSecret(random)
  const sealed = seal(clientSecret, clientId, keyFor('client secrets', programKey), random)
  const onward = clock.onward()
  await db.change(async (tx, tell) => {
    const [older, newer] = await lockSecrets(tx, clientId, onward)
    if (older === undefined) throw new Refusal('notFound', 'NO_SUCH_APP')
    if (newer !== undefined) throw new Refusal('badInput', 'TWO_SECRETS')
    await markExpiring(tx, older.hash, onward + overlapHours * hourMs)
    await insertSecret(tx, {
      hash: hashOf(clientSecret),
      client_id: clientId,
      sealed,
      created_at: now,
      expires_at: null,
    })
    tell(signal(callersTopic, { clientId, channelId: null }))
  })
  return { clientSecret, olderEndsAt: now + overlapHours * hourMs }
}

/** Ends the older of two secrets before its time; from here on the newer one signs. */
export async function endOlderSecret(clientId: string, { clock, db }: Pick<World, 'clock' | 'db'>): Promise<void> {
  const onward = clock.onward()
  await db.change(async (tx, tell) => {
    const [older, newer] = await lockSecrets(tx, clientId, onward)
    if (older === undefined || newer === undefined) throw new Refusal('notFound', 'NO_OLDER_SECRET')
    await markExpiring(tx, older.hash, onward)
    tell(signal(callersTopic, { clientId, channelId: null }))
  })
}

import type { Tx } from '../../../infra/db/db.ts'
import type { Deps } from '../../../infra/deps.ts'
import { hashSecret, newCredential, seal } from '../../../shared/secrets.ts'
import { clientSecretSeal } from './client-secret-seal.ts'
import { expireSecrets, insertSecret, lockAppsOf } from './secret-store.ts'

export type ReplaceSecretsDeps = Pick<Deps, 'dataKey' | 'programKey' | 'random'>

/**
 * Replaces the secrets of the applications that a person alone decides about, without an overlap, and returns their number. The
 * new ones are shown to no one: the person rotates them.
 */
export async function replaceSecretsOf(
  tx: Tx,
  channelId: string,
  { now, monotonicNow }: { now: number; monotonicNow: number },
  { dataKey, programKey, random }: ReplaceSecretsDeps,
): Promise<number> {
  const clientIds = await lockAppsOf(tx, channelId)
  await expireSecrets(tx, clientIds, monotonicNow)
  for (const clientId of clientIds) {
    const secret = newCredential({ dataKey, random })
    const sealed = seal(secret, clientSecretSeal(clientId), programKey, random)
    await insertSecret(tx, { hash: hashSecret(secret), client_id: clientId, sealed, created_at: now, expires_at: null })
  }
  return clientIds.length
}

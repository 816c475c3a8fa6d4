import type { Deps } from '../../infra/deps.ts'
import { keyId, seal, unseal } from '../../shared/secrets.ts'
import { clientSecretSeal } from './client-secret-seal.ts'
import { lockSecretsOfOtherKeys, updateSealedSecret } from './secret-store.ts'

const batchSize = 500

/** Seals every client secret with the current program key. Returns how many had another key. */
export async function resealClientSecrets({
  db,
  programKey,
  random,
}: Pick<Deps, 'db' | 'programKey' | 'random'>): Promise<number> {
  for (let count = 0; ;) {
    const resealed = await db.transaction(async (tx) => {
      const secrets = await lockSecretsOfOtherKeys(tx, keyId(programKey.current), batchSize)
      for (const { hash, client_id, sealed } of secrets) {
        const target = clientSecretSeal(client_id)
        await updateSealedSecret(tx, hash, seal(unseal(sealed, target, programKey), target, programKey, random))
      }
      return secrets.length
    })
    count += resealed
    if (resealed < batchSize) return count
  }
}

import type { Deps } from '../../infra/deps.ts'
import { keyId, seal, unseal } from '../../shared/secrets.ts'
import { streamKeySeal } from './stream-key.ts'
import { lockStreamKeysOfOtherKeys, updateSealedStreamKey } from './stream-key-store.ts'

const batchSize = 500

/** Seals every stream key with the current program key. Returns how many had another key. */
export async function resealStreamKeys({
  db,
  programKey,
  random,
}: Pick<Deps, 'db' | 'programKey' | 'random'>): Promise<number> {
  for (let count = 0; ;) {
    const resealed = await db.transaction(async (tx) => {
      const keys = await lockStreamKeysOfOtherKeys(tx, keyId(programKey.current), batchSize)
      for (const { channel_id, sealed } of keys) {
        const target = streamKeySeal(channel_id)
        await updateSealedStreamKey(
          tx,
          channel_id,
          seal(unseal(sealed, target, programKey), target, programKey, random),
        )
      }
      return keys.length
    })
    count += resealed
    if (resealed < batchSize) return count
  }
}

import type { Deps } from '../../infra/deps.ts'
import { reseal } from '../../shared/reseal.ts'
import { streamKeySeal } from './stream-key.ts'
import { lockStreamKeysOfOtherKeys, updateSealedStreamKey } from './stream-key-store.ts'

/** Seals every stream key with the current program key. Returns how many had another key. */
export function resealStreamKeys(deps: Pick<Deps, 'db' | 'programKey' | 'random'>): Promise<number> {
  return reseal(
    {
      lock: lockStreamKeysOfOtherKeys,
      sealFor: ({ channel_id }) => streamKeySeal(channel_id),
      update: (tx, { channel_id }, sealed) => updateSealedStreamKey(tx, channel_id, sealed),
    },
    deps,
  )
}

import { reseal, type ResealDeps } from '../../shared/reseal.ts'
import { streamKeySeal } from './stream-key.ts'
import { lockStreamKeysOfOtherKeys, updateSealedStreamKey } from './stream-key-store.ts'

/** Seals every stream key with the current program key. Returns how many had another key. */
export function resealStreamKeys(deps: ResealDeps): Promise<number> {
  return reseal(
    {
      lock: lockStreamKeysOfOtherKeys,
      sealFor: ({ channel_id }) => streamKeySeal(channel_id),
      update: (tx, { channel_id }, sealed) => updateSealedStreamKey(tx, channel_id, sealed),
    },
    deps,
  )
}

import { reseal, type ResealDeps } from '../../../shared/reseal.ts'
import type { SealFor } from '../../../shared/secrets.ts'
import { lockTargetsOfOtherKeys, updateSealedTarget } from './restream-store.ts'

/** The purpose and the context with which the stream key of a target is sealed. */
export function restreamKeySeal(targetId: string): SealFor {
  return { purpose: 'restream keys', context: targetId }
}

/** Seals the stream key of every target with the current program key. Returns how many had another key. */
export function resealRestreamKeys(deps: ResealDeps): Promise<number> {
  return reseal(
    {
      lock: lockTargetsOfOtherKeys,
      sealFor: ({ id }) => restreamKeySeal(id),
      update: (tx, { id }, sealed) => updateSealedTarget(tx, id, sealed),
    },
    deps,
  )
}

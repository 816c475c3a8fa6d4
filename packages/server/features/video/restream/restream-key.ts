import type { SealFor } from '../../../shared/secrets.ts'

/** The purpose and the context with which the stream key of a target is sealed. */
export function restreamKeySeal(targetId: string): SealFor {
  return { purpose: 'restream keys', context: targetId }
}

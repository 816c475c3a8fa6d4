import type { SealFor } from '../../../shared/secrets.ts'

/** The purpose and the context with which client secrets are sealed. */
export function clientSecretSeal(clientId: string): SealFor {
  return { purpose: 'client secrets', context: clientId }
}

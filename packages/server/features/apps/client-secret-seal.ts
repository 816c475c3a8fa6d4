import type { SealFor } from '../../shared/secrets.ts'

/** What client secrets are sealed for. */
export function clientSecretSeal(clientId: string): SealFor {
  return { purpose: 'client secrets', context: clientId }
}

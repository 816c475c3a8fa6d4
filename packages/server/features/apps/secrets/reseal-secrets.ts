import { reseal, type ResealDeps } from '../../../shared/reseal.ts'
import { clientSecretSeal } from './client-secret-seal.ts'
import { lockSecretsOfOtherKeys, updateSealedSecret } from './secret-store.ts'

/** Seals every client secret with the current program key. Returns how many had another key. */
export function resealClientSecrets(deps: ResealDeps): Promise<number> {
  return reseal(
    {
      lock: lockSecretsOfOtherKeys,
      sealFor: ({ client_id }) => clientSecretSeal(client_id),
      update: (tx, { hash }, sealed) => updateSealedSecret(tx, hash, sealed),
    },
    deps,
  )
}

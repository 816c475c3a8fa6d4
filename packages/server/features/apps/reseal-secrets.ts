import type { Deps } from '../../infra/deps.ts'
import { reseal } from '../../shared/reseal.ts'
import { clientSecretSeal } from './client-secret-seal.ts'
import { lockSecretsOfOtherKeys, updateSealedSecret } from './secret-store.ts'

/** Seals every client secret with the current program key. Returns how many had another key. */
export function resealClientSecrets(deps: Pick<Deps, 'db' | 'programKey' | 'random'>): Promise<number> {
  return reseal(
    {
      lock: lockSecretsOfOtherKeys,
      sealFor: ({ client_id }) => clientSecretSeal(client_id),
      update: (tx, { hash }, sealed) => updateSealedSecret(tx, hash, sealed),
    },
    deps,
  )
}

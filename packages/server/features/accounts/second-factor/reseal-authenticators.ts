import { reseal, type ResealDeps } from '../../../shared/reseal.ts'
import { lockAuthenticatorsOfOtherKeys, updateSealedAuthenticator } from './second-factor-store.ts'
import { authenticatorSeal } from './authenticator-secret.ts'

/** Seals the secret of every authenticator with the current program key. Returns how many had another key. */
export function resealAuthenticators(deps: ResealDeps): Promise<number> {
  return reseal(
    {
      lock: lockAuthenticatorsOfOtherKeys,
      sealFor: ({ channel_id }) => authenticatorSeal(channel_id),
      update: (tx, { channel_id }, sealed) => updateSealedAuthenticator(tx, channel_id, sealed),
    },
    deps,
  )
}

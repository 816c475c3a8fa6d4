import { resealAuthenticators } from './features/accounts/second-factor/reseal-authenticators.ts'
import { resealClientSecrets } from './features/apps/secrets/reseal-secrets.ts'
import { resealDataKey } from './features/installation/reseal-data-key.ts'
import { resealEncoderCuts } from './features/lives/encoder-cuts/cut-encoders.ts'
import { resealStreamKeys } from './features/lives/reseal-stream-keys.ts'
import { resealOverlayTokens } from './features/overlays/overlays.ts'
import { resealRestreamKeys } from './features/video/restream/restream-key.ts'
import { resealEndpointSecrets } from './features/webhooks/endpoint-secrets.ts'
import type { Deps } from './infra/deps.ts'
import type { ResealDeps } from './shared/reseal.ts'

/** Seals every stored secret with the current program key. Returns how many had another key. */
export async function resealAll(deps: ResealDeps & Pick<Deps, 'dataKey'>) {
  const counts = {
    clientSecrets: await resealClientSecrets(deps),
    endpointSecrets: await resealEndpointSecrets(deps),
    streamKeys: await resealStreamKeys(deps),
    encoderCuts: await resealEncoderCuts(deps),
    restreamKeys: await resealRestreamKeys(deps),
    overlayUrls: await resealOverlayTokens(deps),
    authenticators: await resealAuthenticators(deps),
  }
  await resealDataKey(deps)
  return counts
}

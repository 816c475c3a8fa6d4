import { loadApp } from '@onair/server/features/apps/app-store.ts'
import { approveConsent, loadConsentRequest } from '@onair/server/features/auth/consent.ts'
import type { Deps } from '@onair/server/infra/deps.ts'

/** Consents to all scopes of the application, and returns the authorization code. */
export async function createAuthorizationCode(
  { clientId, channelId, state = 'a state' }: { clientId: string; channelId: string; state?: string },
  deps: Pick<Deps, 'clock' | 'db' | 'random'>,
): Promise<string> {
  const app = await loadApp(deps.db.read, clientId)
  const request = await loadConsentRequest({ clientId, redirectUri: app?.redirect_uri ?? '', state }, deps)
  if ('refusal' in request) throw new Error(`The consent was refused: ${request.refusal}`)
  return approveConsent(request, channelId, deps)
}

import type { ContentOf, sandboxApi } from '@onair/contract'
import { utcDate } from '@onair/server/shared/dates.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import { demoCredentials, demoPeople, demoRedirectUri } from './demo.ts'

/** The addresses of the platform and the demo data, as `GET /sandbox/v1` returns and `serve --json` prints them. */
export function getOverview(
  deps: Pick<Deps, 'addresses' | 'clock' | 'config' | 'dataKey' | 'installationKey' | 'version'>,
): ContentOf<typeof sandboxApi.demo.getOverview> {
  const { baseUrl, authUrl, socketUrl } = deps.addresses
  return {
    baseUrl,
    authUrl,
    socketUrl,
    consoleUrl: `${authUrl}/console`,
    mode: 'sandbox',
    version: deps.version,
    now: utcDate(deps.clock.now()),
    demo: { ...demoCredentials(deps), redirectUri: demoRedirectUri(deps), people: demoPeople(deps) },
  }
}

import { sandboxPeople, type ContentOf } from '@onair/contract'
import { utcDate } from '../../shared/dates.ts'
import { defineHandler } from '../../shared/handler.ts'
import type { Deps } from '../../infra/deps.ts'
import { demoCredentials, demoPeople, demoRedirectUri } from './demo.ts'

export const overview = defineHandler(sandboxPeople.getOverview, async (_call, deps) => overviewOf(deps))

/** What someone who tests against this program needs to know; also the line that `--json` prints. */
export function overviewOf(
  deps: Pick<Deps, 'addresses' | 'clock' | 'programKey' | 'version'>,
): ContentOf<typeof sandboxPeople.getOverview> {
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

import { sandboxPeople, type ContentOf } from '@onair/contract'
import { utcDate } from '../../kit/dates.ts'
import { handle } from '../../kit/handle.ts'
import type { World } from '../../world/world.ts'
import { demoCredentials, demoPeople, demoRedirectUri } from './demo.ts'

export const overview = handle(sandboxPeople.overview, async (_call, world) => overviewOf(world))

/** What someone who tests against this program needs to know; also the line that `--json` prints. */
export function overviewOf(
  world: Pick<World, 'addresses' | 'clock' | 'programKey' | 'version'>,
): ContentOf<typeof sandboxPeople.overview> {
  const { baseUrl, authUrl, socketUrl } = world.addresses
  return {
    baseUrl,
    authUrl,
    socketUrl,
    consoleUrl: `${authUrl}/console`,
    mode: 'sandbox',
    version: world.version,
    now: utcDate(world.clock.now()),
    demo: { ...demoCredentials(world), redirectUri: demoRedirectUri(world), people: demoPeople(world) },
  }
}

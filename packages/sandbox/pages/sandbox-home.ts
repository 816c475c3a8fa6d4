import { browseLives } from '@onair/server/features/lives/browse-lives.ts'
import { listRecords } from '@onair/server/features/inspector/list-records.ts'
import { definePage, page } from '@onair/server/api/pages/page-route.ts'
import { demoConsentUrl, demoCredentials, demoPeople } from '../demo/demo.ts'
import { sandboxHomePage, type InspectorRecord } from './sandbox-home-page.ts'

const shownRecords = 8
const readRecords = 100
const shownLives = 3

/** The home page of a sandbox shows what runs and what happens. */
export const showSandboxHome = definePage('GET', '/', async (request, deps) => {
  const { addresses, identityProvider, version } = deps
  const records = request.hasSandboxAccess
    ? foldMessages(
        (await listRecords({ by: 'all' }, { size: readRecords, summary: true }, deps)).data.filter(isOfPlatform),
      ).slice(0, shownRecords)
    : null
  const { lives } = await browseLives({}, null, deps)
  const data = {
    addresses,
    consentUrl: demoConsentUrl(deps),
    demoCredentials: demoCredentials(deps),
    demoPeople: demoPeople(deps),
    hasIdentityProvider: identityProvider !== null,
    lives: lives.slice(0, shownLives),
    records,
    version,
  }
  return page(sandboxHomePage(request, data), { hasScripts: records !== null || request.visitor !== null })
})

/** False for a request that only controls the sandbox. Its effect, such as an event, has a record too. */
function isOfPlatform({ kind, name }: { kind: string; name: string }): boolean {
  return kind !== 'request' || !name.includes(' /sandbox/v1/')
}

/** The records without the messages of an event that is listed, whose record counts them. Newest first. */
function foldMessages(records: readonly InspectorRecord[]): InspectorRecord[] {
  const events = new Set(records.filter(({ kind }) => kind === 'event').map(({ eventId }) => eventId))
  return records.filter(({ kind, eventId }) => kind !== 'frame' || !events.has(eventId))
}

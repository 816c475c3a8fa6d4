import type { Credentials } from '../../features/apps/register-app.ts'
import { browseLives } from '../../features/lives/browse-lives.ts'
import { listRecords } from '../../features/inspector/list-records.ts'
import { definePage, page, type PageRoute } from './page-route.ts'
import { sandboxHomePage, type InspectorRecord, type ShownRecord } from '@onair/sandbox/pages/sandbox-home-page.ts'
import type { DemoPerson } from './sign-in-page.ts'
import { siteHomePage } from './site-home-page.ts'

/** The parts that only the home page of a sandbox has. */
type SandboxExtras = { consentUrl: string; demoCredentials: Credentials; demoPeople: readonly DemoPerson[] }

const shownRecords = 8
const readRecords = 100
const shownLives = 3
const maxSearchLength = 100

/** Not a request that only controls the sandbox. Its effect, such as an event, has a record too. */
function isOfPlatform({ kind, name }: { kind: string; name: string }): boolean {
  return kind !== 'request' || !name.includes(' /sandbox/v1/')
}

/** An event and the number of its messages to sockets in one record, and all other records. Newest first. */
function foldMessages(records: readonly InspectorRecord[]): ShownRecord[] {
  const events = new Set(records.filter(({ kind }) => kind === 'event').map(({ eventId }) => eventId))
  const isFolded = ({ kind, eventId }: InspectorRecord) => kind === 'frame' && events.has(eventId)
  const folded = Map.groupBy(records.filter(isFolded), ({ eventId }) => eventId)
  return records
    .filter((record) => !isFolded(record))
    .map((record) => ({
      ...record,
      messages: record.kind === 'event' ? (folded.get(record.eventId)?.length ?? 0) : 0,
    }))
}

/** The home page of a sandbox shows what runs and what happens; that of a site shows who is live. */
export function homeRoute(sandbox: SandboxExtras | null): PageRoute {
  return definePage('GET', '/', async (request, deps) => {
    const { addresses, identityProvider, version } = deps
    const hasIdentityProvider = identityProvider !== null
    if (sandbox !== null) {
      const records = request.hasSandboxAccess
        ? foldMessages(
            (await listRecords({ by: 'all' }, { size: readRecords, summary: true }, deps)).data.filter(isOfPlatform),
          ).slice(0, shownRecords)
        : null
      const { lives } = await browseLives({}, null, deps)
      const data = {
        ...sandbox,
        addresses,
        hasIdentityProvider,
        lives: lives.slice(0, shownLives),
        records,
        version,
      }
      return page(sandboxHomePage(request, data), { hasScripts: records !== null || request.visitor !== null })
    }
    const text = request.query.get('q')?.trim().slice(0, maxSearchLength) ?? ''
    const categoryId = request.query.get('category')
    const filter = { ...(text !== '' && { text }), ...(categoryId !== null && { categoryId }) }
    const browsed = await browseLives(filter, request.visitor?.channelId ?? null, deps)
    return page(siteHomePage(request, { ...browsed, text, categoryId, hasIdentityProvider }), {
      hasScripts: request.visitor !== null,
    })
  })
}

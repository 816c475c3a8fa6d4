import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consoleApi, type Endpoint } from '@onair/contract'
import { sql } from 'kysely'
import { eventually } from '../../../../tests/support/eventually.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'

/** These use an index, read what the process has in memory, or have few rows to read. */
const searchesWithoutScan = new Set([
  'apps.checkAppName',
  'apps.listApps',
  'audience.findChannels',
  'campaigns.listCampaigns',
  'category.searchCategories',
  'watch.findOfflineChannels',
  'watch.searchLives',
])

/** Holds all reads and writes of records until it is disposed. */
async function lockRecords({ deps }: Pick<TestApp, 'deps'>): Promise<AsyncDisposable> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ended = deps.db.transaction(async (tx) => {
    await sql`lock table inspector_record`.execute(tx)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  return {
    async [Symbol.asyncDispose]() {
      released.resolve()
      await ended
    },
  }
}

/** A signed-in owner of an application, and the path of its records. */
async function openDeveloper(testApp: TestApp, channelName: string) {
  const person = await testApp.act('createPerson', { channelName })
  const redirectUri = 'http://127.0.0.1:9/callback'
  const { clientId } = await testApp.act('createApp', { name: 'bot', redirectUri, ownerChannelId: person.channelId })
  const browser = httpBrowser(testApp.url)
  await browser.signIn(person.email, person.password)
  return { browser, recordsPath: `/apps/${clientId}/records?text=needle` }
}

describe('endpoints that scan', () => {
  test('one person runs one at a time and others are served meanwhile, on other connections than those of the pool', async () => {
    await using testApp = await openTestApp()
    const searcher = await openDeveloper(testApp, '검색')
    const other = await openDeveloper(testApp, '다른 사람')
    await using lock = await lockRecords(testApp)
    const searches = Array.from({ length: 30 }, () => searcher.browser.callConsole('GET', searcher.recordsPath))
    const refused: Awaited<(typeof searches)[number]>[] = []
    for (const search of searches) void search.then((answer) => refused.push(answer))
    await eventually(() => refused.length === 9)
    for (const { status, body } of refused) assert.deepEqual([status, body.reason?.code], [503, 'SERVER_BUSY'])
    const guest = httpBrowser(testApp.url)
    for (let nth = 0; nth < 20; nth++) assert.equal((await guest.callConsole('GET', '/lives')).status, 200)
    assert.equal((await other.browser.callConsole('GET', '/studio/stats')).status, 200)
    await lock[Symbol.asyncDispose]()
    const statuses = (await Promise.all(searches)).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, 21)
  })

  test('are all of the console that search for a text', () => {
    const searching = Object.entries(consoleApi).flatMap(([group, endpoints]) =>
      Object.entries<Endpoint>(endpoints)
        .filter(([, { query }]) => ['text', 'search', 'name'].some((field) => field in (query?.properties ?? {})))
        .map(([name, { scans }]) => ({ name: `${group}.${name}`, scans })),
    )
    assert.ok(searching.length > 5)
    const others = searching
      .filter(({ name, scans }) => scans !== true && !searchesWithoutScan.has(name))
      .map(({ name }) => name)
    assert.deepEqual(others, [])
  })
})

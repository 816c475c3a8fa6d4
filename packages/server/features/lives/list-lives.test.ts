import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openListener } from '../../http/listener.ts'
import { openRoles } from '../../roles.ts'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'

type Client = { clientId: string; clientSecret: string }
type Listed = { liveId: number; concurrentUserCount: number; channelId: string }

describe('listing lives', () => {
  test('sorts by viewers, then the oldest live first', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture()
    const ids = await startLives(testApp, [5, 0, 70, 5, 0, 1000])
    const { data, page } = await readLivesPage(testApp, client, '')
    assert.deepEqual(
      data.map(({ liveId }) => ids.indexOf(liveId)),
      [5, 2, 0, 3, 1, 4],
    )
    assert.deepEqual(page, { next: null })
  })

  test('a page has 20 entries by default; next continues and is null at the end', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture()
    await startLives(testApp, range(41))
    const first = await readLivesPage(testApp, client, '')
    const second = await readLivesPage(testApp, client, `next=${first.page.next}`)
    const third = await readLivesPage(testApp, client, `next=${second.page.next}`)
    assert.deepEqual(
      [first, second, third].map(({ data }) => data.length),
      [20, 20, 1],
    )
    assert.deepEqual([...first.data, ...second.data, ...third.data].map(viewerCount), range(41).toReversed())
    assert.equal(third.page.next, null)
  })

  test('there is no empty last page', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture()
    await startLives(testApp, range(6))
    const pages = await readAllPages(testApp, client, 3)
    assert.deepEqual(
      pages.map((page) => page.map(viewerCount)),
      [
        [5, 4, 3],
        [2, 1, 0],
      ],
    )
  })

  test('accepts sizes from 1 to 20; an empty next starts the list', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture()
    await startLives(testApp, range(21))
    for (const size of [1, 2, 20])
      assert.equal((await readLivesPage(testApp, client, `size=${size}`)).data.length, size)
    for (const size of ['0', '21', '-1', '1.5', 'all', ''])
      assert.equal((await callLives(testApp, client, `size=${size}`)).status, 400, size)
    assert.equal((await readLivesPage(testApp, client, 'next=')).data.length, 20)
  })

  test('requires application credentials', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    const { status, body } = await testApp.call('GET', '/open/v1/lives', { token })
    assert.deepEqual([status, body.message], [401, 'UNAUTHORIZED'])
  })
})

describe('cursors', () => {
  test('rejects a next that is no cursor, in both profiles', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture()
    const observed = (await testApp.createFixture({ wireProfile: 'observed' })).client
    await startLives(testApp, range(3))
    const next = (await readLivesPage(testApp, client, 'size=1')).page.next ?? ''
    for (const wrong of [`${next}A`, next.slice(0, -1), 'x', '0', '%00', 'a'.repeat(201)]) {
      const { status, body } = await callLives(testApp, client, `next=${wrong}`)
      assert.deepEqual([status, body.message], [400, '잘못된 값을 입력했습니다.'], wrong)
      const refused = await callLives(testApp, observed, `next=${wrong}`)
      assert.deepEqual([refused.status, refused.body.message], [400, 'next 값이 올바르지 않습니다.'], wrong)
    }
    assert.equal((await readLivesPage(testApp, client, `next=${next}`)).data.length, 2)
  })

  test('a list continues in another process', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture()
    await startLives(testApp, range(9))
    await using other = await openSecondProcess(testApp)
    const first = await readLivesPage(testApp, client, 'size=4')
    await startLives(testApp, [100])
    const second = await readLivesPage({ ...testApp, call: other.call }, client, `size=4&next=${first.page.next}`)
    assert.deepEqual([...first.data, ...second.data].map(viewerCount), [8, 7, 6, 5, 4, 3, 2, 1])
  })
})

describe('lives that start and end during a list', () => {
  test('ended lives are omitted and pages are still full', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture()
    await startLives(testApp, range(40))
    const all = (await readAllPages(testApp, client, 20)).flat()
    const first = await readLivesPage(testApp, client, 'size=5')
    for (const { channelId } of all.slice(5, 33)) await testApp.act('goOffline', { channelId })
    const second = await readLivesPage(testApp, client, `size=5&next=${first.page.next}`)
    assert.deepEqual(second.data.map(viewerCount), [6, 5, 4, 3, 2])
    for (const { channelId } of all.slice(38)) await testApp.act('goOffline', { channelId })
    assert.deepEqual(await readLivesPage(testApp, client, `size=5&next=${second.page.next}`), {
      data: [],
      page: { next: null },
    })
  })

  // Gap 46.
  test('a live that loses viewers between two pages appears again, and one that gains viewers is missed', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture()
    await startLives(testApp, [30, 20, 10])
    const first = await readLivesPage(testApp, client, 'size=1')
    const [{ channelId: leader }, , { channelId: last }] = (await readLivesPage(testApp, client, '')).data as [
      Listed,
      Listed,
      Listed,
    ]
    await testApp.act('goLive', { channelId: leader, viewers: 5 })
    await testApp.act('goLive', { channelId: last, viewers: 40 })
    const rest = await readLivesPage(testApp, client, `next=${first.page.next}`)
    assert.deepEqual(rest.data.map(viewerCount), [20, 5])
  })

  test('one pass lists every live whose viewers do not change once and in order, whatever else changes', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture()
    const channels: string[] = []
    for (let at = 0; at < 60; at += 1)
      channels.push((await testApp.act('createPerson', { channelName: `c${at}` })).channelId)

    for (const seed of [1, 2, 3]) {
      const roll = createRandom(seed)
      const on = new Map<string, number>()
      const startLive = async (channelId: string) => {
        on.set(channelId, (await testApp.act('goLive', { channelId, viewers: roll(30) })).liveId)
      }
      for (const channelId of channels) if (roll(4) > 0) await startLive(channelId)
      const throughout = new Set(on.values())
      const listed: Listed[] = []
      let next = ''
      do {
        const page = await readLivesPage(testApp, client, `size=${1 + roll(9)}&next=${next}`)
        for (const { channelId, liveId } of page.data) assert.equal(on.get(channelId), liveId, `seed ${seed}`)
        listed.push(...page.data)
        assert.ok(listed.length <= 10 * channels.length, `seed ${seed}: no end`)
        for (let turn = roll(12); turn > 0; turn -= 1) {
          const channelId = channels[roll(channels.length)] ?? ''
          const liveId = on.get(channelId)
          if (liveId !== undefined && roll(2) === 0) {
            await testApp.act('goOffline', { channelId })
            on.delete(channelId)
            throughout.delete(liveId)
          } else {
            if (liveId !== undefined) throughout.delete(liveId)
            await startLive(channelId)
          }
        }
        next = page.page.next ?? ''
      } while (next !== '')

      const ids = listed.map(({ liveId }) => liveId)
      for (const id of throughout) assert.equal(ids.filter((listedId) => listedId === id).length, 1, `seed ${seed}`)
      assert.deepEqual(listed, [...listed].sort(byViewers), `seed ${seed}: order`)
      for (const channelId of on.keys()) await testApp.act('goOffline', { channelId })
    }
  })
})

async function callLives(testApp: Pick<TestApp, 'call'>, client: Client, query: string) {
  return testApp.call('GET', `/open/v1/lives?${query}`, { client })
}

async function readLivesPage(
  testApp: Pick<TestApp, 'call'>,
  client: Client,
  query: string,
): Promise<{ data: Listed[]; page: { next: string | null } }> {
  const { status, body } = await callLives(testApp, client, query)
  assert.equal(status, 200, JSON.stringify({ query, body }))
  return body.content
}

async function readAllPages(testApp: TestApp, client: Client, size: number): Promise<Listed[][]> {
  const pages: Listed[][] = []
  let next: string | null = ''
  while (next !== null) {
    const { data, page } = await readLivesPage(testApp, client, `size=${size}&next=${next}`)
    pages.push(data)
    assert.ok(pages.length <= 1_000, 'no end')
    next = page.next
  }
  return pages
}

/** Starts one live per count of viewers and returns their liveIds in that order. */
async function startLives(testApp: TestApp, audiences: number[]): Promise<number[]> {
  const ids: number[] = []
  for (const viewers of audiences) {
    const { channelId } = await testApp.act('createPerson', { channelName: '방송인' })
    ids.push((await testApp.act('goLive', { channelId, viewers })).liveId)
  }
  return ids
}

/** A second API process on the same database. */
async function openSecondProcess(testApp: TestApp): Promise<Pick<TestApp, 'call'> & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const { server, addresses } = opening.use(await openListener(testApp.deps.config))
  opening.use(await openRoles(server, { ...testApp.deps, addresses }, testApp.clock))
  const opened = opening.move()
  return {
    async call(method, path, { client } = {}) {
      const headers = { 'client-id': client?.clientId ?? '', 'client-secret': client?.clientSecret ?? '' }
      const response = await fetch(`${addresses.baseUrl}${path}`, { method, headers })
      const body = (await response.json()) as Awaited<ReturnType<TestApp['call']>>['body']
      return { status: response.status, headers: response.headers, body }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function viewerCount({ concurrentUserCount }: Listed): number {
  return concurrentUserCount
}

function byViewers(a: Listed, b: Listed): number {
  return b.concurrentUserCount - a.concurrentUserCount || a.liveId - b.liveId
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at)
}

/** Numbers from 0 up to a bound that are the same for the same seed (mulberry32). */
function createRandom(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound)
  }
}

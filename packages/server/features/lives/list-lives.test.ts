import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openListener } from '../../http/listener.ts'
import { openRoles } from '../../roles.ts'
import { openTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { sweepLives } from './sweep-lives.ts'

type Client = { clientId: string; clientSecret: string }
type Listed = { liveId: number; concurrentUserCount: number; channelId: string }

describe('listing broadcasts', () => {
  test('sorts by viewers, then the oldest broadcast first', async () => {
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

  test('with more than a thousand broadcasts concurrent callers share an order that is some seconds old', async () => {
    await using testApp = await openTestApp()
    const { client, channelId } = await testApp.createFixture()
    await insertLives(testApp, 1_001)
    const responses = await Promise.all(range(8).map(() => readLivesPage(testApp, client, '')))
    assert.equal(new Set(responses.map(({ data }) => JSON.stringify(data))).size, 1)
    assert.equal(await countSnapshots(testApp), 1)
    await testApp.sandbox('POST', '/acts/go-live', { channelId, viewers: 1_000_000 })
    await ageSnapshots(testApp, '-1 minute')
    assert.notEqual((await readLivesPage(testApp, client, 'size=1')).data[0]?.channelId, channelId)
    await ageSnapshots(testApp, '1 minute 5 seconds')
    assert.equal((await readLivesPage(testApp, client, 'size=1')).data[0]?.channelId, channelId)
    const listed = (await readAllPages(testApp, client, 20)).flat()
    assert.equal(new Set(listed.map(({ liveId }) => liveId)).size, 1_002)
  })

  test('requires application credentials', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    const { status, body } = await testApp.call('GET', '/open/v1/lives', { token })
    assert.deepEqual([status, body.message], [401, 'UNAUTHORIZED'])
  })
})

describe('cursors', () => {
  test('rejects a next that is forged, altered or of another program, in both profiles', async () => {
    await using testApp = await openTestApp()
    await using other = await openTestApp()
    const { client } = await testApp.createFixture()
    const observed = (await testApp.createFixture({ wireProfile: 'observed' })).client
    const their = (await other.createFixture()).client
    await startLives(testApp, range(3))
    await startLives(other, range(3))
    const next = (await readLivesPage(testApp, client, 'size=1')).page.next ?? ''
    const bent = `${next.slice(0, 60)}${next[60] === 'A' ? 'B' : 'A'}${next.slice(61)}`
    const foreign = (await readLivesPage(other, their, 'size=1')).page.next ?? ''
    for (const wrong of [bent, foreign, next.slice(0, 20), 'x', '0', '%00', 'a'.repeat(201)]) {
      const { status, body } = await callLives(testApp, client, `next=${wrong}`)
      assert.deepEqual([status, body.message], [400, '잘못된 값을 입력했습니다.'], wrong)
      const refused = await callLives(testApp, observed, `next=${wrong}`)
      assert.deepEqual([refused.status, refused.body.message], [400, 'next 값이 올바르지 않습니다.'], wrong)
    }
    assert.equal((await readLivesPage(testApp, client, `next=${next}`)).data.length, 2)
  })

  test('a next is valid for minutes, longer while the list is read, and then rejected', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture()
    await startLives(testApp, range(3))
    const first = await readLivesPage(testApp, client, 'size=1')
    await ageSnapshots(testApp, '4 minutes')
    const second = await readLivesPage(testApp, client, `size=1&next=${first.page.next}`)
    await ageSnapshots(testApp, '4 minutes')
    assert.equal((await readLivesPage(testApp, client, `size=1&next=${second.page.next}`)).data.length, 1)
    await ageSnapshots(testApp, '5 minutes')
    assert.equal((await callLives(testApp, client, `next=${second.page.next}`)).status, 400)
    await sweepLives(testApp.deps)
    assert.equal((await callLives(testApp, client, `next=${second.page.next}`)).status, 400)
    assert.equal((await readLivesPage(testApp, client, '')).data.length, 3)
  })

  test('an order expires after one hour of reading', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture()
    await startLives(testApp, range(3))
    let { next } = (await readLivesPage(testApp, client, 'size=1')).page
    let minutes = 0
    while (minutes < 120 && (await callLives(testApp, client, `size=1&next=${next}`)).status === 200) {
      await ageSnapshots(testApp, '3 minutes')
      minutes += 3
    }
    assert.ok(minutes > 60 && minutes <= 66, `${minutes}`)
    next = (await readLivesPage(testApp, client, 'size=1')).page.next
    assert.equal((await callLives(testApp, client, `next=${next}`)).status, 200)
  })

  test('repeated requests without changes share one order, and unused orders are swept', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture()
    await startLives(testApp, range(3))
    for (let at = 0; at < 5; at += 1) await readLivesPage(testApp, client, '')
    assert.equal(await countSnapshots(testApp), 1)
    await startLives(testApp, [1])
    await readLivesPage(testApp, client, '')
    assert.equal(await countSnapshots(testApp), 2)
    await ageSnapshots(testApp, '5 minutes')
    await sweepLives(testApp.deps)
    assert.equal(await countSnapshots(testApp), 0)
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

describe('broadcasts that start and end during a list', () => {
  test('ended broadcasts are omitted and pages are still full', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture()
    await startLives(testApp, range(40))
    const all = (await readAllPages(testApp, client, 20)).flat()
    const first = await readLivesPage(testApp, client, 'size=5')
    for (const { channelId } of all.slice(5, 33)) await testApp.sandbox('POST', '/acts/go-offline', { channelId })
    const second = await readLivesPage(testApp, client, `size=5&next=${first.page.next}`)
    assert.deepEqual(second.data.map(viewerCount), [6, 5, 4, 3, 2])
    for (const { channelId } of all.slice(38)) await testApp.sandbox('POST', '/acts/go-offline', { channelId })
    assert.deepEqual(await readLivesPage(testApp, client, `size=5&next=${second.page.next}`), {
      data: [],
      page: { next: null },
    })
  })

  test('one pass lists every broadcast that stays live once and in order, whatever else changes', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture()
    const channels: string[] = []
    for (let at = 0; at < 60; at += 1)
      channels.push((await testApp.sandbox('POST', '/people', { channelName: `c${at}` })).channelId)

    for (const seed of [1, 2, 3]) {
      const roll = createRandom(seed)
      const on = new Map<string, number>()
      const startLive = async (channelId: string) => {
        on.set(channelId, (await testApp.sandbox('POST', '/acts/go-live', { channelId, viewers: roll(30) })).liveId)
      }
      for (const channelId of channels) if (roll(4) > 0) await startLive(channelId)
      const throughout = new Set(on.values())
      const listed: Listed[] = []
      let next = ''
      do {
        const page = await readLivesPage(testApp, client, `size=${1 + roll(9)}&next=${next}`)
        for (const { channelId, liveId } of page.data) assert.equal(on.get(channelId), liveId, `seed ${seed}`)
        listed.push(...page.data)
        assert.ok(listed.length <= channels.length, `seed ${seed}: no end`)
        for (let turn = roll(12); turn > 0; turn -= 1) {
          const channelId = channels[roll(channels.length)] ?? ''
          const liveId = on.get(channelId)
          if (liveId !== undefined && roll(2) === 0) {
            await testApp.sandbox('POST', '/acts/go-offline', { channelId })
            on.delete(channelId)
            throughout.delete(liveId)
          } else await startLive(channelId)
        }
        next = page.page.next ?? ''
      } while (next !== '')

      const ids = listed.map(({ liveId }) => liveId)
      assert.equal(new Set(ids).size, ids.length, `seed ${seed}: listed twice`)
      assert.deepEqual(
        [...throughout].filter((id) => !ids.includes(id)),
        [],
        `seed ${seed}: missed`,
      )
      assert.deepEqual(
        ids,
        [...listed].sort(byViewers).map(({ liveId }) => liveId),
        `seed ${seed}: order`,
      )
      for (const channelId of on.keys()) await testApp.sandbox('POST', '/acts/go-offline', { channelId })
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

/** Starts one broadcast per count of viewers and returns their liveIds in that order. */
async function startLives(testApp: TestApp, audiences: number[]): Promise<number[]> {
  const ids: number[] = []
  for (const viewers of audiences) {
    const { channelId } = await testApp.sandbox('POST', '/people', { channelName: '방송인' })
    ids.push((await testApp.sandbox('POST', '/acts/go-live', { channelId, viewers })).liveId)
  }
  return ids
}

async function insertLives(testApp: TestApp, count: number) {
  await testApp.deps.db.transaction(async (tx) => {
    await sql`insert into channel (id, name, verified_mark, chat_channel_id, created_at)
      select md5(n::text), 'c' || n, false, 'c' || n, 0 from generate_series(1, ${count}::int) n`.execute(tx)
    await sql`insert into live (channel_id, simulated_viewers, opened_at)
      select md5(n::text), n % 50, 0 from generate_series(1, ${count}::int) n`.execute(tx)
  })
}

/** Makes the stored orders older by an interval. */
async function ageSnapshots(testApp: TestApp, interval: string) {
  await testApp.deps.db.transaction((tx) =>
    sql`update live_order set taken_at_db = taken_at_db - ${interval}::interval,
      expires_at_db = expires_at_db - ${interval}::interval`.execute(tx),
  )
}

async function countSnapshots(testApp: TestApp): Promise<number> {
  return (await testApp.deps.db.read.selectFrom('live_order').select('digest').execute()).length
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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { connect } from '../../test/session-client.ts'

/** How many records there are of each name. */
async function countRecords(testApp: TestApp): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*) as count from inspector_record group by name`.execute(testApp.deps.db.read)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

async function countDropped(testApp: TestApp): Promise<Record<string, number>> {
  const { data } = await testApp.sandbox('GET', '/records?kind=gap&full=true')
  return Object.fromEntries(data.map(({ name, detail }: any) => [name, detail.failure.params.count] as const))
}

/** While `act` runs nothing can be written, as if the database were slow. */
async function withBlockedWrites(testApp: TestApp, run: () => void | Promise<void>) {
  await testApp.deps.db.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('onair.records'))`.execute(tx)
    await run()
  })
  await testApp.deps.recorder.flush()
}

test('what comes faster than it can be written is left out, and said', async () => {
  await using testApp = await openTestApp()
  const { recorder } = testApp.deps
  for (let nth = 0; nth < 6_000; nth++) recorder.add({ kind: 'request', name: 'a burst', status: 200 })
  await recorder.flush()
  const { data } = await testApp.sandbox('GET', '/records?kind=gap&full=true')
  assert.equal(data.length, 1)
  const leftOut = data[0].detail.failure.params.count
  assert.ok(leftOut > 0)
  assert.equal((await countRecords(testApp))['a burst'], 6_000 - leftOut)
})

test('what is being written counts among what is held, so that never more than 10 MiB of it are', async () => {
  await using testApp = await openTestApp()
  const { recorder } = testApp.deps
  const each = 100_000
  await withBlockedWrites(testApp, async () => {
    for (let nth = 0; nth < 100; nth++) recorder.add({ kind: 'request', name: 'large', bytes: each })
    void recorder.flush()
    for (let nth = 0; nth < 100; nth++) recorder.add({ kind: 'request', name: 'large', bytes: each })
  })
  const kept = Math.floor((10 * 1024 * 1024) / (each + 300))
  assert.deepEqual(
    [await countRecords(testApp), await countDropped(testApp)],
    [{ gap: 1, large: kept }, { gap: 200 - kept }],
  )
})

test('what was written makes room again', async () => {
  await using testApp = await openTestApp()
  const { recorder } = testApp.deps
  for (let round = 0; round < 5; round++) {
    for (let nth = 0; nth < 3_000; nth++) recorder.add({ kind: 'request', name: 'one of many', bytes: 2_000 })
    await recorder.flush()
  }
  assert.deepEqual(await countRecords(testApp), { 'one of many': 15_000 })
})

test('calls with credentials that nobody knows crowd out none of the others, and how many were left out is said', async () => {
  await using testApp = await openTestApp()
  const { token } = await testApp.createFixture()
  await testApp.deps.recorder.flush()
  await withBlockedWrites(testApp, async () => {
    for (let nth = 0; nth < 1_000; nth++)
      testApp.deps.recorder.add({ kind: 'request', name: 'GET /open/v1/users/me', isAnonymous: true })
    await Promise.all(Array.from({ length: 40 }, () => testApp.call('GET', '/open/v1/users/me', { token: 'unknown' })))
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).status, 200)
    await testApp.sandbox('POST', '/people', { channelName: '시청자' })
  })
  const { data } = await testApp.sandbox('GET', '/records?name=users/me&status=200')
  assert.equal(data.length, 1)
  assert.equal((await testApp.sandbox('GET', '/records?name=/sandbox/v1/people')).data.length, 2)
  assert.deepEqual(await countDropped(testApp), { 'gap among anonymous calls': 40 })
})

test('what was left out of the calls of strangers makes no question about a session unanswerable', async () => {
  await using testApp = await openTestApp()
  const { token, channelId, client } = await testApp.createFixture()
  const { url } = (await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content
  using session = await connect(url)
  const donate = () => testApp.sandbox('POST', '/acts/donate', { channelId, byChannelId: null, payAmount: 1_000 })
  await donate()
  await withBlockedWrites(testApp, async () => {
    for (let nth = 0; nth < 1_001; nth++)
      testApp.deps.recorder.add({ kind: 'request', name: 'GET /open/v1/users/me', isAnonymous: true })
  })
  const asked = `eventType=DONATION&channelId=${channelId}&clientId=${client.clientId}&sessionKey=${session.sessionKey}`
  assert.deepEqual(await countDropped(testApp), { 'gap among anonymous calls': 1 })
  assert.equal((await testApp.sandbox('GET', `/why-not?${asked}`)).reason, 'NOT_SUBSCRIBED')
})

test('headers count among what waits to be written', async () => {
  await using testApp = await openTestApp()
  const headers = { 'x-long': 'x'.repeat(15_000) }
  await testApp.deps.db.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('onair.records'))`.execute(tx)
    await Promise.all(Array.from({ length: 200 }, () => testApp.call('GET', '/open/v1/users/me', { headers })))
  })
  await testApp.deps.recorder.flush()
  const { data } = await testApp.sandbox('GET', '/records?kind=gap')
  assert.equal(data.length, 1)
})

test('a database that is away costs no request anything, and what could not be written is said', async () => {
  await using testApp = await openTestApp()
  const { recorder, db } = testApp.deps
  await sql`alter table inspector_record rename to elsewhere`.execute(db.read)
  const { channelId } = await testApp.sandbox('POST', '/people', { channelName: '방송인' })
  await recorder.flush()
  await sql`alter table elsewhere rename to inspector_record`.execute(db.read)
  await testApp.sandbox('POST', '/acts/follow', { channelId, byChannelId: channelId }).catch(() => {})
  const { data } = await testApp.sandbox('GET', '/records?kind=gap&full=true')
  assert.deepEqual(data[0].detail.failure, { code: 'RECORDS_DROPPED', params: { count: 1 } })
})

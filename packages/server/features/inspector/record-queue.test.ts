import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'
import { connect } from '../../../../tests/support/clients/session-client.ts'
import { countRecords, listRecords } from './test-helpers.ts'

type Gap = { name: string; code: string | undefined; dropped: unknown }

async function listGaps(testApp: TestApp): Promise<Gap[]> {
  const gaps = await listRecords(testApp, '&kind=gap&full=true')
  return gaps.map(({ name, detail }) => {
    const params: { count?: unknown } = detail?.failure?.params ?? {}
    return { name, code: detail?.failure?.code, dropped: params.count }
  })
}

/** Runs `run` while records cannot be written, as with a slow database. */
async function withBlockedWrites(testApp: TestApp, run: () => unknown) {
  await testApp.deps.db.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('onair.records'))`.execute(tx)
    await run()
  })
  await testApp.deps.recorder.flush()
}

describe('the record queue', () => {
  test('drops records that arrive faster than they are written, and records their number', async () => {
    await using testApp = await openTestApp()
    const { recorder } = testApp.deps
    for (let n = 0; n < 6_000; n++) recorder.add({ kind: 'request', name: 'burst', status: 200 })
    await recorder.flush()
    const gaps = await listGaps(testApp)
    assert.equal(gaps.length, 1)
    const dropped = Number(gaps[0]?.dropped)
    assert.ok(dropped > 0)
    assert.equal((await countRecords(testApp))['burst'], 6_000 - dropped)
  })

  test('holds at most 10 MiB, including the batch that is being written', async () => {
    await using testApp = await openTestApp()
    const { recorder } = testApp.deps
    const bytes = 100_000
    await withBlockedWrites(testApp, () => {
      for (let n = 0; n < 100; n++) recorder.add({ kind: 'request', name: 'large', bytes })
      void recorder.flush()
      for (let n = 0; n < 100; n++) recorder.add({ kind: 'request', name: 'large', bytes })
    })
    const written = Math.floor((10 * 1024 * 1024) / (bytes + 300))
    assert.deepEqual(await countRecords(testApp), { gap: 1, large: written })
    assert.deepEqual(await listGaps(testApp), [{ name: 'gap', code: 'RECORDS_DROPPED', dropped: 200 - written }])
  })

  test('accepts new records after a batch is written', async () => {
    await using testApp = await openTestApp()
    const { recorder } = testApp.deps
    for (let round = 0; round < 5; round++) {
      for (let n = 0; n < 3_000; n++) recorder.add({ kind: 'request', name: 'request', bytes: 2_000 })
      await recorder.flush()
    }
    assert.deepEqual(await countRecords(testApp), { request: 15_000 })
  })

  test('counts the headers of waiting records', async () => {
    await using testApp = await openTestApp()
    const headers = { 'x-long': 'x'.repeat(15_000) }
    await withBlockedWrites(testApp, () =>
      Promise.all(Array.from({ length: 200 }, () => testApp.call('GET', '/open/v1/users/me', { headers }))),
    )
    assert.equal((await listRecords(testApp, '&kind=gap')).length, 1)
  })

  test('delays no request while the database rejects writes, and records the number of lost records', async () => {
    await using testApp = await openTestApp()
    const { recorder, db } = testApp.deps
    const { token } = await testApp.createFixture()
    await sql`alter table inspector_record rename to elsewhere`.execute(db.read)
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).status, 200)
    await recorder.flush()
    await sql`alter table elsewhere rename to inspector_record`.execute(db.read)
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).status, 200)
    assert.deepEqual(await listGaps(testApp), [{ name: 'gap', code: 'RECORDS_DROPPED', dropped: 1 }])
  })
})

describe('anonymous calls', () => {
  test('do not displace records of authenticated calls, and their dropped records are counted separately', async () => {
    await using testApp = await openTestApp()
    const { token, client } = await testApp.createFixture()
    await testApp.deps.recorder.flush()
    await withBlockedWrites(testApp, async () => {
      for (let n = 0; n < 1_000; n++)
        testApp.deps.recorder.add({ kind: 'request', name: 'GET /open/v1/users/me', isAnonymous: true })
      await Promise.all(
        Array.from({ length: 40 }, () => testApp.call('GET', '/open/v1/users/me', { token: 'unknown' })),
      )
      assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).status, 200)
      assert.equal((await testApp.call('GET', '/open/v1/lives', { client })).status, 200)
    })
    assert.equal((await listRecords(testApp, '&name=users/me&status=200')).length, 1)
    assert.equal((await listRecords(testApp, '&name=open/v1/lives&status=200')).length, 1)
    assert.deepEqual(await listGaps(testApp), [
      { name: 'gap among anonymous calls', code: 'ANONYMOUS_RECORDS_DROPPED', dropped: 40 },
    ])
  })

  test('do not make a why-not answer NOT_RECORDED when their records are dropped', async () => {
    await using testApp = await openTestApp()
    const { token, channelId, client } = await testApp.createFixture()
    const { url } = (await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content
    using session = await connect(url)
    await testApp.act('donate', { channelId, byChannelId: null, payAmount: 1_000 })
    await withBlockedWrites(testApp, () => {
      for (let n = 0; n < 1_001; n++)
        testApp.deps.recorder.add({ kind: 'request', name: 'GET /open/v1/users/me', isAnonymous: true })
    })
    const { sessionKey } = session
    const query = { eventType: 'DONATION', channelId, clientId: client.clientId, sessionKey } as const
    assert.deepEqual(await listGaps(testApp), [
      { name: 'gap among anonymous calls', code: 'ANONYMOUS_RECORDS_DROPPED', dropped: 1 },
    ])
    assert.equal((await testApp.act('explainMissingEvent', query)).reason, 'NOT_SUBSCRIBED')
  })
})

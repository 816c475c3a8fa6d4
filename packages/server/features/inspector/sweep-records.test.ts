import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '@onair/contract'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'
import { sweepRecords } from './sweep-records.ts'
import { readRecords, countRecords, type RecordPage } from './test-helpers.ts'

async function insertRecords(testApp: TestApp, name: string, clientId: string | null, count: number) {
  await sql`
    insert into inspector_record (kind, name, at, client_id, detail)
    select 'request', ${name}, 0, ${clientId}, '{}'
    from generate_series(1, ${count}::integer)`.execute(testApp.deps.db.read)
}

describe('sweepRecords', () => {
  test('deletes the oldest records beyond the limit per application or without one', async () => {
    await using testApp = await openTestApp()
    await insertRecords(testApp, 'beyond the limit', 'one', 1_010)
    await insertRecords(testApp, 'newer', 'one', limits.recordsPerApp)
    await insertRecords(testApp, 'beyond the limit, no application', null, 5)
    await insertRecords(testApp, 'newer, no application', null, limits.recordsPerApp)
    await insertRecords(testApp, 'of another application', 'two', 10)
    testApp.clock.setSystemOffsetMs(30 * 86_400_000)
    await sweepRecords(testApp.deps)
    assert.deepEqual(await countRecords(testApp), {
      newer: limits.recordsPerApp,
      'newer, no application': limits.recordsPerApp,
      'of another application': 10,
    })
  })

  test('deletes the oldest records of the applications of one person beyond their limit, and no other', async () => {
    await using testApp = await openTestApp()
    const owner = await testApp.act('createPerson', { channelName: '개발자' })
    const own = { ownerChannelId: owner.channelId, redirectUri: 'http://127.0.0.1:9/callback' }
    const [one, two] = [
      await testApp.act('createApp', { name: 'one', ...own }),
      await testApp.act('createApp', { name: 'two', ...own }),
    ]
    await sql`delete from inspector_record`.execute(testApp.deps.db.read)
    await insertRecords(testApp, 'of another person', 'other', 60)
    await insertRecords(testApp, 'oldest', one.clientId, 15)
    await insertRecords(testApp, 'first application', one.clientId, 40)
    await insertRecords(testApp, 'second application', two.clientId, 35)
    await sweepRecords(testApp.deps, { ...limits, recordsPerOwner: 75 })
    assert.deepEqual(await countRecords(testApp), {
      'of another person': 60,
      'first application': 40,
      'second application': 35,
    })
  })

  test('limits records of anonymous calls separately from other records without an application', async () => {
    await using testApp = await openTestApp()
    await insertRecords(testApp, 'no application', null, 20)
    await insertRecords(testApp, 'anonymous', null, 30)
    await sql`update inspector_record set is_anonymous = name = 'anonymous'`.execute(testApp.deps.db.read)
    await sweepRecords(testApp.deps, { ...limits, recordsPerApp: 25, anonymousRecords: 10 })
    assert.deepEqual(await countRecords(testApp), { 'no application': 20, anonymous: 10 })
  })

  test('deletes the oldest records beyond the total limit, regardless of their application', async () => {
    await using testApp = await openTestApp()
    await insertRecords(testApp, 'oldest', 'one', 30)
    await sql`
      insert into inspector_record (kind, name, at, client_id, detail)
      select 'request', 'one per application', 0, 'invented ' || n, '{}' from generate_series(1, 2_000) as n`.execute(
      testApp.deps.db.read,
    )
    await insertRecords(testApp, 'newest', null, 20)
    await sweepRecords(testApp.deps, { ...limits, recordsTotal: 100 })
    assert.deepEqual(await countRecords(testApp), { 'one per application': 80, newest: 20 })
  })

  test('keeps the last hour of records within ONAIR_RECORD_MB with ONAIR_INSPECTOR=last-hour, in production too', async () => {
    await using testApp = await openTestApp({ settings: { mode: 'production', inspector: 'last-hour', recordMb: 1 } })
    const { deps, clock } = testApp
    assert.equal((await testApp.call('GET', '/open/v1/lives', { token: 'an-invented-token' })).status, 401)
    await deps.recorder.flush()
    const { detail } = await deps.db.read.selectFrom('inspector_record').select('detail').executeTakeFirstOrThrow()
    assert.ok(!detail.includes('an-invented-token'), detail)
    await sql`delete from inspector_record`.execute(deps.db.read)

    await insertRecords(testApp, 'older than an hour', 'one', 2_000)
    await sql`update inspector_record set written_at_db = clock_timestamp() - interval '61 minutes'`.execute(
      deps.db.read,
    )
    const insertBig = (name: string) =>
      sql`
      insert into inspector_record (kind, name, at, client_id, detail)
      select 'request', ${name}, 0, 'one',
        (select string_agg(md5(n || '-' || part), '') from generate_series(1, 60) as part)
      from generate_series(1, 300) as n`.execute(deps.db.read)
    await insertBig('beyond the size')
    await insertBig('newest')
    // The time of the sandbox does not count.
    clock.setSystemOffsetMs(30 * 86_400_000)
    await sweepRecords(deps)
    const { newest = 0, ...others } = await countRecords(testApp)
    assert.deepEqual([newest, Object.keys(others)], [300, ['beyond the size']])
    assert.ok((others['beyond the size'] ?? 0) < 200, JSON.stringify(others))
    await sweepRecords({ ...deps, config: { ...deps.config, inspector: 'all' } })
    assert.deepEqual((await countRecords(testApp))['newest'], 300)
  })

  test('deletes lists of receivers without records, and beyond the limit the least recently used with their records', async () => {
    await using testApp = await openTestApp()
    const { db } = testApp.deps
    const insertList = async (name: string | null, minutesOld: number) => {
      const id = crypto.randomUUID()
      await sql`insert into inspector_receivers values (${id}, array[gen_random_uuid(), gen_random_uuid()],
        clock_timestamp() - make_interval(mins => ${minutesOld}))`.execute(db.read)
      if (name !== null)
        await sql`insert into inspector_record (kind, name, at, detail, receivers_id)
          values ('frame', ${name}, 0, '{}', ${id})`.execute(db.read)
      return id
    }
    await insertList(null, 2)
    const beingWritten = await insertList(null, 0)
    await insertList('oldest', 30)
    const kept = [await insertList('newer', 10), await insertList('newest', 5)]
    await sweepRecords(testApp.deps, { ...limits, receiverLists: 3 })
    assert.deepEqual(await countRecords(testApp), { newer: 1, newest: 1 })
    const lists = await db.read.selectFrom('inspector_receivers').select('id').execute()
    assert.deepEqual(lists.map(({ id }) => id).toSorted(), [beingWritten, ...kept].toSorted())
  })
})

describe('listRecords', () => {
  for (const query of ['text=needle', 'name=needle', 'status=418'])
    test(`searches a limited number of records per page for ${query}, and continues with older ones`, async () => {
      await using testApp = await openTestApp()
      await insertRecords(testApp, 'a needle, old', null, 1)
      await insertRecords(testApp, 'hay', null, 2 * limits.recordsPerSearch)
      await insertRecords(testApp, 'a needle, new', null, 1)
      await sql`update inspector_record set status = 418 where name like '%needle%'`.execute(testApp.deps.db.read)
      const pages: string[][] = []
      for (let next: number | null = 1_000_000_000; next !== null;) {
        const { data, page }: RecordPage = await readRecords(testApp, `${query}&before=${next}`)
        pages.push(data.map(({ name }) => name))
        next = page.next
      }
      assert.deepEqual(pages, [['a needle, new'], [], ['a needle, old']])
    })

  test('searches a limited number of bytes per page for a text, and continues with older ones', async () => {
    await using testApp = await openTestApp()
    const details = 10
    const bytes = Math.ceil((2.5 * limits.bytesPerSearch) / details)
    await insertRecords(testApp, 'a needle, old', null, 1)
    await insertRecords(testApp, 'hay', null, details)
    await sql`update inspector_record set detail = to_json(repeat('한', ${Math.ceil(bytes / 3)}::int))::text
      where name = 'hay'`.execute(testApp.deps.db.read)
    const pages: string[][] = []
    for (let next: number | null = 1_000_000_000; next !== null;) {
      const { data, page }: RecordPage = await readRecords(testApp, `text=needle&before=${next}`)
      pages.push(data.map(({ name }) => name))
      next = page.next
    }
    assert.deepEqual(pages, [[], [], ['a needle, old']])
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@onair/contract'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { sweepRecords } from './sweep-records.ts'

async function insertRecords(testApp: TestApp, name: string, clientId: string | null, count: number, hoursOld = 0) {
  await sql`
    insert into inspector_record (kind, name, at, client_id, detail, written_at_db)
    select 'request', ${name}, 0, ${clientId}, '{}', clock_timestamp() - make_interval(hours => ${hoursOld})
    from generate_series(1, ${count}::integer)`.execute(testApp.deps.db.read)
}

async function countRecords(testApp: TestApp): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*) as count from inspector_record group by name`.execute(testApp.deps.db.read)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

test('records end after a day of real time, and the oldest where an application, or nobody, has too many', async () => {
  await using testApp = await openTestApp()
  await insertRecords(testApp, 'of yesterday', 'one', 20, limits.recordRetentionHours + 1)
  await insertRecords(testApp, 'too many', 'one', 1_010)
  await insertRecords(testApp, 'newer', 'one', limits.recordsPerApp)
  await insertRecords(testApp, 'too many of nobody', null, 5)
  await insertRecords(testApp, 'newer of nobody', null, limits.recordsPerApp)
  await insertRecords(testApp, 'of another', 'two', 10)
  testApp.clock.setOffsetMs(30 * 86_400_000)
  await sweepRecords(testApp.deps)
  assert.deepEqual(await countRecords(testApp), {
    newer: limits.recordsPerApp,
    'newer of nobody': limits.recordsPerApp,
    'of another': 10,
  })
})

test('records of strangers end where they are too many, and take no place of others that belong to no application', async () => {
  await using testApp = await openTestApp()
  await insertRecords(testApp, 'of nobody', null, 20)
  await insertRecords(testApp, 'of strangers', null, 30)
  await sql`update inspector_record set is_anonymous = name = 'of strangers'`.execute(testApp.deps.db.read)
  await sweepRecords(testApp.deps, { ...limits, recordsPerApp: 25, anonymousRecords: 10 })
  assert.deepEqual(await countRecords(testApp), { 'of nobody': 20, 'of strangers': 10 })
})

test('the oldest records end where there are too many in all, whomever they are said to be of', async () => {
  await using testApp = await openTestApp()
  await insertRecords(testApp, 'oldest', 'one', 30)
  await sql`
    insert into inspector_record (kind, name, at, client_id, detail)
    select 'request', 'each of another', 0, 'invented ' || nth, '{}' from generate_series(1, 2_000) as nth`.execute(
    testApp.deps.db.read,
  )
  await insertRecords(testApp, 'newest', null, 20)
  await sweepRecords(testApp.deps, { ...limits, recordsTotal: 100 })
  assert.deepEqual(await countRecords(testApp), { 'each of another': 80, newest: 20 })
})

for (const query of ['text=needle', 'name=needle', 'status=418'])
  test(`${query} is looked for in so many of the newest records at a time, and on from there in older ones`, async () => {
    await using testApp = await openTestApp()
    await insertRecords(testApp, 'a needle, old', null, 1)
    await insertRecords(testApp, 'hay', null, 2 * limits.recordsPerSearch)
    await insertRecords(testApp, 'a needle, new', null, 1)
    await sql`update inspector_record set status = 418 where name like '%needle%'`.execute(testApp.deps.db.read)
    const pages: string[][] = []
    for (let next: number | null = 1_000_000_000; next !== null;) {
      const { data, page } = await testApp.sandbox('GET', `/records?${query}&before=${next}`)
      pages.push(data.map(({ name }: { name: string }) => name))
      next = page.next
    }
    assert.deepEqual(pages, [['a needle, new'], [], ['a needle, old']])
  })

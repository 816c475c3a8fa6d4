import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@onair/contract'
import { sql } from 'kysely'
import { openScene, type Scene } from '../../testing/scene.ts'
import { sweepRecords } from './sweep-records.ts'

async function fill(scene: Scene, name: string, clientId: string | null, count: number, hoursOld = 0) {
  await sql`
    insert into inspector_record (kind, name, at, client_id, detail, written_real)
    select 'request', ${name}, 0, ${clientId}, '{}', clock_timestamp() - make_interval(hours => ${hoursOld})
    from generate_series(1, ${count}::integer)`.execute(scene.world.db.read)
}

async function counted(scene: Scene): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*) as count from inspector_record group by name`.execute(scene.world.db.read)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

test('records end after a day of real time, and the oldest where an application, or nobody, has too many', async () => {
  await using scene = await openScene()
  await fill(scene, 'of yesterday', 'one', 20, limits.recordedHours + 1)
  await fill(scene, 'too many', 'one', 1_010)
  await fill(scene, 'newer', 'one', limits.recordsPerApp)
  await fill(scene, 'too many of nobody', null, 5)
  await fill(scene, 'newer of nobody', null, limits.recordsPerApp)
  await fill(scene, 'of another', 'two', 10)
  scene.clock.moveTo(30 * 86_400_000)
  await sweepRecords(scene.world)
  assert.deepEqual(await counted(scene), {
    newer: limits.recordsPerApp,
    'newer of nobody': limits.recordsPerApp,
    'of another': 10,
  })
})

test('records of strangers end where they are too many, and take no place of others that belong to no application', async () => {
  await using scene = await openScene()
  await fill(scene, 'of nobody', null, 20)
  await fill(scene, 'of strangers', null, 30)
  await sql`update inspector_record set of_stranger = name = 'of strangers'`.execute(scene.world.db.read)
  await sweepRecords(scene.world, { ...limits, recordsPerApp: 25, recordsOfStrangers: 10 })
  assert.deepEqual(await counted(scene), { 'of nobody': 20, 'of strangers': 10 })
})

test('the oldest records end where there are too many in all, whomever they are said to be of', async () => {
  await using scene = await openScene()
  await fill(scene, 'oldest', 'one', 30)
  await sql`
    insert into inspector_record (kind, name, at, client_id, detail)
    select 'request', 'each of another', 0, 'invented ' || nth, '{}' from generate_series(1, 2_000) as nth`.execute(
    scene.world.db.read,
  )
  await fill(scene, 'newest', null, 20)
  await sweepRecords(scene.world, { ...limits, recordsInAll: 100 })
  assert.deepEqual(await counted(scene), { 'each of another': 80, newest: 20 })
})

for (const query of ['text=needle', 'name=needle', 'status=418'])
  test(`${query} is looked for in so many of the newest records at a time, and on from there in older ones`, async () => {
    await using scene = await openScene()
    await fill(scene, 'a needle, old', null, 1)
    await fill(scene, 'hay', null, 2 * limits.searchedRecords)
    await fill(scene, 'a needle, new', null, 1)
    await sql`update inspector_record set status = 418 where name like '%needle%'`.execute(scene.world.db.read)
    const pages: string[][] = []
    for (let next: number | null = 1_000_000_000; next !== null;) {
      const { data, page } = await scene.play('GET', `/records?${query}&before=${next}`)
      pages.push(data.map(({ name }: { name: string }) => name))
      next = page.next
    }
    assert.deepEqual(pages, [['a needle, new'], [], ['a needle, old']])
  })

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../../test/databases.ts'
import { memoryBus } from '../bus/memory-bus.ts'
import { silentLog } from '../log.ts'
import { openDb } from './db.ts'

async function openTestDb() {
  await using opening = new AsyncDisposableStack()
  const { connection } = opening.use(await openTestDatabase())
  const bus = opening.use(memoryBus({ log: silentLog }))
  const db = opening.use(openDb(connection, { bus, log: silentLog }))
  const published: unknown[] = []
  opening.use(await bus.subscribe('news', (message) => void published.push(message)))
  const opened = opening.move()
  return { db, connection, told: published, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

test('of two changes that wait for each other one is run again, and each is told once', async () => {
  await using one = await openTestDb()
  const bothHoldOne = Promise.withResolvers<void>()
  let runs = 0
  const lockInOrder = (locks: [number, number]) =>
    one.db.transaction(async (tx, tell) => {
      tell({ topic: 'news', message: locks })
      await sql`select pg_advisory_xact_lock(${locks[0]})`.execute(tx)
      runs += 1
      if (runs === 2) bothHoldOne.resolve()
      await bothHoldOne.promise
      await sql`select pg_advisory_xact_lock(${locks[1]})`.execute(tx)
      return locks[0]
    })
  assert.deepEqual(await Promise.all([lockInOrder([1, 2]), lockInOrder([2, 1])]), [1, 2])
  assert.equal(runs, 3)
  assert.deepEqual(one.told.map(String).sort(), ['1,2', '2,1'])
})

test('a change that fails is undone and tells nothing', async () => {
  await using one = await openTestDb()
  const failing = one.db.transaction(async (tx, tell) => {
    tell({ topic: 'news', message: 'never' })
    await tx.updateTable('platform_clock').set({ offset_ms: 5 }).execute()
    throw new Error('no')
  })
  await assert.rejects(failing, { message: 'no' })
  assert.deepEqual(await one.db.read.selectFrom('platform_clock').select('offset_ms').execute(), [{ offset_ms: 0 }])
  assert.deepEqual(one.told, [])
})

test('a change is told once it is committed, and not before', async () => {
  await using one = await openTestDb()
  await one.db.transaction(async (tx, tell) => {
    await tx.updateTable('platform_clock').set({ offset_ms: 7 }).execute()
    tell({ topic: 'news', message: 'moved' })
    assert.deepEqual(one.told, [])
  })
  assert.deepEqual(one.told, ['moved'])
})

test('a connection that breaks amid a change fails that change, and the next one is done', async () => {
  await using one = await openTestDb()
  const failing = one.db.transaction(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 4000)`.execute(one.db.read)
    await tx.updateTable('platform_clock').set({ offset_ms: 5 }).execute()
  })
  await assert.rejects(failing)
  await one.db.transaction((tx) => tx.updateTable('platform_clock').set({ offset_ms: 7 }).execute())
  assert.deepEqual(await one.db.read.selectFrom('platform_clock').select('offset_ms').execute(), [{ offset_ms: 7 }])
})

test('a connection that breaks amid a statement fails that statement, and the next one is answered', async () => {
  await using one = await openTestDb()
  const sleeping = sql`select pg_sleep(3)`.execute(one.db.read)
  const ended = assert.rejects(sleeping)
  for (;;) {
    const { rows } = await sql<{ ended: boolean }>`select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and query = 'select pg_sleep(3)' and state = 'active'`.execute(one.db.read)
    if (rows.length > 0) break
  }
  await ended
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(one.db.read)
  assert.deepEqual(rows, [{ one: 1 }])
})

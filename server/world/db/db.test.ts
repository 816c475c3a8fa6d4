import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../testing/databases.ts'
import { memoryBus } from '../bus/memory-bus.ts'
import { silentLog } from '../log.ts'
import { openDb } from './db.ts'

async function openOne() {
  await using opening = new AsyncDisposableStack()
  const { connection } = opening.use(await openDatabase())
  const bus = opening.use(memoryBus({ log: silentLog }))
  const db = opening.use(openDb(connection, { bus, log: silentLog }))
  const told: unknown[] = []
  opening.use(await bus.listen('news', (message) => void told.push(message)))
  const opened = opening.move()
  return { db, told, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

test('of two changes that wait for each other one is run again, and each is told once', async () => {
  await using one = await openOne()
  const bothHoldOne = Promise.withResolvers<void>()
  let runs = 0
  const change = (locks: [number, number]) =>
    one.db.change(async (tx, tell) => {
      tell({ topic: 'news', message: locks })
      await sql`select pg_advisory_xact_lock(${locks[0]})`.execute(tx)
      runs += 1
      if (runs === 2) bothHoldOne.resolve()
      await bothHoldOne.promise
      await sql`select pg_advisory_xact_lock(${locks[1]})`.execute(tx)
      return locks[0]
    })
  assert.deepEqual(await Promise.all([change([1, 2]), change([2, 1])]), [1, 2])
  assert.equal(runs, 3)
  assert.deepEqual(one.told.map(String).sort(), ['1,2', '2,1'])
})

test('a change that fails is undone and tells nothing', async () => {
  await using one = await openOne()
  const failing = one.db.change(async (tx, tell) => {
    tell({ topic: 'news', message: 'never' })
    await tx.updateTable('platform_clock').set({ offset_ms: 5 }).execute()
    throw new Error('no')
  })
  await assert.rejects(failing, { message: 'no' })
  assert.deepEqual(await one.db.read.selectFrom('platform_clock').select('offset_ms').execute(), [{ offset_ms: 0 }])
  assert.deepEqual(one.told, [])
})

test('a change is told once it is committed, and not before', async () => {
  await using one = await openOne()
  await one.db.change(async (tx, tell) => {
    await tx.updateTable('platform_clock').set({ offset_ms: 7 }).execute()
    tell({ topic: 'news', message: 'moved' })
    assert.deepEqual(one.told, [])
  })
  assert.deepEqual(one.told, ['moved'])
})

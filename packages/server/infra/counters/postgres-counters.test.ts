import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../../../../tests/support/databases.ts'
import { memoryBus } from '../bus/memory-bus.ts'
import { fakeClock } from '../clock.ts'
import { openDb } from '../db/db.ts'
import { silentLog } from '../log.ts'
import { countersConformance } from './counters.conformance.ts'
import { counterKind } from './counters.ts'
import { postgresCounters } from './postgres-counters.ts'

const clock = fakeClock()
const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const { connection } = opened.use(await openTestDatabase())
const bus = opened.use(memoryBus({ log: silentLog }))
const db = opened.use(openDb(connection, { bus, clock, log: silentLog, poolSize: 8 }))

countersConformance('postgres counters', async () => {
  await sql`truncate counter_window, counter_kind`.execute(db.read)
  const [here, there] = [postgresCounters({ read: db.read, clock }), postgresCounters({ read: db.read, clock })]
  return {
    here,
    there,
    async [Symbol.asyncDispose]() {
      await here[Symbol.asyncDispose]()
      await there[Symbol.asyncDispose]()
    },
  }
})

describe('postgres counters', () => {
  test('concurrent uses of new keys, resets and evictions end, and the number of windows stays exact', async () => {
    const few = counterKind('few', 10_000, 20)
    await using counters = postgresCounters({ read: db.read, clock })
    await Promise.all(
      Array.from({ length: 400 }, async (_, at) => {
        if (at % 7 === 0) await counters.reset(few, `key ${at % 30}`)
        else await counters.add(few, `key ${at % 30}`, Math.floor(at / 40) * 5_000)
      }),
    )
    const { rows } = await sql<{ windows: number; stored: number }>`
      select windows, (select count(*) from counter_window where kind = 'few') as stored
      from counter_kind where kind = 'few'`.execute(db.read)
    assert.equal(rows[0]!.windows, rows[0]!.stored)
    assert.ok(rows[0]!.stored <= 22, `${rows[0]!.stored} windows`)
  })

  test('count busy keys in portions', async () => {
    const calls = counterKind('calls', 10_000, 100, 100)
    await using here = postgresCounters({ read: db.read, clock })
    await using there = postgresCounters({ read: db.read, clock })
    let granted = 0
    for (let at = 0; at < 600; at++)
      if (!(await (at % 2 === 0 ? here : there).add(calls, 'app', 0, 500)).isRefused) granted += 1
    assert.ok(granted <= 500 && granted > 400, `${granted} of 500`)
  })
})

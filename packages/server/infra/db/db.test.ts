import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabaseProxy, openTestDatabase } from '../../../../tests/support/programs/databases.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { memoryLog } from '../../../../tests/support/apps/memory-log.ts'
import { memoryBus } from '../bus/memory-bus.ts'
import { fakeClock } from '../../../../tests/support/fake-clock.ts'
import { silentLog, type Log } from '../observability/log.ts'
import { openDb, type Reader } from './db.ts'
import { isDatabaseUnavailable } from './pool.ts'

async function openTestDb({ log = silentLog }: { log?: Log } = {}) {
  await using opening = new AsyncDisposableStack()
  const { connection } = opening.use(await openTestDatabase())
  const bus = opening.use(memoryBus({ log: silentLog }))
  const db = opening.use(openDb(connection, { bus, clock: fakeClock(), log }))
  const published: unknown[] = []
  opening.use(await bus.subscribe('news', (message) => void published.push(message)))
  const opened = opening.move()
  return { db, published, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

async function loadOffset(db: Reader) {
  return (await db.selectFrom('platform_clock').select('offset_ms').executeTakeFirstOrThrow()).offset_ms
}

async function selectPrepared(db: Reader) {
  return (await sql`select * from prepared`.execute(db)).rows
}

describe('transaction', () => {
  test('publishes its events after the commit, not before', async () => {
    await using opened = await openTestDb()
    await opened.db.transaction(async (tx, publish) => {
      await tx.updateTable('platform_clock').set({ offset_ms: 7 }).execute()
      publish({ topic: 'news', message: 'moved' })
      assert.deepEqual(opened.published, [])
    })
    assert.deepEqual(opened.published, ['moved'])
  })

  test('rolls back and publishes nothing when its work throws', async () => {
    await using opened = await openTestDb()
    const failing = opened.db.transaction(async (tx, publish) => {
      publish({ topic: 'news', message: 'never' })
      await tx.updateTable('platform_clock').set({ offset_ms: 5 }).execute()
      throw new Error('no')
    })
    await assert.rejects(failing, { message: 'no' })
    assert.equal(await loadOffset(opened.db.read), 0)
    assert.deepEqual(opened.published, [])
  })

  test('publishes the events of a topic in the order in which they were enqueued, whichever commits first', async () => {
    await using opened = await openTestDb()
    const [enqueued, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = opened.db.transaction(async (_tx, publish) => {
      publish({ topic: 'news', message: 'first' })
      enqueued.resolve()
      await release.promise
    })
    try {
      await enqueued.promise
      const dropped = opened.db.transaction(async (_tx, publish) => {
        publish({ topic: 'news', message: 'dropped' })
        throw new Error('no')
      })
      await assert.rejects(dropped)
      const second = opened.db.transaction(async (tx, publish) => {
        publish({ topic: 'news', message: 'second' })
        await tx.updateTable('platform_clock').set({ offset_ms: 9 }).execute()
      })
      await opened.db.transaction(async (_tx, publish) => publish({ topic: 'another', message: 'not held up' }))
      await eventually(async () => assert.equal(await loadOffset(opened.db.read), 9))
      assert.deepEqual(opened.published, [])
      release.resolve()
      await Promise.all([first, second])
      assert.deepEqual(opened.published, ['first', 'second'])
    } finally {
      release.resolve()
    }
  })

  test('runs again after a deadlock and publishes once', async () => {
    await using opened = await openTestDb()
    const bothHoldOne = Promise.withResolvers<void>()
    let runs = 0
    const lockInOrder = (locks: [number, number]) =>
      opened.db.transaction(async (tx, publish) => {
        publish({ topic: 'news', message: locks })
        await sql`select pg_advisory_xact_lock(${locks[0]})`.execute(tx)
        runs += 1
        if (runs === 2) bothHoldOne.resolve()
        await bothHoldOne.promise
        await sql`select pg_advisory_xact_lock(${locks[1]})`.execute(tx)
        return locks[0]
      })
    assert.deepEqual(await Promise.all([lockInOrder([1, 2]), lockInOrder([2, 1])]), [1, 2])
    assert.equal(runs, 3)
    assert.deepEqual(opened.published.map(String).sort(), ['1,2', '2,1'])
  })

  test('fails when its connection is lost; the next transaction succeeds', async () => {
    await using opened = await openTestDb()
    const failing = opened.db.transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 4000)`.execute(opened.db.read)
      await tx.updateTable('platform_clock').set({ offset_ms: 5 }).execute()
    })
    await assert.rejects(failing, isDatabaseUnavailable)
    await opened.db.transaction((tx) => tx.updateTable('platform_clock').set({ offset_ms: 7 }).execute())
    assert.equal(await loadOffset(opened.db.read), 7)
  })
})

describe('a statement that was prepared before a migration changed its columns', () => {
  test('runs with the new columns, alone and in a transaction, on every connection', async () => {
    await using opened = await openTestDb()
    const { db } = opened
    await sql`create table prepared (id integer)`.execute(db.read)
    await sql`insert into prepared values (1)`.execute(db.read)
    const selectTwice = () => Promise.all([db.transaction(selectPrepared), db.transaction(selectPrepared)])
    await selectTwice()
    await sql`alter table prepared add column first integer`.execute(db.read)
    assert.deepEqual(await selectPrepared(db.read), [{ id: 1, first: null }])
    await selectTwice()
    await sql`alter table prepared add column second integer`.execute(db.read)
    const expected = [{ id: 1, first: null, second: null }]
    assert.deepEqual(await selectTwice(), [expected, expected])
  })
})

describe('paused', () => {
  test('waits for running transactions, acts without connections, and makes new work wait', async () => {
    await using opened = await openTestDb()
    const { db } = opened
    const release = Promise.withResolvers<void>()
    const steps: string[] = []
    const running = db.transaction(async (tx) => {
      await release.promise
      await sql`select 1`.execute(tx)
      steps.push('running transaction')
    })
    await eventually(async () => {
      const { rows } = await sql`select from pg_stat_activity where state = 'idle in transaction'`.execute(db.read)
      return rows.length > 0
    })
    const paused = db.paused(async () => void steps.push('paused'))
    const waiting = db.reservedTransaction(async () => void steps.push('new transaction'))
    release.resolve()
    await Promise.all([running, paused, waiting])
    assert.deepEqual(steps, ['running transaction', 'paused', 'new transaction'])
  })

  test('closes every connection until the act has ended', async () => {
    await using database = await openTestDatabase()
    await using bus = memoryBus({ log: silentLog })
    const options = { bus, clock: fakeClock(), log: silentLog }
    await using db = openDb(database.connection, options)
    await using observer = openDb({ ...(database.connection as object), database: 'postgres' } as never, options)
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.read)
    await db.reservedTransaction(async () => {})
    const countConnections = async () => {
      const found = await sql`select from pg_stat_activity where datname = ${rows[0]?.name}`.execute(observer.read)
      return found.rows.length
    }
    assert.equal(await countConnections(), 2)
    await db.paused(() => eventually(async () => (await countConnections()) === 0))
    await sql`select 1`.execute(db.read)
  })

  test('continues after an error', async () => {
    await using opened = await openTestDb()
    await assert.rejects(
      opened.db.paused(() => Promise.reject(new Error('no'))),
      { message: 'no' },
    )
    await sql`select 1`.execute(opened.db.read)
  })
})

describe('read', () => {
  test('fails when its connection is lost during a statement; the next statement succeeds', async () => {
    await using opened = await openTestDb()
    const { read } = opened.db
    const failing = assert.rejects(sql`select pg_sleep(3)`.execute(read), isDatabaseUnavailable)
    await eventually(async () => {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query = 'select pg_sleep(3)' and state = 'active'`.execute(read)
      return rows.length > 0
    })
    await failing
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(read)
    assert.deepEqual(rows, [{ one: 1 }])
  })
})

describe('onRecovered', () => {
  test('reports once that the database responds again, without other statements', async () => {
    await using database = await openTestDatabase()
    await using proxy = await openDatabaseProxy(database.connection)
    await using bus = memoryBus({ log: silentLog })
    const [clock, log] = [fakeClock(), memoryLog()]
    await using db = openDb(proxy.url, { bus, clock, log })
    let recoveries = 0
    using _recovered = db.onRecovered(() => void (recoveries += 1))
    assert.equal(await loadOffset(db.read), 0)
    for (const count of [1, 2]) {
      proxy.disconnect()
      await assert.rejects(loadOffset(db.read), isDatabaseUnavailable)
      clock.advance(1_000)
      await assert.rejects(loadOffset(db.read), isDatabaseUnavailable)
      proxy.restore()
      await eventually(() => {
        clock.advance(250)
        return recoveries === count
      })
      assert.equal(await loadOffset(db.read), 0)
      assert.equal(recoveries, count)
    }
    assert.deepEqual(
      log.lines.map(({ text }) => text).filter((text) => text !== 'database.connection_lost'),
      ['database.disconnected', 'database.recovered', 'database.disconnected', 'database.recovered'],
    )
  })

  test('is not called for errors about a statement', async () => {
    await using opened = await openTestDb()
    using _recovered = opened.db.onRecovered(() => assert.fail('recovered'))
    await raise(opened.db.read, '57014')
    await raise(opened.db.read, '53100')
    assert.equal(await loadOffset(opened.db.read), 0)
  })
})

test('a full disk is logged once by all connections', async () => {
  const log = memoryLog()
  await using opened = await openTestDb({ log })
  await raise(opened.db.read, '53100')
  await opened.db.reservedTransaction((tx) => raise(tx, '53100')).catch(() => {})
  assert.deepEqual(
    log.lines.map(({ text }) => text),
    ['database.disk_full'],
  )
})

describe('isDatabaseUnavailable', () => {
  test('is true for SQLSTATEs of lost connections, timeouts, shutdown and exhausted resources', async () => {
    await using opened = await openTestDb()
    for (const state of ['08006', '08P01', '25P03', '53100', '53200', '53300', '57014', '57P01', '57P03'])
      assert.equal(isDatabaseUnavailable(await raise(opened.db.read, state)), true, state)
  })

  test('is false for errors about the statement', async () => {
    await using opened = await openTestDb()
    for (const state of ['22P02', '23505', '40001', '40P01', '42601', 'P0001'])
      assert.equal(isDatabaseUnavailable(await raise(opened.db.read, state)), false, state)
  })

  test('is false for a parameter that cannot be serialized', async () => {
    await using opened = await openTestDb()
    const circular: { self?: object } = {}
    circular.self = circular
    const error = await sql`select ${circular}`.execute(opened.db.read).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof Error)
    assert.equal(isDatabaseUnavailable(error), false)
  })

  test('is true when the database cannot be connected to', async () => {
    await using bus = memoryBus({ log: silentLog })
    await using db = openDb('postgres://onair@127.0.0.1:1/onair', { bus, clock: fakeClock(), log: silentLog })
    await assert.rejects(loadOffset(db.read), isDatabaseUnavailable)
  })

  test('is false for other system errors', () => {
    assert.equal(isDatabaseUnavailable(Object.assign(new Error('no'), { code: 'ECONNREFUSED' })), false)
    assert.equal(isDatabaseUnavailable('ECONNREFUSED'), false)
  })
})

/** The error of a statement that fails with this SQLSTATE. */
async function raise(db: Reader, state: string): Promise<unknown> {
  const statement = `do $$ begin raise exception 'test' using errcode = '${state}'; end $$`
  return sql
    .raw(statement)
    .execute(db)
    .then(() => assert.fail('the statement succeeded'))
    .catch((error: unknown) => error)
}

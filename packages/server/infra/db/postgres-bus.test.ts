import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabaseProxy, openTestDatabase } from '../../../../tests/support/databases.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { memoryLog } from '../../../../tests/support/memory-log.ts'
import { busConformance, messageCollector } from '../bus/bus.conformance.ts'
import { memoryBus } from '../bus/memory-bus.ts'
import { fakeClock, systemClock } from '../clock.ts'
import { silentLog } from '../log.ts'
import { openDb } from './db.ts'
import { commandBus, listenForCommands, postgresBus } from './postgres-bus.ts'

const clock = systemClock()
const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const shared = opened.use(await openTestDatabase({ schema: false }))

busConformance('postgres bus', async () => {
  const log = memoryLog()
  const options = { clock, log }
  const [here, there] = [await postgresBus(shared.connection, options), await postgresBus(shared.connection, options)]
  return {
    here,
    there,
    logged: () => log.lines.map((line) => line.text),
    async [Symbol.asyncDispose]() {
      await here[Symbol.asyncDispose]()
      await there[Symbol.asyncDispose]()
    },
  }
})

describe('postgres bus', () => {
  test('delivers messages of any length and those between them in order', async () => {
    await using here = await postgresBus(shared.connection, { clock, log: silentLog })
    await using other = await postgresBus(shared.connection, { clock, log: silentLog })
    await using there = await postgresBus(shared.connection, { clock, log: silentLog })
    const received = messageCollector()
    await using _ = await there.subscribe('long', received.handler)
    const texts = [1, 7_800, 7_900, 8_000, 16_000, 100_000, 2].map((length) => '한🙂a'.repeat(length / 3))
    await Promise.all([
      ...texts.map((text) => here.publish('long', { from: 'here', text })),
      ...texts.map((text) => other.publish('long', { from: 'other', text })),
    ])
    const messages = (await received.waitForCount(2 * texts.length)) as { from: string; text: string }[]
    for (const from of ['here', 'other'])
      assert.deepEqual(
        messages.filter((message) => message.from === from).map(({ text }) => text),
        texts,
      )
    await assert.rejects(here.publish('long', 'x'.repeat(1_000_001)), /too long/)
    await here.publish('long', 'after')
    await received.waitFor('after')
  })

  test('a message about a transaction arrives when its rows can be read, and none of one that rolls back', async () => {
    await using here = await postgresBus(shared.connection, { clock, log: silentLog })
    await using there = await postgresBus(shared.connection, { clock, log: silentLog })
    await using db = openDb(shared.connection, { bus: here, clock, log: silentLog })
    await sql`create table added (n int)`.execute(db.read)
    const counts: Promise<number>[] = []
    await using _ = await there.subscribe('added', () => {
      const counted = sql<{ count: number }>`select count(*) as count from added`.execute(db.read)
      counts.push(counted.then(({ rows }) => rows[0]!.count))
    })
    const add = (fails: boolean) =>
      db.transaction(async (tx, publish) => {
        await sql`insert into added values (1)`.execute(tx)
        publish({ topic: 'added', message: {} })
        if (fails) throw new Error('rolled back')
      })
    await add(false)
    await assert.rejects(add(true), /rolled back/)
    await add(false)
    await eventually(() => counts.length >= 2)
    const [first, second] = await Promise.all(counts)
    assert.ok(first === 1 || first === 2)
    assert.equal(second, 2)
    assert.equal(counts.length, 2)
  })

  test('reports its health, rejects at once while disconnected, and receives again when it is connected', async () => {
    await using proxy = await openDatabaseProxy(shared.connection)
    await using here = await postgresBus(proxy.url, { clock, log: silentLog, deadlineMs: 400 })
    await using there = await postgresBus(shared.connection, { clock, log: silentLog })
    const health: boolean[] = []
    here.onHealthChange((isHealthy) => void health.push(isHealthy))
    const [received, published] = [messageCollector(), messageCollector()]
    await using _1 = await here.subscribe('news', received.handler)
    await using _2 = await there.subscribe('news', published.handler)

    proxy.disconnect()
    await eventually(() => health.at(-1) === false)
    await assert.rejects(here.publish('news', 'lost'), /unavailable/)
    await assert.rejects(
      here.subscribe('more', () => {}),
      /unavailable/,
    )
    proxy.restore()
    await eventually(() => health.at(-1) === true)
    await there.publish('news', 'again')
    await received.waitFor('again')

    proxy.freeze()
    await assert.rejects(here.publish('news', 'frozen'), /unavailable/)
    await eventually(() => health.at(-1) === false)
    proxy.thaw()
    await eventually(() => health.at(-1) === true)
    await here.publish('news', 'back')
    await published.waitFor('back')
    assert.ok(!published.messages.includes('lost'))

    proxy.freeze()
    await eventually(() => health.at(-1) === false)
    await here[Symbol.asyncDispose]()
  })
})

describe('command bus', () => {
  test('a message of a command reaches the bus of a server, also after its connection was lost', async () => {
    await using database = await openTestDatabase({ schema: false })
    const { connection } = database
    const clock = fakeClock()
    await using bus = memoryBus({ log: silentLog })
    await using _listening = await listenForCommands(connection, { bus, clock, log: silentLog })
    const received = messageCollector()
    await using _subscription = await bus.subscribe('topic', received.handler)
    await using command = commandBus(connection, { clock, log: silentLog })
    await command.publish('topic', { n: 1 })
    await received.waitForCount(1)

    await using db = openDb(connection, { bus, clock, log: silentLog })
    const isListening = sql`query like 'listen%' and datname = current_database()`
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where ${isListening}`.execute(db.read)
    await eventually(async () => {
      clock.advance(1_000)
      await command.publish('topic', { n: 2 })
      return received.messages.length > 1
    })
    assert.deepEqual(received.messages.slice(0, 2), [{ n: 1 }, { n: 2 }])
    await command.publish('topic', 'x'.repeat(10_000))
    await received.waitFor('x'.repeat(10_000))
  })
})

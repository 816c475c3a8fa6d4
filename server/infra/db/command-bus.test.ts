import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { eventually } from '../../test/eventually.ts'
import { openTestDatabase } from '../../test/databases.ts'
import { fakeClock } from '../clock.ts'
import { openDb } from './db.ts'
import { silentLog } from '../log.ts'
import { commandBus, listenForCommands } from './command-bus.ts'
import { memoryBus } from '../bus/memory-bus.ts'

describe('command bus', () => {
  test('a message of a command reaches the bus of a server, also after its connection was lost', async () => {
    await using database = await openTestDatabase()
    const { connection } = database
    const clock = fakeClock()
    await using bus = memoryBus({ log: silentLog })
    await using _listening = await listenForCommands(connection, { bus, clock, log: silentLog })
    const received: unknown[] = []
    await using _subscription = await bus.subscribe('topic', (message) => received.push(message))
    await using command = commandBus(connection)
    await command.publish('topic', { n: 1 })
    await eventually(() => received.length === 1)

    await using db = openDb(connection, { bus, clock, log: silentLog })
    const isListening = sql`query = 'listen onair_commands' and datname = current_database()`
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where ${isListening}`.execute(db.read)
    await eventually(async () => {
      clock.advance(1_000)
      await command.publish('topic', { n: 2 })
      return received.length > 1
    })
    assert.deepEqual(received.slice(0, 2), [{ n: 1 }, { n: 2 }])
    const { rows } = await sql`select from pg_stat_activity where ${isListening}`.execute(db.read)
    assert.equal(rows.length, 1)
    await command.publish('topic', 'x'.repeat(10_000))
  })
})

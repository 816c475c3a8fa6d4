import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../../../../tests/support/programs/databases.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { messageCollector } from '../../../../tests/support/conformance/bus.ts'
import { memoryBus } from '../bus/memory-bus.ts'
import { fakeClock } from '../../../../tests/support/fake-clock.ts'
import { silentLog } from '../observability/log.ts'
import { openDb } from './db.ts'
import { commandBus, listenForCommands } from './command-bus.ts'

describe('command bus', () => {
  test('a message of a command reaches the bus of a server, also after its connection was lost', async () => {
    await using database = await openTestDatabase({ schema: false })
    const { connection } = database
    const clock = fakeClock()
    await using bus = memoryBus({ log: silentLog })
    await using _listening = await listenForCommands(connection, { bus, clock, log: silentLog })
    const received = messageCollector()
    await using _subscription = await bus.subscribe('topic', received.handler)
    await using command = commandBus(connection)
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
    await assert.rejects(command.publish('topic', 'x'.repeat(10_000)), /unavailable/)
    await command.publish('topic', 'after')
    await received.waitFor('after')
  })
})

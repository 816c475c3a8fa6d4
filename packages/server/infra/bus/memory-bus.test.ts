import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { memoryLog } from '../../../../tests/support/apps/memory-log.ts'
import { silentLog } from '../observability/log.ts'
import { busConformance } from '../../../../tests/support/conformance/bus.ts'
import { memoryBus } from './memory-bus.ts'

busConformance('memory bus', async () => {
  const log = memoryLog()
  const bus = memoryBus({ log })
  return {
    here: bus,
    there: bus,
    logged: () => log.lines.map((line) => line.text),
    [Symbol.asyncDispose]: () => bus[Symbol.asyncDispose](),
  }
})

describe('memory bus', () => {
  test('passes the published object to every handler before publish returns', async () => {
    await using bus = memoryBus({ log: silentLog })
    const message = { text: 'hello' }
    let received: unknown
    await using _ = await bus.subscribe('news', (message) => (received = message))
    const published = bus.publish('news', message)
    assert.equal(received, message)
    await published
  })
})

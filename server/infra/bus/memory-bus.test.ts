import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryLog } from '../../test/memory-log.ts'
import { silentLog } from '../log.ts'
import { busConformance } from './bus.conformance.ts'
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

test('memory bus: everyone has heard the very object before publish returns', async () => {
  await using bus = memoryBus({ log: silentLog })
  const message = { text: 'hello' }
  let heard: unknown
  await using _ = await bus.subscribe('news', (message) => (heard = message))
  const published = bus.publish('news', message)
  assert.equal(heard, message)
  await published
})

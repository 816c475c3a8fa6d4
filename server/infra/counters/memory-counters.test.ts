import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countersConformance } from './counters.conformance.ts'
import { memoryCounters } from './memory-counters.ts'

countersConformance('memory counters', async () => {
  const counters = memoryCounters()
  return { here: counters, there: counters, [Symbol.asyncDispose]: () => counters[Symbol.asyncDispose]() }
})

test('memory counters: keys that are over do not pile up', async () => {
  await using counters = memoryCounters()
  let most = 0
  for (let now = 0; now < 100_000; now++) {
    counters.add(`address ${now}`, 100, now)
    most = Math.max(most, counters.size)
  }
  assert.ok(most < 400, `${most} keys were kept for 100 that count`)
})

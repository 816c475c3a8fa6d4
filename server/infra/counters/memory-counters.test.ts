import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countersConformance } from './counters.conformance.ts'
import { memoryCounters } from './memory-counters.ts'

countersConformance('memory counters', async () => {
  const counters = memoryCounters()
  return { here: counters, there: counters, [Symbol.asyncDispose]: () => counters[Symbol.asyncDispose]() }
})

describe('memory counters', () => {
  test('deletes expired keys', async () => {
    await using counters = memoryCounters()
    let maxSize = 0
    for (let now = 0; now < 100_000; now++) {
      counters.add(`address ${now}`, 100, now)
      maxSize = Math.max(maxSize, counters.size)
    }
    assert.ok(maxSize < 400, `held ${maxSize} keys while 100 had not expired`)
  })
})

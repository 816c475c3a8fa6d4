import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countersConformance } from '../../../../tests/support/conformance/counters.ts'
import { counterKind } from './counters.ts'
import { memoryCounters } from './memory-counters.ts'

countersConformance('memory counters', async () => {
  const counters = memoryCounters()
  return { here: counters, there: counters, [Symbol.asyncDispose]: () => counters[Symbol.asyncDispose]() }
})

describe('memory counters', () => {
  test('deletes expired windows', async () => {
    await using counters = memoryCounters()
    const kind = counterKind('address', 100)
    let maxSize = 0
    for (let now = 0; now < 100_000; now++) {
      counters.add(kind, `address ${now}`, now)
      maxSize = Math.max(maxSize, counters.size)
    }
    assert.ok(maxSize < 400, `held ${maxSize} windows while 100 had not expired`)
  })

  test('hold at most the keys of a kind, of 200,000', async () => {
    await using counters = memoryCounters()
    const kind = counterKind('address', 1_000_000)
    for (let at = 0; at < 200_000; at++) counters.add(kind, `address ${at}`, at)
    assert.equal(counters.size, kind.maxKeys)
    assert.equal((await counters.read(kind, 'address 199999', 200_000)).count, 1)
    assert.equal((await counters.read(kind, `address ${199_999 - kind.maxKeys}`, 200_000)).count, 0)
  })
})

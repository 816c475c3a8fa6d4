import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DeliveryCount } from './delivery-count.ts'

describe('deliveries', () => {
  test('a delivery that does not arrive is lost, one that arrives again is repeated, and one of a failed message is neither', () => {
    const count = new DeliveryCount()
    const first = count.add(0, [true, true, false])
    count.acknowledge(first)
    assert.equal(count.missing, 2)
    count.receive(first, 0, 5)
    count.receive(first, 0, 6)
    const failed = count.add(10, [true])
    count.fail()
    assert.equal(count.missing, 1)
    count.settle(10)
    assert.deepEqual(count.deliveries, { received: 1, lost: 1, repeated: 1 })
    count.receive(failed, 0, 20)
    count.settle(Infinity)
    assert.deepEqual([count.deliveries, count.missing], [{ received: 2, lost: 1, repeated: 1 }, 0])
    assert.equal(count.percentile(50), 5)
  })

  test('a delivery before the response is counted', () => {
    const count = new DeliveryCount()
    const number = count.add(0, [true])
    count.receive(number, 0, 1)
    count.acknowledge(number)
    count.settle(Infinity)
    assert.deepEqual([count.deliveries, count.missing], [{ received: 1, lost: 0, repeated: 0 }, 0])
  })
})

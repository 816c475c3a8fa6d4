import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { fakeClock } from '../../../../tests/support/fake-clock.ts'
import { PendingTotal, SlowConsumerGuard } from './slow-consumer.ts'

function openSlowConsumer() {
  const clock = fakeClock()
  const stream = { writableLength: 0 }
  let closeCount = 0
  const reader = new SlowConsumerGuard(
    stream,
    {
      clock,
      limits: { maxPendingBytes: 1_000, maxPendingPackets: 10, maxPendingMs: 10_000 },
      pendingTotal: new PendingTotal(1_000_000),
    },
    () => closeCount++,
  )
  return {
    clock,
    stream,
    send(bytes: number, packets = 1) {
      stream.writableLength += bytes
      reader.addPending(bytes, packets)
    },
    givenUp: () => closeCount > 0,
  }
}

describe('SlowConsumerGuard', () => {
  test('allows pending bytes up to the limit', () => {
    const reader = openSlowConsumer()
    reader.send(1_000)
    assert.equal(reader.givenUp(), false)
    reader.send(1)
    assert.equal(reader.givenUp(), true)
  })

  test('allows pending packets up to the limit', () => {
    const reader = openSlowConsumer()
    for (let sent = 0; sent < 10; sent++) reader.send(1)
    assert.equal(reader.givenUp(), false)
    reader.send(1)
    assert.equal(reader.givenUp(), true)
  })

  test('counts each packet of a combined write', () => {
    const reader = openSlowConsumer()
    reader.send(5, 11)
    assert.equal(reader.givenUp(), true)
  })

  test('reports a client when its oldest packet is pending for the maximum time', () => {
    const reader = openSlowConsumer()
    reader.send(1)
    reader.clock.advance(9_999)
    assert.equal(reader.givenUp(), false)
    reader.clock.advance(1)
    assert.equal(reader.givenUp(), true)
  })

  test('does not report a client that is always behind but keeps reading', () => {
    const reader = openSlowConsumer()
    for (let second = 0; second < 60; second++) {
      reader.send(100)
      reader.clock.advance(1_000)
      reader.stream.writableLength = 50
    }
    assert.equal(reader.givenUp(), false)
  })

  test('counts from zero after the client caught up', () => {
    const reader = openSlowConsumer()
    for (let sent = 0; sent < 10; sent++) reader.send(1)
    reader.stream.writableLength = 0
    reader.clock.advance(9_999)
    reader.send(1)
    reader.clock.advance(9_999)
    assert.equal(reader.givenUp(), false)
  })
})

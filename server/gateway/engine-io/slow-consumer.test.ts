import assert from 'node:assert/strict'
import { test } from 'node:test'

import { fakeClock } from '../../infra/clock.ts'
import { SlowConsumerGuard } from './slow-consumer.ts'

function openSlowConsumer() {
  const clock = fakeClock()
  const stream = { writableLength: 0 }
  let closeCount = 0
  const reader = new SlowConsumerGuard(
    stream,
    clock,
    { maxPendingBytes: 1_000, maxPendingPackets: 10, maxPendingMs: 10_000 },
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

test('a reader may leave as many bytes waiting as the limit says, and not one more', () => {
  const reader = openSlowConsumer()
  reader.send(1_000)
  assert.equal(reader.givenUp(), false)
  reader.send(1)
  assert.equal(reader.givenUp(), true)
})

test('a reader may leave as many packets waiting as the limit says, and not one more', () => {
  const reader = openSlowConsumer()
  for (let sent = 0; sent < 10; sent++) reader.send(1)
  assert.equal(reader.givenUp(), false)
  reader.send(1)
  assert.equal(reader.givenUp(), true)
})

test('packets that went out in one write are counted one by one', () => {
  const reader = openSlowConsumer()
  reader.send(5, 11)
  assert.equal(reader.givenUp(), true)
})

test('a reader is given up when the oldest packet has waited too long', () => {
  const reader = openSlowConsumer()
  reader.send(1)
  reader.clock.advance(9_999)
  assert.equal(reader.givenUp(), false)
  reader.clock.advance(1)
  assert.equal(reader.givenUp(), true)
})

test('a reader that is always behind but keeps taking is kept', () => {
  const reader = openSlowConsumer()
  for (let second = 0; second < 60; second++) {
    reader.send(100)
    reader.clock.advance(1_000)
    reader.stream.writableLength = 50
  }
  assert.equal(reader.givenUp(), false)
})

test('a reader that caught up starts afresh', () => {
  const reader = openSlowConsumer()
  for (let sent = 0; sent < 10; sent++) reader.send(1)
  reader.stream.writableLength = 0
  reader.clock.advance(9_999)
  reader.send(1)
  reader.clock.advance(9_999)
  assert.equal(reader.givenUp(), false)
})

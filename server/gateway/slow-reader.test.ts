import assert from 'node:assert/strict'
import { test } from 'node:test'

import { heldClock } from '../world/clock.ts'
import { slowReader } from './slow-reader.ts'

function openReader() {
  const clock = heldClock()
  const stream = { writableLength: 0 }
  let givenUp = 0
  const reader = slowReader(
    stream,
    clock,
    { waitingBytes: 1_000, waitingPackets: 10, waitingMs: 10_000 },
    () => givenUp++,
  )
  return {
    clock,
    stream,
    send(bytes: number, packets = 1) {
      stream.writableLength += bytes
      reader.isBehind(bytes, packets)
    },
    givenUp: () => givenUp > 0,
  }
}

test('a reader may leave as many bytes waiting as the limit says, and not one more', () => {
  const reader = openReader()
  reader.send(1_000)
  assert.equal(reader.givenUp(), false)
  reader.send(1)
  assert.equal(reader.givenUp(), true)
})

test('a reader may leave as many packets waiting as the limit says, and not one more', () => {
  const reader = openReader()
  for (let sent = 0; sent < 10; sent++) reader.send(1)
  assert.equal(reader.givenUp(), false)
  reader.send(1)
  assert.equal(reader.givenUp(), true)
})

test('packets that went out in one write are counted one by one', () => {
  const reader = openReader()
  reader.send(5, 11)
  assert.equal(reader.givenUp(), true)
})

test('a reader is given up when the oldest packet has waited too long', () => {
  const reader = openReader()
  reader.send(1)
  reader.clock.advance(9_999)
  assert.equal(reader.givenUp(), false)
  reader.clock.advance(1)
  assert.equal(reader.givenUp(), true)
})

test('a reader that is always behind but keeps taking is kept', () => {
  const reader = openReader()
  for (let second = 0; second < 60; second++) {
    reader.send(100)
    reader.clock.advance(1_000)
    reader.stream.writableLength = 50
  }
  assert.equal(reader.givenUp(), false)
})

test('a reader that caught up starts afresh', () => {
  const reader = openReader()
  for (let sent = 0; sent < 10; sent++) reader.send(1)
  reader.stream.writableLength = 0
  reader.clock.advance(9_999)
  reader.send(1)
  reader.clock.advance(9_999)
  assert.equal(reader.givenUp(), false)
})

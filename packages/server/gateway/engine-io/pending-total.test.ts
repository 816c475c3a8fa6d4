import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PendingTotal } from './slow-consumer.ts'

function openReaders(maxBytes: number) {
  const total = new PendingTotal(maxBytes)
  const disconnected: string[] = []
  return {
    total,
    disconnected,
    open(name: string) {
      const reader = {
        pendingBytes: 0,
        disconnect() {
          disconnected.push(name)
          reader.pendingBytes = 0
        },
        send(bytes: number) {
          reader.pendingBytes += bytes
          total.update(reader)
        },
      }
      return reader
    },
  }
}

describe('PendingTotal', () => {
  test('disconnects the clients with the most pending bytes until an eighth is free', () => {
    const readers = openReaders(1_600)
    const [small, large, larger] = [readers.open('small'), readers.open('large'), readers.open('larger')]
    small.send(100)
    large.send(700)
    larger.send(800)
    assert.deepEqual(readers.disconnected, [])
    small.send(1)
    assert.deepEqual(readers.disconnected, ['larger'])
  })

  test('does not count what clients have read since', () => {
    const readers = openReaders(1_000)
    const [first, second] = [readers.open('first'), readers.open('second')]
    first.send(900)
    first.pendingBytes = 0
    second.send(900)
    assert.deepEqual(readers.disconnected, [])
    first.send(200)
    assert.deepEqual(readers.disconnected, ['second'])
  })

  test('forgets clients that have left', () => {
    const readers = openReaders(1_000)
    for (let n = 0; n < 100; n += 1) {
      const reader = readers.open(String(n))
      reader.send(900)
      readers.total.delete(reader)
    }
    assert.deepEqual(readers.disconnected, [])
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { systemRandom } from './random.ts'

describe('systemRandom', () => {
  test('returns the asked number of bytes, and never the same twice', () => {
    const lengths = [15, 16, 32, 64, 65, 1_000]
    const drawn = Array.from({ length: 6_000 }, (_, n) => systemRandom.bytes(lengths[n % lengths.length]!))
    assert.ok(drawn.every((bytes, n) => bytes.length === lengths[n % lengths.length]))
    assert.equal(new Set(drawn.map((bytes) => bytes.toString('hex'))).size, 6_000)
  })

  test('bytes that were handed out do not change', () => {
    const first = systemRandom.bytes(16)
    const copy = first.toString('hex')
    for (let n = 0; n < 1_000; n++) systemRandom.bytes(16)
    assert.equal(first.toString('hex'), copy)
  })
})

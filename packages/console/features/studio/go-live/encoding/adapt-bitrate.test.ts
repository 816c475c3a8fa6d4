import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adaptBitrate, type Uplink } from './adapt-bitrate.ts'

const after = (seconds: number, waiting: number, start: Uplink, maxKbps = 2_500) => {
  let uplink = start
  for (let second = 0; second < seconds; second++) uplink = adaptBitrate(uplink, waiting, maxKbps)
  return uplink
}

test('a slow uplink lowers the bitrate at once, and one that keeps up raises it to the maximum again', () => {
  const full = { kbps: 2_500, calmSec: 0 }
  assert.equal(after(1, 5, full).kbps, 1_625)
  const lowest = after(60, 20, full)
  assert.equal(lowest.kbps, 150)
  assert.equal(after(7, 0, lowest).kbps, 150)
  assert.equal(after(8, 0, lowest).kbps, 180)
  assert.equal(after(600, 0, lowest).kbps, 2_500)
})

test('a queue that is neither empty nor long keeps the bitrate', () => {
  assert.deepEqual(after(60, 3, { kbps: 1_000, calmSec: 6 }), { kbps: 1_000, calmSec: 0 })
})

test('a maximum below the bitrate applies at once', () => {
  assert.equal(adaptBitrate({ kbps: 2_500, calmSec: 0 }, 0, 800).kbps, 800)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeClock } from '../../../../tests/support/fake-clock.ts'
import { StreamHealth } from './stream-health.ts'

const frame = { track: 'video', rendition: 0, isKey: true, duration: 40_000, offset: 0, data: Buffer.alloc(1) } as const

test('a publisher whose clock is slow is not behind after a day, and one that is late is', () => {
  const clock = fakeClock()
  const health = new StreamHealth(clock)
  const daySec = 86_400
  for (let second = 0; second < daySec; second++) {
    health.received({ ...frame, time: second * 999_500 })
    clock.advance(1_000)
  }
  assert.ok(health.uploadBehindSec < 0.1, String(health.uploadBehindSec))
  clock.advance(5_000)
  for (let second = daySec; second < daySec + 60; second++) {
    health.received({ ...frame, time: second * 999_500 })
    clock.advance(1_000)
  }
  assert.ok(health.uploadBehindSec > 4.8, String(health.uploadBehindSec))
})

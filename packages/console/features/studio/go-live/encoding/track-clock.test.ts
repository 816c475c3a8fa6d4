import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TrackClock } from './track-clock.ts'

/** A clock that has read samples of 10 ms on time, which the device captured from 5 s of its clock on. */
function openSettled() {
  const clock = new TrackClock()
  for (let at = 0; at < 100_000; at += 10_000) clock.timeOf(5_000_000 + at, at)
  return clock
}

describe('clock of a track', () => {
  test('samples that waited for the worker do not make those after them late', () => {
    const clock = new TrackClock()
    // 600 ms of sound wait, and are read within 30 ms.
    for (let index = 0; index < 60; index++) {
      clock.timeOf(5_000_000 + index * 10_000, index * 500)
      assert.equal(clock.isCatchingUp, true)
    }
    assert.equal(clock.timeOf(5_600_000, 40_000), 40_000)
    assert.equal(clock.isCatchingUp, false)
    assert.equal(clock.timeOf(5_610_000, 50_000), 50_000)
  })

  test('one frame alone has the time at which it arrived', () => {
    assert.equal(new TrackClock().timeOf(5_000_000, 300), 300)
  })

  test('samples that arrive late, or with a time a little before the last, keep their times', () => {
    const clock = openSettled()
    assert.equal(clock.timeOf(5_100_000, 700_000), 100_000)
    assert.equal(clock.timeOf(5_097_000, 700_100), 97_000)
    assert.equal(clock.timeOf(5_720_000, 720_000), 720_000)
    assert.equal(clock.isCatchingUp, false)
  })

  test('samples of which some still wait when the first counts anew are not late for good', () => {
    const clock = openSettled()
    // The worker stood still for 1.5 s, and is so slow that it reads 10 ms of sound in 8 ms.
    for (let index = 0; index < 300; index++) clock.timeOf(5_100_000 + index * 10_000, 1_600_000 + index * 8_000)
    assert.equal(clock.isCatchingUp, false)
    const late = clock.timeOf(8_100_000, 4_000_000) - 4_000_000
    assert.ok(late <= 40_000, `${late} µs`)
    // It has caught up.
    for (let at = 9_600_000; at < 9_700_000; at += 10_000) clock.timeOf(at, at - 5_000_000)
    assert.equal(clock.timeOf(9_700_000, 4_700_000), 4_700_000)
  })

  test('a clock that jumps by more than a second counts anew', () => {
    for (const jumped of [1_000, 90_000_000]) {
      const clock = openSettled()
      clock.timeOf(jumped, 100_000)
      assert.equal(clock.timeOf(jumped + 10_000, 110_000), 110_000, String(jumped))
      assert.equal(clock.timeOf(jumped + 20_000, 125_000), 120_000, String(jumped))
    }
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fakeClock } from '../../../tests/support/fake-clock.ts'
import { Deadlines } from './deadlines.ts'

function openDeadlines() {
  const clock = fakeClock()
  const expired: string[] = []
  let timers = 0
  const countingClock = {
    uptime: () => clock.uptime(),
    after(delayMs: number, callback: () => void) {
      timers += 1
      const timer = clock.after(delayMs, () => {
        timers -= 1
        callback()
      })
      return {
        [Symbol.dispose]() {
          timers -= 1
          timer[Symbol.dispose]()
        },
      }
    },
  }
  const deadlines = new Deadlines<string>(countingClock, 1_000, (key) => expired.push(key))
  return { clock, deadlines, expired, timerCount: () => timers }
}

describe('Deadlines', () => {
  test('expires each key once, exactly when its timeout ends', () => {
    const { clock, deadlines, expired } = openDeadlines()
    deadlines.set('a')
    clock.advance(400)
    deadlines.set('b')
    clock.advance(599)
    assert.deepEqual(expired, [])
    clock.advance(1)
    assert.deepEqual(expired, ['a'])
    clock.advance(399)
    assert.deepEqual(expired, ['a'])
    clock.advance(1)
    assert.deepEqual(expired, ['a', 'b'])
    clock.advance(10_000)
    assert.deepEqual(expired, ['a', 'b'])
  })

  test('setting a key again moves its deadline', () => {
    const { clock, deadlines, expired } = openDeadlines()
    deadlines.set('a')
    deadlines.set('b')
    clock.advance(500)
    deadlines.set('a')
    assert.deepEqual([...deadlines.keys()], ['b', 'a'])
    clock.advance(500)
    assert.deepEqual(expired, ['b'])
    clock.advance(500)
    assert.deepEqual(expired, ['b', 'a'])
  })

  test('a deleted key does not expire', () => {
    const { clock, deadlines, expired } = openDeadlines()
    deadlines.set('a')
    deadlines.set('b')
    deadlines.delete('a')
    clock.advance(1_000)
    assert.deepEqual(expired, ['b'])
  })

  test('onExpired may set and delete keys', () => {
    const clock = fakeClock()
    const expired: string[] = []
    const deadlines = new Deadlines<string>(clock, 1_000, (key) => {
      expired.push(key)
      if (key !== 'a') return
      deadlines.delete('b')
      deadlines.set('a')
    })
    for (const key of ['a', 'b', 'c']) deadlines.set(key)
    clock.advance(1_000)
    assert.deepEqual(expired, ['a', 'c'])
    clock.advance(1_000)
    assert.deepEqual(expired, ['a', 'c', 'a'])
  })

  test('uses one timer for all keys, and none when there are no keys', () => {
    const { clock, deadlines, timerCount } = openDeadlines()
    for (const key of ['a', 'b', 'c']) {
      deadlines.set(key)
      clock.advance(100)
      assert.equal(timerCount(), 1, key)
    }
    clock.advance(800)
    assert.equal(timerCount(), 1)
    clock.advance(200)
    assert.equal(timerCount(), 0)
  })

  test('dispose stops the timer', () => {
    const { clock, deadlines, expired, timerCount } = openDeadlines()
    deadlines.set('a')
    deadlines[Symbol.dispose]()
    assert.equal(timerCount(), 0)
    clock.advance(1_000)
    assert.deepEqual(expired, [])
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { eventually } from '../../../tests/support/eventually.ts'
import { WriteScheduler } from './engine-io/write-scheduler.ts'
import { TimeSlices } from './time-slices.ts'

/** A unit that takes half a millisecond of processor time. */
function workSlowly(): void {
  for (const startedAt = performance.now(); performance.now() < startedAt + 0.5;);
}

/** Work of `units` units, which notes each in a list. */
function newWork(slices: TimeSlices, name: string, units: number, done: string[]) {
  let left = units
  return {
    run() {
      for (; left > 0; left--) {
        if (!slices.spend()) return false
        done.push(name)
      }
      return true
    },
  }
}

describe('TimeSlices', () => {
  test('spread the writes to 20,000 sockets over many ticks, and other work runs between them', async () => {
    const scheduler = new WriteScheduler(new TimeSlices({ sliceMs: 0, unitsPerCheck: 500 }), 4)
    const written: number[] = []
    let otherWork = 0
    for (let n = 0; n < 20_000; n++) scheduler.schedule({ flush: () => void written.push(n) })
    for (; written.length < 20_000 && otherWork < 1_000; otherWork++) await setImmediate()
    assert.ok(otherWork >= 40, `other work ran ${otherWork} times`)
    assert.ok(written.every((n, index) => n === index))
  })

  test('end a slice when its time is over, however few units it had', async () => {
    const scheduler = new WriteScheduler(new TimeSlices(), 4)
    let written = 0
    const write = () => {
      workSlowly()
      written++
    }
    for (let n = 0; n < 48; n++) scheduler.schedule({ flush: write })
    await setImmediate()
    assert.equal(written, 16)
    await eventually(() => assert.equal(written, 48))
  })

  test('let a caller go on at once until the time of the slice is over', () => {
    const slices = new TimeSlices()
    let units = 0
    for (; units < 500 && slices.spend(); units++) workSlowly()
    assert.ok(units <= 32, `${units} units`)
  })

  test('serve in turn what does not fit into one tick', async () => {
    const slices = new TimeSlices({ sliceMs: 0, unitsPerCheck: 2 })
    const done: string[] = []
    slices.add(newWork(slices, 'events', 6, done))
    slices.add(newWork(slices, 'writes', 4, done))
    await eventually(() => assert.equal(done.length, 10))
    const expected = [
      'events',
      'events',
      'writes',
      'writes',
      'events',
      'events',
      'writes',
      'writes',
      'events',
      'events',
    ]
    assert.deepEqual(done, expected)
  })
})

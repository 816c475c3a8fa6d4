import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { eventually } from '../../../../tests/support/eventually.ts'
import { WriteScheduler } from './write-scheduler.ts'

const limits = { writesPerTick: 500, writeSliceMs: 4, gatherMs: 4 }

/** A write that takes half a millisecond of processor time. */
function writeSlowly(): void {
  for (const startedAt = performance.now(); performance.now() < startedAt + 0.5;);
}

describe('WriteScheduler', () => {
  test('writes 20,000 sockets in slices, and other work runs between them', async () => {
    const scheduler = new WriteScheduler(limits)
    const written: number[] = []
    let otherWork = 0
    for (let n = 0; n < 20_000; n++) scheduler.schedule({ flush: () => void written.push(n) })
    for (; written.length < 20_000 && otherWork < 1_000; otherWork++) await setImmediate()
    assert.ok(otherWork >= 40, `other work ran ${otherWork} times`)
    assert.ok(written.every((n, index) => n === index))
  })

  test('ends a slice when its time is over, however few sockets it wrote', async () => {
    const scheduler = new WriteScheduler(limits)
    let written = 0
    const write = () => {
      writeSlowly()
      written++
    }
    for (let n = 0; n < 48; n++) scheduler.schedule({ flush: write })
    await setImmediate()
    assert.equal(written, 16)
    await eventually(() => assert.equal(written, 48))
  })

  test('lets a caller write at once until the time of the slice is over', () => {
    const scheduler = new WriteScheduler(limits)
    let acquired = 0
    for (; acquired < 500 && scheduler.tryAcquire(); acquired++) writeSlowly()
    assert.ok(acquired <= 32, `${acquired} writes`)
  })

  test('combines the same frames of many sockets once', () => {
    const scheduler = new WriteScheduler(limits)
    const [first, second] = [Buffer.from('first '), Buffer.from('second')]
    const combined = scheduler.combine([first, second])
    assert.equal(combined.toString(), 'first second')
    assert.equal(scheduler.combine([first, second]), combined)
    assert.equal(scheduler.combine([second, first]).toString(), 'secondfirst ')
    assert.equal(scheduler.combine([first]), first)
  })
})

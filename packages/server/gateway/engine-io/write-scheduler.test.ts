import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TimeSlices } from '../time-slices.ts'
import { WriteScheduler } from './write-scheduler.ts'

describe('WriteScheduler', () => {
  test('combines the same frames of many sockets once', () => {
    const scheduler = new WriteScheduler(new TimeSlices(), 4)
    const [first, second] = [Buffer.from('first '), Buffer.from('second')]
    const combined = scheduler.combine([first, second])
    assert.equal(combined.toString(), 'first second')
    assert.equal(scheduler.combine([first, second]), combined)
    assert.equal(scheduler.combine([second, first]).toString(), 'secondfirst ')
    assert.equal(scheduler.combine([first]), first)
  })
})

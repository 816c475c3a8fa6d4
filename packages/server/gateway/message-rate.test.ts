import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MessageRate } from './hub.ts'

/** Returns whether the channel is busy after a second of messages at this rate. */
function isBusyAt(perSecond: number): boolean {
  const rate = new MessageRate()
  let isBusy = false
  for (let n = 0; n < perSecond; n++) isBusy = rate.count((n * 1_000) / perSecond)
  return isBusy
}

describe('MessageRate', () => {
  test('a channel with 50 messages per second is quiet, and with 60 it is busy', () => {
    assert.equal(isBusyAt(50), false)
    assert.equal(isBusyAt(60), true)
  })

  test('a channel is busy from the eleventh message of a burst, and quiet after two windows without messages', () => {
    const rate = new MessageRate()
    assert.deepEqual(
      Array.from({ length: 12 }, () => rate.count(1_000)),
      [...Array<boolean>(10).fill(false), true, true],
    )
    assert.equal(rate.count(1_399), true)
    assert.equal(rate.count(2_000), false)
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatCountdown, formatDuration, formatLength } from './durations.ts'

describe('formatDuration', () => {
  test('rounds up and uses one unit', () => {
    assert.equal(formatDuration(100, 'en'), '1 second')
    assert.equal(formatDuration(120_000, 'en'), '120 seconds')
    assert.equal(formatDuration(120_001, 'en'), '3 minutes')
    assert.equal(formatDuration(3 * 86_400_000, 'en'), '3 days')
    assert.equal(formatDuration(3 * 3_600_000, 'ko'), '3시간')
  })
})

describe('formatCountdown', () => {
  test('has minutes from 60 seconds on', () => {
    assert.equal(formatCountdown(8_001), '9')
    assert.equal(formatCountdown(65_000), '1:05')
    assert.equal(formatCountdown(3_600_000), '…')
  })
})

describe('formatLength', () => {
  test('has hours from one on', () => {
    assert.equal(formatLength(45_900), '0:45')
    assert.equal(formatLength(725_000), '12:05')
    assert.equal(formatLength(3_723_000), '1:02:03')
  })
})

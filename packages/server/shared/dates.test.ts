import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { displayDate, seoulDate, utcDate, utcSecond } from './dates.ts'

describe('dates', () => {
  // Gap 18.
  test('formats dates as the specification shows them', () => {
    const at = Date.UTC(2026, 6, 18, 14, 32, 12, 629)
    assert.equal(displayDate(at, 'Asia/Seoul'), '2026-07-18 23:32:12')
    assert.equal(displayDate(Date.UTC(2026, 6, 18, 15), 'Asia/Seoul'), '2026-07-19 00:00:00')
    assert.equal(displayDate(at, 'UTC'), '2026-07-18 14:32:12')
    assert.equal(seoulDate(at), '2026-07-18T23:32:12.629000000')
    assert.equal(utcDate(at), '2026-07-18T14:32:12.629Z')
    assert.equal(utcSecond(at), '2026-07-18T14:32:12Z')
  })
})

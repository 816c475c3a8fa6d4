import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { formatLogLine } from './dev-log.ts'

describe('formatLogLine', () => {
  test('writes time, level, event and fields, and the stack of an error below', () => {
    const line = {
      level: 'error',
      time: '2026-11-27T10:00:01.250Z',
      pid: 1,
      path: '/a',
      text: 'b c',
      msg: 'request.failed',
    }
    assert.equal(
      stripVTControlCharacters(formatLogLine(JSON.stringify(line))),
      '10:00:01.250 error request.failed path=/a text="b c"',
    )
    const failed = JSON.stringify({ ...line, error: { message: 'no', stack: 'Error: no\n    at x.ts:1' } })
    assert.ok(formatLogLine(failed).endsWith('\n  Error: no\n      at x.ts:1'))
  })

  test('keeps lines that are not of the log', () => assert.equal(formatLogLine('Stopping …'), 'Stopping …'))
})

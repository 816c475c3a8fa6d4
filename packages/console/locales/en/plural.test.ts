import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pluralize } from './plural.ts'

describe('pluralize', () => {
  test('uses the singular for one and the plural for every other count', () => {
    assert.deepEqual(
      [0, 1, '1', 2, 2_000].map((count) => pluralize(count, 'minute')),
      ['0 minutes', '1 minute', '1 minute', '2 minutes', '2,000 minutes'],
    )
  })

  test('uses an irregular plural where one is passed', () => {
    assert.equal(pluralize(1, 'reply', 'replies'), '1 reply')
    assert.equal(pluralize(2, 'reply', 'replies'), '2 replies')
  })
})

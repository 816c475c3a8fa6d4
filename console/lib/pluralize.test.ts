import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pluralize } from './pluralize.ts'

test('one of something is told as one, and many as many', () => {
  assert.deepEqual(
    [0, 1, '1', 2, 2_000].map((count) => pluralize(count, 'minute')),
    ['0 minutes', '1 minute', '1 minute', '2 minutes', '2,000 minutes'],
  )
})

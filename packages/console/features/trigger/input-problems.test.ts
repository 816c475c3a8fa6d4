import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fieldsOf, type Action, type Value } from '@onair/contract/sandbox/actions'
import { findInputProblem } from './input-problems.ts'

const problemOf = (action: Action, name: string, value: Value) => {
  const spec = fieldsOf(action).find(({ field }) => field === name)
  assert.ok(spec !== undefined)
  return findInputProblem(spec, value)
}

describe('the form of an action', () => {
  test('marks an empty field that the action needs, and no other', () => {
    assert.equal(problemOf('donate', 'payAmount', undefined), 'MISSING')
    assert.equal(problemOf('donate', 'byChannelId', null), null, 'an anonymous donation')
    assert.equal(problemOf('goLive', 'viewers', ''), null)
  })

  test('marks a number out of range with the range, and changes nothing', () => {
    const range = problemOf('donate', 'payAmount', 0)
    assert.ok(typeof range === 'object' && range !== null)
    assert.equal(range.min, 1)
    assert.equal(problemOf('donate', 'payAmount', range.min), null)
    assert.equal(problemOf('donate', 'payAmount', range.max), null)
    assert.deepEqual(problemOf('donate', 'payAmount', range.max + 1), range)
  })
})

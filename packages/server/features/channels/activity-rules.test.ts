import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mergeNewest } from './activity-rules.ts'

type Entry = { kind: 'A' | 'B'; position: number; at: number }
const noCursor = { A: Infinity, B: Infinity }
const entry = (kind: 'A' | 'B', position: number, at: number): Entry => ({ kind, position, at })
const formatEntries = (entries: Entry[]) => entries.map(({ kind, position }) => `${kind}${position}`)

describe('mergeNewest', () => {
  test('merges two lists newest first, and continues where the page ended', () => {
    const A = [entry('A', 3, 50), entry('A', 2, 30), entry('A', 1, 10)]
    const B = [entry('B', 2, 40), entry('B', 1, 20)]
    const first = mergeNewest<'A' | 'B', Entry>({ A, B }, noCursor, 2)
    assert.deepEqual([formatEntries(first.entries), first.next], [['A3', 'B2'], { A: 3, B: 2 }])
    const second = mergeNewest<'A' | 'B', Entry>({ A: A.slice(1), B: B.slice(1) }, first.next ?? noCursor, 2)
    assert.deepEqual([formatEntries(second.entries), second.next], [['A2', 'B1'], { A: 2, B: 1 }])
    const last = mergeNewest<'A' | 'B', Entry>({ A: A.slice(2), B: [] }, second.next ?? noCursor, 2)
    assert.deepEqual([formatEntries(last.entries), last.next], [['A1'], null])
  })

  test('keeps the position of a list that was not requested', () => {
    const A = [entry('A', 3, 50), entry('A', 2, 30)]
    assert.deepEqual(mergeNewest<'A' | 'B', Entry>({ A }, noCursor, 1).next, { A: 3, B: Infinity })
    assert.deepEqual(mergeNewest<'A' | 'B', Entry>({ A }, { A: 9, B: 5 }, 1).next, { A: 3, B: 5 })
  })

  test('keeps the order of each list even where its times decrease', () => {
    const { entries } = mergeNewest<'A' | 'B', Entry>(
      { A: [entry('A', 2, 10), entry('A', 1, 90)], B: [entry('B', 1, 50)] },
      noCursor,
      9,
    )
    assert.deepEqual(formatEntries(entries), ['B1', 'A2', 'A1'])
  })

  test('leaves later entries out of a list that has contributed none yet', () => {
    const A = [entry('A', 2, 90), entry('A', 1, 80)]
    assert.deepEqual(mergeNewest<'A' | 'B', Entry>({ A, B: [] }, noCursor, 1).next, { A: 2, B: 1 })
    assert.deepEqual(mergeNewest<'A' | 'B', Entry>({ A, B: [entry('B', 7, 10)] }, noCursor, 1).next, { A: 2, B: 8 })
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newestOf } from './activity-rules.ts'

type Entry = { kind: 'A' | 'B'; position: number; at: number }
const top = { A: Infinity, B: Infinity }
const entry = (kind: 'A' | 'B', position: number, at: number): Entry => ({ kind, position, at })
const names = (shown: Entry[]) => shown.map(({ kind, position }) => `${kind}${position}`)

test('two lists become one, the newest first, and the next page begins where this one ends', () => {
  const A = [entry('A', 3, 50), entry('A', 2, 30), entry('A', 1, 10)]
  const B = [entry('B', 2, 40), entry('B', 1, 20)]
  const first = newestOf<'A' | 'B', Entry>({ A, B }, top, 2)
  assert.deepEqual([names(first.shown), first.next], [['A3', 'B2'], { A: 3, B: 2 }])
  const second = newestOf<'A' | 'B', Entry>({ A: A.slice(1), B: B.slice(1) }, first.next ?? top, 2)
  assert.deepEqual([names(second.shown), second.next], [['A2', 'B1'], { A: 2, B: 1 }])
  const last = newestOf<'A' | 'B', Entry>({ A: A.slice(2), B: [] }, second.next ?? top, 2)
  assert.deepEqual([names(last.shown), last.next], [['A1'], null])
})

test('a list that was not asked for keeps its place', () => {
  const A = [entry('A', 3, 50), entry('A', 2, 30)]
  assert.deepEqual(newestOf<'A' | 'B', Entry>({ A }, top, 1).next, { A: 3, B: Infinity })
  assert.deepEqual(newestOf<'A' | 'B', Entry>({ A }, { A: 9, B: 5 }, 1).next, { A: 3, B: 5 })
})

test('a list keeps its order, also where its times go back', () => {
  const { shown } = newestOf<'A' | 'B', Entry>(
    { A: [entry('A', 2, 10), entry('A', 1, 90)], B: [entry('B', 1, 50)] },
    top,
    9,
  )
  assert.deepEqual(names(shown), ['B1', 'A2', 'A1'])
})

test('what comes to a list of which nothing was shown is not on the next page', () => {
  const A = [entry('A', 2, 90), entry('A', 1, 80)]
  assert.deepEqual(newestOf<'A' | 'B', Entry>({ A, B: [] }, top, 1).next, { A: 2, B: 1 })
  assert.deepEqual(newestOf<'A' | 'B', Entry>({ A, B: [entry('B', 7, 10)] }, top, 1).next, { A: 2, B: 8 })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attemptLimits, allocateAttempts } from './fairness-rules.ts'

const endpoints = (count: number, isFailing: boolean, name = 'app') =>
  Array.from({ length: count }, (_, at) => ({ clientId: `${name}${at}`, isFailing }))
const sum = (counts: Map<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0)

test('one endpoint gets no more turns than one may have', () => {
  assert.deepEqual([...allocateAttempts(endpoints(1, false), new Map())], [['app0', attemptLimits.perEndpoint]])
  assert.deepEqual([...allocateAttempts(endpoints(1, true), new Map())], [['app0', attemptLimits.perFailingEndpoint]])
  const underWay = new Map([['app0', { count: attemptLimits.perEndpoint - 1, isFailing: false }]])
  assert.deepEqual([...allocateAttempts(endpoints(1, false), underWay)], [['app0', 1]])
  assert.deepEqual([...allocateAttempts(endpoints(1, true), underWay)], [])
})

test('places are dealt in turn, and all are dealt', () => {
  const given = allocateAttempts(endpoints(100, false), new Map())
  assert.equal(sum(given), attemptLimits.total)
  assert.deepEqual(new Set(given.values()), new Set([2, 3]))
})

test('however many endpoints fail, half of the places are for the others', () => {
  const failing = endpoints(1_000, true, 'dead')
  const given = allocateAttempts([...failing, ...endpoints(20, false)], new Map())
  const toFailing = failing.map(({ clientId }) => given.get(clientId) ?? 0).reduce((a, b) => a + b)
  assert.equal(toFailing, attemptLimits.totalFailing)
  assert.equal(sum(given), attemptLimits.total)

  const underWay = new Map(
    failing.slice(0, attemptLimits.totalFailing).map(({ clientId }) => [clientId, { count: 1, isFailing: true }]),
  )
  const later = allocateAttempts([...failing, ...endpoints(20, false)], underWay)
  assert.equal(sum(later), attemptLimits.total - attemptLimits.totalFailing)
  assert.ok([...later.keys()].every((clientId) => clientId.startsWith('app')))
})

test('nothing is dealt when every place is taken', () => {
  const underWay = new Map([['other', { count: attemptLimits.total, isFailing: false }]])
  assert.deepEqual([...allocateAttempts(endpoints(5, false), underWay)], [])
})

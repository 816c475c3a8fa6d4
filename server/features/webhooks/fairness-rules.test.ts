import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attemptLimits, allocateAttempts } from './fairness-rules.ts'

const endpoints = (count: number, isFailing: boolean, name = 'app') =>
  Array.from({ length: count }, (_, n) => ({ clientId: `${name}${n}`, isFailing }))
const sum = (counts: Map<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0)

describe('allocateAttempts', () => {
  test('gives an endpoint at most its limit, including attempts in flight', () => {
    assert.deepEqual([...allocateAttempts(endpoints(1, false), new Map())], [['app0', attemptLimits.perEndpoint]])
    assert.deepEqual([...allocateAttempts(endpoints(1, true), new Map())], [['app0', attemptLimits.perFailingEndpoint]])
    const inFlight = new Map([['app0', { count: attemptLimits.perEndpoint - 1, isFailing: false }]])
    assert.deepEqual([...allocateAttempts(endpoints(1, false), inFlight)], [['app0', 1]])
    assert.deepEqual([...allocateAttempts(endpoints(1, true), inFlight)], [])
  })

  test('allocates all attempts evenly', () => {
    const allocated = allocateAttempts(endpoints(100, false), new Map())
    assert.equal(sum(allocated), attemptLimits.total)
    assert.deepEqual(new Set(allocated.values()), new Set([2, 3]))
  })

  test('reserves half of the attempts for endpoints that do not fail', () => {
    const failing = endpoints(1_000, true, 'failing')
    const allocated = allocateAttempts([...failing, ...endpoints(20, false)], new Map())
    const toFailing = failing.map(({ clientId }) => allocated.get(clientId) ?? 0).reduce((a, b) => a + b)
    assert.equal(toFailing, attemptLimits.totalFailing)
    assert.equal(sum(allocated), attemptLimits.total)

    const inFlight = new Map(
      failing.slice(0, attemptLimits.totalFailing).map(({ clientId }) => [clientId, { count: 1, isFailing: true }]),
    )
    const later = allocateAttempts([...failing, ...endpoints(20, false)], inFlight)
    assert.equal(sum(later), attemptLimits.total - attemptLimits.totalFailing)
    assert.ok([...later.keys()].every((clientId) => clientId.startsWith('app')))
  })

  test('allocates nothing when all attempts are in flight', () => {
    const inFlight = new Map([['other', { count: attemptLimits.total, isFailing: false }]])
    assert.deepEqual([...allocateAttempts(endpoints(5, false), inFlight)], [])
  })
})

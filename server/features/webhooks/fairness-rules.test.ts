import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attemptLimits, allocateAttempts } from './fairness-rules.ts'

const webhooks = (count: number, isFailing: boolean, name = 'app') =>
  Array.from({ length: count }, (_, n) => ({ clientId: `${name}${n}`, isFailing }))
const sum = (counts: Map<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0)

describe('allocateAttempts', () => {
  test('gives a webhook at most its limit, including attempts in flight', () => {
    assert.deepEqual([...allocateAttempts(webhooks(1, false), new Map())], [['app0', attemptLimits.perWebhook]])
    assert.deepEqual([...allocateAttempts(webhooks(1, true), new Map())], [['app0', attemptLimits.perFailingWebhook]])
    const inFlight = new Map([['app0', { count: attemptLimits.perWebhook - 1, isFailing: false }]])
    assert.deepEqual([...allocateAttempts(webhooks(1, false), inFlight)], [['app0', 1]])
    assert.deepEqual([...allocateAttempts(webhooks(1, true), inFlight)], [])
  })

  test('allocates all attempts evenly', () => {
    const allocated = allocateAttempts(webhooks(100, false), new Map())
    assert.equal(sum(allocated), attemptLimits.total)
    assert.deepEqual(new Set(allocated.values()), new Set([2, 3]))
  })

  test('reserves half of the attempts for webhooks that do not fail', () => {
    const failing = webhooks(1_000, true, 'failing')
    const allocated = allocateAttempts([...failing, ...webhooks(20, false)], new Map())
    const toFailing = failing.map(({ clientId }) => allocated.get(clientId) ?? 0).reduce((a, b) => a + b)
    assert.equal(toFailing, attemptLimits.totalFailing)
    assert.equal(sum(allocated), attemptLimits.total)

    const inFlight = new Map(
      failing.slice(0, attemptLimits.totalFailing).map(({ clientId }) => [clientId, { count: 1, isFailing: true }]),
    )
    const later = allocateAttempts([...failing, ...webhooks(20, false)], inFlight)
    assert.equal(sum(later), attemptLimits.total - attemptLimits.totalFailing)
    assert.ok([...later.keys()].every((clientId) => clientId.startsWith('app')))
  })

  test('allocates nothing when all attempts are in flight', () => {
    const inFlight = new Map([['other', { count: attemptLimits.total, isFailing: false }]])
    assert.deepEqual([...allocateAttempts(webhooks(5, false), inFlight)], [])
  })
})

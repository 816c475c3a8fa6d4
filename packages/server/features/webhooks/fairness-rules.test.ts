import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attemptLimits, allocateAttempts, nextAhead } from './fairness-rules.ts'

const webhooks = (count: number, isFailing: boolean, name = 'app') =>
  Array.from({ length: count }, (_, n) => ({ endpointId: `${name}${n}`, isFailing }))
const sum = (counts: Map<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0)
/** Attempts of a fast receiver. */
const fastInFlight = (count: number) => new Map([['app0', { count, isFailing: false, ahead: 100 }]])

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
    const toFailing = failing.map(({ endpointId }) => allocated.get(endpointId) ?? 0).reduce((a, b) => a + b)
    assert.equal(toFailing, attemptLimits.totalFailing)
    assert.equal(sum(allocated), attemptLimits.total)

    const inFlight = new Map(
      failing.slice(0, attemptLimits.totalFailing).map(({ endpointId }) => [endpointId, { count: 1, isFailing: true }]),
    )
    const later = allocateAttempts([...failing, ...webhooks(20, false)], inFlight)
    assert.equal(sum(later), attemptLimits.total - attemptLimits.totalFailing)
    assert.ok([...later.keys()].every((clientId) => clientId.startsWith('app')))
  })

  test('allocates nothing when all attempts are in flight', () => {
    const { total, perWebhook } = attemptLimits
    const others = webhooks(total / perWebhook, false, 'other')
    const inFlight = new Map(others.map(({ endpointId }) => [endpointId, { count: perWebhook, isFailing: false }]))
    assert.deepEqual([...allocateAttempts(webhooks(5, false), inFlight)], [])
  })

  test('starts attempts ahead for a fast receiver, when half of those ahead were sent', () => {
    const { perWebhook } = attemptLimits
    assert.deepEqual([...allocateAttempts(webhooks(1, false), fastInFlight(0))], [['app0', perWebhook + 100]])
    assert.deepEqual([...allocateAttempts(webhooks(1, false), fastInFlight(perWebhook + 51))], [])
    assert.deepEqual([...allocateAttempts(webhooks(1, false), fastInFlight(perWebhook + 50))], [['app0', 50]])
    assert.deepEqual([...allocateAttempts(webhooks(1, true), fastInFlight(perWebhook))], [])
  })

  test('attempts ahead are limited in all and take nothing from other webhooks', () => {
    const fast = webhooks(5, false, 'fast')
    const inFlight = new Map(
      fast.map(({ endpointId }) => [endpointId, { count: attemptLimits.perWebhook, isFailing: false, ahead: 384 }]),
    )
    const allocated = allocateAttempts([...fast, ...webhooks(20, false)], inFlight)
    const toFast = fast.map(({ endpointId }) => allocated.get(endpointId) ?? 0).reduce((a, b) => a + b)
    assert.ok(toFast > 0.9 * attemptLimits.ahead && toFast <= attemptLimits.ahead)
    assert.equal(sum(allocated) - toFast, attemptLimits.total - 5 * attemptLimits.perWebhook)
  })
})

describe('nextAhead', () => {
  const sent = { succeeded: 32, waiting: 0, longestWaitMs: 5 }

  test('grows up to a limit while attempts hardly wait', () => {
    assert.equal(nextAhead(0, sent), attemptLimits.perWebhook)
    assert.equal(nextAhead(100, sent), 200)
    assert.equal(nextAhead(300, sent), attemptLimits.aheadPerWebhook)
  })

  test('does not grow while attempts wait or none succeeded, and shrinks when they wait long', () => {
    assert.equal(nextAhead(100, { ...sent, waiting: 1 }), 100)
    assert.equal(nextAhead(100, { ...sent, succeeded: 0 }), 100)
    assert.equal(nextAhead(100, { ...sent, longestWaitMs: 200 }), 100)
    assert.equal(nextAhead(100, { ...sent, longestWaitMs: 301 }), 50)
  })
})

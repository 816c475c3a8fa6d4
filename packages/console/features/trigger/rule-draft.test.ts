import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { faultPresets, type FaultRule } from '@onair/contract'
import { draftOf, emptyRule, isDraftValid, maxMatches, toRule, withDraft } from './rule-draft.ts'

const error: FaultRule = { kind: 'status', status: 503 }
const delay: FaultRule = { kind: 'delay', delayMs: 100 }

describe('the draft of a fault rule', () => {
  test('gives the rule again', () => {
    const rules: FaultRule[] = [
      error,
      { kind: 'status', status: 429, retryAfterSec: 0, operation: 'user.getMe', clientId: 'app', nth: 3, count: 3 },
      { kind: 'status', status: 500, nth: 10, count: maxMatches },
      { kind: 'delay', delayMs: 1, count: maxMatches },
      { kind: 'upgrade-refused', count: 2 },
      { kind: 'event-lost', eventType: 'SYSTEM', nth: 2, count: 1, probability: 0.5 },
      ...[0.005, 0.07, 0.123, 0.29, 0.57, 1].map((probability) => ({ ...error, probability })),
      ...faultPresets['bad-evening'].rules,
    ]
    for (const rule of rules) assert.deepEqual(toRule(draftOf(rule, 0)), rule)
  })

  test('keeps the conditions that have no input, while the kind of the fault uses them', () => {
    const dates = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }
    const request: FaultRule = { ...error, scope: 'user', ...dates }
    const webhook: FaultRule = {
      kind: 'webhook-lost',
      eventType: 'drop_reward_claim',
      endpoint: 'https://example.com/',
      ...dates,
    }
    const chat: FaultRule = { kind: 'event-without-profile', eventType: 'CHAT' }
    for (const rule of [request, webhook, chat]) assert.deepEqual(toRule(draftOf(rule, 0)), rule)
    assert.deepEqual(toRule({ ...draftOf(request, 0), kind: 'event-lost' }), { kind: 'event-lost', ...dates })
    assert.deepEqual(toRule({ ...draftOf(webhook, 0), kind: 'event-lost' }), { kind: 'event-lost', ...dates })
    assert.deepEqual(toRule({ ...emptyRule, clientId: 'app', kind: 'upgrade-refused' }), { kind: 'upgrade-refused' })
  })

  test('gives the same faults for the nth match alone', () => {
    assert.deepEqual(toRule(draftOf({ ...error, nth: 5 }, 0)), { ...error, nth: 5, count: 1 })
    assert.deepEqual(toRule(draftOf({ ...error, nth: 1 }, 0)), { ...error, count: 1 })
  })

  test('replaces the rule that it edits, also at another position, and adds it if it is gone', () => {
    const draft = { ...draftOf(error, 1), count: 2 }
    const changed: FaultRule = { ...error, count: 2 }
    assert.deepEqual(withDraft([error, error, delay], draft), [error, changed, delay])
    assert.deepEqual(withDraft([delay, delay, error], draft), [delay, delay, changed])
    assert.deepEqual(withDraft([delay], draft), [delay, changed])
    assert.deepEqual(withDraft([error], { ...emptyRule, retryAfterSec: '' }), [error, error])
  })

  test('is not valid with a value out of range, unless the kind does not use it', () => {
    assert.ok(isDraftValid(emptyRule))
    const wrong = [
      { percent: 0 },
      { percent: 101 },
      { percent: '-' },
      { skip: -1 },
      { count: 0 },
      { retryAfterSec: 3_601 },
    ]
    for (const values of [...wrong, { seed: -1 }, { seed: 1.5 }, { seed: 4_294_967_296 }])
      assert.equal(isDraftValid({ ...emptyRule, ...values }), false, JSON.stringify(values))
    assert.ok(isDraftValid({ ...emptyRule, percent: 1, seed: 0, delayMs: '' }))
    assert.equal(isDraftValid({ ...emptyRule, kind: 'delay', delayMs: '' }), false)
    const rare = draftOf({ ...error, probability: 0.005 }, 0)
    assert.deepEqual([isDraftValid(rare), isDraftValid({ ...rare, percent: 0.4 })], [true, false])
    assert.equal(isDraftValid(draftOf({ ...error, probability: 0 }, 0)), false)
  })
})

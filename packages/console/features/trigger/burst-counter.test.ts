import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { listRecords } from '../inspector/queries/records.ts'
import { BurstCounter } from './burst-counter.ts'

test('the rate of a burst is counted from the first to the last of its requests', async () => {
  const requests = ['00.000', '00.100', '00.500', '01.000', '03.000'].map((second, index) => ({
    kind: 'request',
    traceId: `trace-${index}`,
    eventId: null,
    date: `2026-01-01T00:00:${second}Z`,
    sessionKey: null,
    fault: null,
  }))
  const list = (async () => ({ data: requests, page: { newest: 5, next: null } })) as unknown as typeof listRecords
  const counter = new BurstCounter(list, 0)
  await counter.readNew()
  assert.equal(
    counter.rateOf(new Set(['trace-0', 'trace-1', 'trace-2', 'trace-3'])),
    3,
    'without that of another burst',
  )
  assert.equal(counter.rateOf(new Set(['trace-0'])), null)
})

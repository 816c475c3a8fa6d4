import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { InspectorRecord } from './queries/records.ts'
import { toTraceRows } from './trace-rows.ts'

describe('toTraceRows', () => {
  test('has a request above its events, and each event above its messages', () => {
    const records = newestFirst(['request', 'batch'], ...burst(2), ['request', 'later', 'GET later'])
    assert.deepEqual(describeRows(records), [
      'GET later',
      'batch',
      '  event 0',
      '    frame 0',
      '    frame 0',
      '  event 1',
      '    frame 1',
      '    frame 1',
    ])
  })

  test('has all loaded records of a trace whose request is not loaded, newest first', () => {
    const records = newestFirst(['request', 'batch'], ...burst(30), ['request', 'later', 'GET later']).slice(0, 48)
    const rows = describeRows(records)
    assert.equal(rows.length, 48)
    assert.deepEqual(rows.slice(0, 7), [
      'GET later',
      'event 29',
      '  frame 29',
      '  frame 29',
      'event 28',
      '  frame 28',
      '  frame 28',
    ])
    assert.deepEqual(rows.slice(-5), ['event 15', '  frame 15', '  frame 15', 'frame 14', 'frame 14'])
  })

  test('has messages whose event is not loaded, newest first', () => {
    const records = newestFirst(['request', 'batch'], ...burst(2)).filter(({ kind }) => kind === 'frame')
    assert.deepEqual(describeRows(records), ['frame 1', 'frame 1', 'frame 0', 'frame 0'])
  })

  test('has a request above what it caused also when it was recorded later', () => {
    const records = newestFirst(...burst(1), ['request', 'batch'])
    assert.deepEqual(describeRows(records), ['batch', '  event 0', '    frame 0', '    frame 0'])
  })
})

type Recorded = readonly [kind: InspectorRecord['kind'], traceId: string, name?: string, eventId?: string]

/** Each message is an event that two sessions receive. */
function burst(messages: number): Recorded[] {
  return Array.from({ length: messages }, (_, nth): Recorded[] => [
    ['event', 'batch', `event ${nth}`, `id ${nth}`],
    ['frame', 'batch', `frame ${nth}`, `id ${nth}`],
    ['frame', 'batch', `frame ${nth}`, `id ${nth}`],
  ]).flat()
}

function newestFirst(...recorded: readonly Recorded[]): InspectorRecord[] {
  return recorded
    .map(
      ([kind, traceId, name = traceId, eventId = null], position) =>
        ({ position, kind, traceId, name, eventId, date: '' }) as unknown as InspectorRecord,
    )
    .toReversed()
}

function describeRows(records: readonly InspectorRecord[]): string[] {
  return toTraceRows(records).map(({ record, depth }) => '  '.repeat(depth) + record.name)
}

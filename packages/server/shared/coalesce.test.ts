import assert from 'node:assert/strict'
import { setImmediate as tick } from 'node:timers/promises'
import { describe, test } from 'node:test'
import { runInTrace } from '../infra/observability/trace.ts'
import { coalesce } from './coalesce.ts'

function openCoalesced() {
  const runs: { keys: [string, string | undefined][]; end: PromiseWithResolvers<void> }[] = []
  const request = coalesce<string>((keys) => {
    const end = Promise.withResolvers<void>()
    runs.push({ keys: [...keys], end })
    return end.promise
  })
  return { runs, request, keys: () => runs.map((run) => run.keys.map(([key]) => key)) }
}

describe('coalesce', () => {
  test('calls before a run starts share it', async () => {
    const { keys, request, runs } = openCoalesced()
    const calls = [request(['a', 'b']), request(['b', 'c'])]
    await tick()
    assert.deepEqual(keys(), [['a', 'b', 'c']])
    runs[0]?.end.resolve()
    await Promise.all(calls)
  })

  test('calls during a run share one later run, which starts when that run has ended', async () => {
    const { keys, request, runs } = openCoalesced()
    void request(['a'])
    await tick()
    void request(['a'])
    void request(['b'])
    await tick()
    assert.deepEqual(keys(), [['a']])
    runs[0]?.end.resolve()
    await tick()
    assert.deepEqual(keys(), [['a'], ['a', 'b']])
  })

  test('a failed run rejects its own calls only', async () => {
    const { request, runs } = openCoalesced()
    const failing = request(['a'])
    await tick()
    const succeeding = request(['b'])
    runs[0]?.end.reject(new Error('database unavailable'))
    await assert.rejects(failing, /database unavailable/)
    await tick()
    runs[1]?.end.resolve()
    await succeeding
  })

  test('passes each key with the trace id of the last call that had one', async () => {
    const { request, runs } = openCoalesced()
    runInTrace('request-1', () => void request(['a', 'b']))
    runInTrace('request-2', () => void request(['a']))
    void request(['a', 'c'])
    await tick()
    assert.deepEqual(runs[0]?.keys, [
      ['a', 'request-2'],
      ['b', 'request-1'],
      ['c', undefined],
    ])
  })

  test('runs without keys', async () => {
    const { keys, request, runs } = openCoalesced()
    const call = request()
    await tick()
    assert.deepEqual(keys(), [[]])
    runs[0]?.end.resolve()
    await call
  })
})

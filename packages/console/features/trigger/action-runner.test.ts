import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { ActionRunner, type CallAction } from './action-runner.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

const startsAt = Date.UTC(2026, 6, 18)
const createRunner = (call: CallAction) => new ActionRunner(call, () => startsAt)

describe('ActionRunner', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }))
  afterEach(() => mock.timers.reset())

  test('keeps the results, newest first, with their trace ids and the time of the platform', async () => {
    const runner = createRunner(async (_action, values, onResponse) => {
      onResponse(new Headers({ 'x-request-id': `trace of ${String(values['message'])}` }))
      return values
    })
    await runner.run('chat', { message: 'run {n}' })
    await runner.run('chat', { message: 'run {n}' })
    assert.deepEqual(
      runner.getState().results.map((result) => 'traceId' in result && [result.response, result.traceId, result.at]),
      [
        [{ message: 'run 2' }, 'trace of run 2', '2026-07-18T00:00:00.000Z'],
        [{ message: 'run 1' }, 'trace of run 1', '2026-07-18T00:00:00.000Z'],
      ],
    )
  })

  test('keeps the error of a rejected action', async () => {
    const error = new Error('403')
    const runner = createRunner(() => Promise.reject(error))
    await runner.run('chat', {})
    const [result] = runner.getState().results
    assert.ok(result !== undefined && 'ok' in result && !result.ok)
    assert.equal(result.error, error)
  })

  test('a burst runs at its rate, shows its progress and ends', async () => {
    let calls = 0
    const runner = createRunner(async (_action, _values, onResponse) => {
      onResponse(new Headers({ 'x-request-id': `trace ${(calls += 1)}` }))
    })
    runner.startBurst('chat', { message: 'run {n}' }, { perSecond: 2, seconds: 2 }, 7)
    assert.deepEqual(runner.getState().progress, { done: 1, total: 4 })
    mock.timers.tick(1_000)
    assert.deepEqual(runner.getState().progress, { done: 3, total: 4 })
    mock.timers.tick(5_000)
    await settle()
    assert.equal(runner.getState().progress, null)
    const [result, ...others] = runner.getState().results
    assert.ok(result !== undefined && 'latest' in result)
    assert.deepEqual([result.done, result.rejected, others.length], [4, 0, 0], 'a burst has one result')
    runner.stop()
    assert.equal(runner.getState().results[0], result, 'a burst that has ended is not stopped')
    assert.deepEqual(
      result.latest.map(({ values }) => values.message),
      ['run 4', 'run 3', 'run 2', 'run 1'],
    )
    const traceIds = new Set(['trace 1', 'trace 2', 'trace 3', 'trace 4'])
    assert.deepEqual(runner.getState().burst, {
      action: 'chat',
      values: { message: 'run {n}' },
      perSecond: 2,
      position: 7,
      traceIds,
    })
  })

  test('a stopped burst runs no more actions', async () => {
    const runner = createRunner(async () => null)
    runner.startBurst('chat', {}, { perSecond: 10, seconds: 10 }, 0)
    runner.stop()
    mock.timers.tick(10_000)
    await settle()
    const [result] = runner.getState().results
    assert.ok(result !== undefined && 'done' in result)
    assert.deepEqual([result.done, result.isStopped], [1, true])
    assert.equal(runner.getState().progress, null)
  })
})

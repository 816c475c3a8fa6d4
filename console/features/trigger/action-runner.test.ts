import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { ActionRunner } from './action-runner.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('ActionRunner', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }))
  afterEach(() => mock.timers.reset())

  test('keeps the results, newest first, with their trace ids', async () => {
    const runner = new ActionRunner(async (_action, values, onResponse) => {
      onResponse(new Headers({ 'x-request-id': `trace of ${String(values['message'])}` }))
      return values
    })
    await runner.run('chat', { message: 'run {n}' })
    await runner.run('chat', { message: 'run {n}' })
    assert.deepEqual(
      runner.getState().results.map(({ response, traceId }) => [response, traceId]),
      [
        [{ message: 'run 2' }, 'trace of run 2'],
        [{ message: 'run 1' }, 'trace of run 1'],
      ],
    )
  })

  test('keeps the error of a rejected action', async () => {
    const error = new Error('403')
    const runner = new ActionRunner(() => Promise.reject(error))
    await runner.run('chat', {})
    const [result] = runner.getState().results
    assert.ok(result !== undefined && !result.ok)
    assert.equal(result.error, error)
  })

  test('a burst runs at its rate, shows its progress and ends', async () => {
    let calls = 0
    const runner = new ActionRunner(async (_action, _values, onResponse) => {
      onResponse(new Headers({ 'x-request-id': `trace ${(calls += 1)}` }))
    })
    runner.startBurst('chat', {}, { perSecond: 2, seconds: 2 }, 7)
    assert.deepEqual(runner.getState().progress, { done: 1, total: 4 })
    mock.timers.tick(1_000)
    assert.deepEqual(runner.getState().progress, { done: 3, total: 4 })
    mock.timers.tick(5_000)
    await settle()
    assert.equal(runner.getState().progress, null)
    assert.equal(runner.getState().results.length, 4)
    const traceIds = new Set(['trace 1', 'trace 2', 'trace 3', 'trace 4'])
    assert.deepEqual(runner.getState().burst, { position: 7, traceIds })
  })

  test('a stopped burst runs no more actions', async () => {
    const runner = new ActionRunner(async () => null)
    runner.startBurst('chat', {}, { perSecond: 10, seconds: 10 }, 0)
    runner.stop()
    mock.timers.tick(10_000)
    await settle()
    assert.equal(runner.getState().results.length, 1)
    assert.equal(runner.getState().progress, null)
  })
})

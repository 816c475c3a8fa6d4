import assert from 'node:assert/strict'
import { setImmediate as tick } from 'node:timers/promises'
import { describe, test } from 'node:test'
import { fakeClock } from '../../../tests/support/fake-clock.ts'
import { currentTraceId, runInTrace } from '../infra/observability/trace.ts'
import { repeat, type Repeat } from './repeat.ts'

/** A loop whose runs end when the test resolves or rejects them. */
function startLoop(options: { retryMs?: number } = {}) {
  const clock = fakeClock()
  const runs: PromiseWithResolvers<void>[] = []
  const errors: unknown[] = []
  const loop = repeat(
    () => {
      runs.push(Promise.withResolvers<void>())
      return runs.at(-1)!.promise
    },
    { clock, intervalMs: 1_000, ...options, onError: (error) => errors.push(error) },
  )
  return { clock, runs, errors, loop }
}

describe('repeat', () => {
  test('runs the task after the interval, and again one interval after a run has ended', async () => {
    const { clock, runs } = startLoop()
    clock.advance(999)
    assert.equal(runs.length, 0)
    clock.advance(1)
    assert.equal(runs.length, 1)
    clock.advance(5_000)
    assert.equal(runs.length, 1, 'the first run has not ended')
    runs[0]?.resolve()
    await tick()
    clock.advance(999)
    assert.equal(runs.length, 1)
    clock.advance(1)
    assert.equal(runs.length, 2)
  })

  test('reports a failed run and continues after the retry interval', async () => {
    const { clock, errors, runs } = startLoop({ retryMs: 200 })
    clock.advance(1_000)
    runs[0]?.reject(new Error('database unavailable'))
    await tick()
    assert.deepEqual(errors, [new Error('database unavailable')])
    clock.advance(200)
    assert.equal(runs.length, 2)
    runs[1]?.resolve()
    await tick()
    clock.advance(999)
    assert.equal(runs.length, 2)
    clock.advance(1)
    assert.equal(runs.length, 3)
  })

  test('runNow starts a run immediately when none is active', () => {
    const { loop, runs } = startLoop()
    loop.runNow()
    assert.equal(runs.length, 1)
  })

  test('runNow during a run starts exactly one more run after it', async () => {
    const { clock, loop, runs } = startLoop()
    loop.runNow()
    loop.runNow()
    loop.runNow()
    assert.equal(runs.length, 1)
    runs[0]?.resolve()
    await tick()
    assert.equal(runs.length, 2)
    runs[1]?.resolve()
    await tick()
    assert.equal(runs.length, 2)
    clock.advance(1_000)
    assert.equal(runs.length, 3)
  })

  test('a task that calls runNow is run again without a pause', async () => {
    let count = 0
    const loop: Repeat = repeat(
      async () => {
        if (++count < 3) loop.runNow()
      },
      { clock: fakeClock(), intervalMs: 1_000, onError: assert.ifError },
    )
    loop.runNow()
    await tick()
    assert.equal(count, 3)
  })

  test('runs outside the trace of the request that called runNow', async () => {
    const traceIds: (string | undefined)[] = []
    const loop = repeat(async () => void traceIds.push(currentTraceId()), {
      clock: fakeClock(),
      intervalMs: 1_000,
      onError: assert.ifError,
    })
    runInTrace('request-1', () => loop.runNow())
    await tick()
    assert.deepEqual(traceIds, [undefined])
  })

  test('dispose waits for the current run and starts no other', async () => {
    const { clock, loop, runs } = startLoop()
    loop.runNow()
    loop.runNow()
    let isDisposed = false
    const disposing = loop[Symbol.asyncDispose]().then(() => (isDisposed = true))
    await tick()
    assert.equal(isDisposed, false)
    runs[0]?.resolve()
    await disposing
    loop.runNow()
    clock.advance(10_000)
    assert.equal(runs.length, 1)
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { Refusal } from './refusal.ts'

describe('concurrency limit', () => {
  test('runs two tasks at once, the waiting ones in order, and refuses one more with 503', async () => {
    const limit = new ConcurrencyLimit(2)
    const started: number[] = []
    const tasks = Array.from({ length: 5 }, () => Promise.withResolvers<number>())
    const results = tasks.map(({ promise }, index) =>
      limit.run(() => {
        started.push(index)
        return promise
      }, 3),
    )
    await assert.rejects(
      limit.run(async () => 9, 3),
      (error: unknown) => error instanceof Refusal && error.kind === 'unavailable' && error.retryAfterSec === 1,
    )
    assert.deepEqual(started, [0, 1])
    tasks[1]?.resolve(1)
    await results[1]
    assert.deepEqual(started, [0, 1, 2])
    tasks[0]?.reject(new Error('failed'))
    await assert.rejects(results[0] as Promise<number>, /failed/)
    assert.deepEqual(started, [0, 1, 2, 3])
    for (const [index, { resolve }] of tasks.entries()) resolve(index)
    assert.deepEqual(await Promise.all(results.slice(1)), [1, 2, 3, 4])
    assert.equal(await limit.run(async () => 'free again', 0), 'free again')
  })
})

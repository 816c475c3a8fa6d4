import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FairQueue, type Turn } from './fair-queue.ts'
import { Refusal } from './refusal.ts'

type Lane = 'first' | 'second'

/** A queue whose tasks end when the test ends them. `started` has their names in the order of their starts. */
function openQueue(limits: { maxRunning?: number; maxWaiting?: number; maxRunningPerKey?: number }) {
  const { maxRunning = 1, maxWaiting = 10, ...perKey } = limits
  const queue = new FairQueue<Lane>({ maxRunning, maxWaiting: { first: maxWaiting, second: maxWaiting }, ...perKey })
  const started: string[] = []
  const running = new Map<string, PromiseWithResolvers<string>>()
  const run = (name: string, turn: Partial<Turn<Lane>> = {}) => {
    const task = () => {
      const ended = Promise.withResolvers<string>()
      started.push(name)
      running.set(name, ended)
      return ended.promise
    }
    const result = queue.run(task, { lane: 'first', key: name, ...turn })
    result.catch(() => {})
    return result
  }
  const end = async (name: string) => {
    running.get(name)?.resolve(name)
    await new Promise(setImmediate)
  }
  return { run, end, started, running }
}

const isBusy = (error: unknown) => error instanceof Refusal && error.kind === 'unavailable' && error.retryAfterSec === 1

describe('fair queue', () => {
  test('runs two tasks at once, the waiting ones in order, and refuses one more with 503', async () => {
    const { run, end, started, running } = openQueue({ maxRunning: 2, maxWaiting: 3 })
    const [, failing] = ['a', 'b', 'c', 'd', 'e'].map((name) => run(name))
    await assert.rejects(run('f'), isBusy)
    assert.deepEqual(started, ['a', 'b'])
    await end('a')
    assert.deepEqual(started, ['a', 'b', 'c'])
    running.get('b')?.reject(new Error('failed'))
    await assert.rejects(failing!, /failed/)
    assert.deepEqual(started, ['a', 'b', 'c', 'd'])
    for (const name of ['c', 'd', 'e']) await end(name)
    const last = run('free again')
    await end('free again')
    assert.equal(await last, 'free again')
  })

  test('serves keys in turn', async () => {
    const { run, end, started } = openQueue({})
    for (const name of ['a1', 'a2', 'a3']) void run(name, { key: 'a' })
    void run('b1', { key: 'b' })
    for (const name of ['a1', 'a2', 'b1']) await end(name)
    assert.deepEqual(started, ['a1', 'a2', 'b1', 'a3'])
  })

  test('serves lanes in turn, and one lane that is full keeps out no other', async () => {
    const { run, end, started } = openQueue({ maxWaiting: 2 })
    for (const name of ['a', 'b', 'c']) void run(name)
    await assert.rejects(run('d'), isBusy)
    void run('known', { lane: 'second' })
    for (const name of ['a', 'b', 'known']) await end(name)
    assert.deepEqual(started, ['a', 'b', 'known', 'c'])
  })

  test('a full lane refuses the last task of the key that has the most', async () => {
    const { run, end, started } = openQueue({ maxWaiting: 3 })
    void run('running')
    const flood = ['a1', 'a2', 'a3'].map((name) => run(name, { key: 'a' }))
    void run('b1', { key: 'b' })
    await assert.rejects(flood[2]!, isBusy)
    for (const name of ['running', 'a1', 'b1', 'a2']) await end(name)
    assert.deepEqual(started, ['running', 'a1', 'b1', 'a2'])
  })

  test('runs at most so many tasks of one key', async () => {
    const { run, end, started } = openQueue({ maxRunning: 2, maxRunningPerKey: 1 })
    for (const name of ['a1', 'a2']) void run(name, { key: 'a' })
    void run('b1', { key: 'b' })
    assert.deepEqual(started, ['a1', 'b1'])
    await end('b1')
    assert.deepEqual(started, ['a1', 'b1'])
    await end('a1')
    assert.deepEqual(started, ['a1', 'b1', 'a2'])
  })
})

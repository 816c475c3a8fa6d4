import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Counters } from './counters.ts'

/** The counters of two processes; the same object for the memory counters. */
export type CountersPair = AsyncDisposable & { here: Counters; there: Counters }

const start = Date.UTC(2026, 6, 18, 14, 32, 12)
const minute = 60_000
const day = 24 * 60 * minute

/** The guarantees of all counters. */
export function countersConformance(name: string, open: () => Promise<CountersPair>, options: { skip?: string } = {}) {
  describe(name, options, () => {
    for (const [title, run] of Object.entries(guarantees))
      test(title, async () => {
        await using counters = await open()
        await run(counters)
      })
  })
}

const guarantees: Record<string, (counters: CountersPair) => Promise<void>> = {
  'add returns the count and the end of the window that began with the first increment': async ({ here, there }) => {
    assert.deepEqual(await here.add('k', minute, start), { count: 1, endsAt: start + minute })
    assert.deepEqual(await there.add('k', minute, start + 10), { count: 2, endsAt: start + minute })
    assert.deepEqual(await here.add('k', minute, start + 20, 5), { count: 7, endsAt: start + minute })
  },

  'read returns the count without adding': async ({ here, there }) => {
    assert.equal(await here.read('k', start), 0)
    await here.add('k', minute, start, 3)
    assert.equal(await there.read('k', start), 3)
    assert.equal(await there.read('k', start + minute - 1), 3)
  },

  '50 concurrent increments return each number from 1 to 50 once': async ({ here, there }) => {
    const increments = Array.from({ length: 50 }, async (_, at) =>
      (at % 2 === 0 ? here : there).add('k', minute, start),
    )
    const counts = (await Promise.all(increments)).map(({ count }) => count).sort((a, b) => a - b)
    assert.deepEqual(
      counts,
      Array.from({ length: 50 }, (_, at) => at + 1),
    )
    assert.equal(await here.read('k', start), 50)
  },

  'keys are counted separately': async ({ here }) => {
    await here.add('a', minute, start)
    assert.deepEqual(await here.add('b', minute, start + 1), { count: 1, endsAt: start + 1 + minute })
  },

  'the window expires at its end and the next increment starts a new one': async ({ here }) => {
    await here.add('k', minute, start, 9)
    assert.equal(await here.read('k', start + minute), 0)
    assert.deepEqual(await here.add('k', minute, start + minute), { count: 1, endsAt: start + 2 * minute })
  },

  'moving the clock past the end expires the window': async ({ here }) => {
    await here.add('k', minute, start, 9)
    assert.equal(await here.read('k', start + 91 * day), 0)
    assert.deepEqual(await here.add('k', minute, start + 91 * day), { count: 1, endsAt: start + 91 * day + minute })
  },

  'moving the clock back keeps the count and ends the window at most one window length later': async ({
    here,
    there,
  }) => {
    await here.add('k', minute, start, 9)
    const back = start - day
    assert.deepEqual(await there.add('k', minute, back), { count: 10, endsAt: back + minute })
    assert.equal(await here.read('k', back + minute), 0)
    assert.deepEqual(await here.add('k', minute, start), { count: 1, endsAt: start + minute })
  },

  'read also shortens the window after the clock was moved back': async ({ here }) => {
    await here.add('k', minute, start, 9)
    assert.equal(await here.read('k', start - day), 9)
    assert.equal(await here.read('k', start - day + minute), 0)
  },

  'a window keeps its length when a later increment gives another': async ({ here }) => {
    await here.add('k', minute, start)
    assert.deepEqual(await here.add('k', day, start + 1), { count: 2, endsAt: start + minute })
  },

  'reset deletes the count': async ({ here, there }) => {
    await here.add('k', minute, start, 9)
    await there.reset('k')
    assert.equal(await here.read('k', start), 0)
    assert.deepEqual(await here.add('k', minute, start + 5), { count: 1, endsAt: start + 5 + minute })
    await here.reset('never counted')
  },
}

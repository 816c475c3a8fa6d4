import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Counters } from './counters.ts'

/** Two processes' ends of the same counters; for those of a single process they are the same. */
export type CountersPair = AsyncDisposable & { here: Counters; there: Counters }

const start = Date.UTC(2026, 6, 18, 14, 32, 12)
const minute = 60_000
const day = 24 * 60 * minute

/** What all counters promise. */
export function countersConformance(name: string, open: () => Promise<CountersPair>, options: { skip?: string } = {}) {
  const guarantee = (title: string, run: (counters: CountersPair) => Promise<void>) => {
    test(`${name}: ${title}`, options, async () => {
      await using counters = await open()
      await run(counters)
    })
  }

  guarantee('a count begins with the first increment and says when it ends', async ({ here, there }) => {
    assert.deepEqual(await here.add('k', minute, start), { count: 1, endsAt: start + minute })
    assert.deepEqual(await there.add('k', minute, start + 10), { count: 2, endsAt: start + minute })
    assert.deepEqual(await here.add('k', minute, start + 20, 5), { count: 7, endsAt: start + minute })
  })

  guarantee('reading tells the count without adding', async ({ here, there }) => {
    assert.equal(await here.read('k', start), 0)
    await here.add('k', minute, start, 3)
    assert.equal(await there.read('k', start), 3)
    assert.equal(await there.read('k', start + minute - 1), 3)
  })

  guarantee('fifty racers count exactly fifty, each number once', async ({ here, there }) => {
    const racers = Array.from({ length: 50 }, async (_, at) => (at % 2 === 0 ? here : there).add('k', minute, start))
    const counts = (await Promise.all(racers)).map(({ count }) => count).sort((a, b) => a - b)
    assert.deepEqual(
      counts,
      Array.from({ length: 50 }, (_, at) => at + 1),
    )
    assert.equal(await here.read('k', start), 50)
  })

  guarantee('keys do not know of each other', async ({ here }) => {
    await here.add('a', minute, start)
    assert.deepEqual(await here.add('b', minute, start + 1), { count: 1, endsAt: start + 1 + minute })
  })

  guarantee('the window is over at its end, and the next increment begins a new one', async ({ here }) => {
    await here.add('k', minute, start, 9)
    assert.equal(await here.read('k', start + minute), 0)
    assert.deepEqual(await here.add('k', minute, start + minute), { count: 1, endsAt: start + 2 * minute })
  })

  guarantee('a clock moved far ahead ends the window', async ({ here }) => {
    await here.add('k', minute, start, 9)
    assert.equal(await here.read('k', start + 91 * day), 0)
    assert.deepEqual(await here.add('k', minute, start + 91 * day), { count: 1, endsAt: start + 91 * day + minute })
  })

  guarantee('a clock moved back keeps the count and waits for one whole window at most', async ({ here, there }) => {
    await here.add('k', minute, start, 9)
    const back = start - day
    assert.deepEqual(await there.add('k', minute, back), { count: 10, endsAt: back + minute })
    assert.equal(await here.read('k', back + minute), 0)
    assert.deepEqual(await here.add('k', minute, start), { count: 1, endsAt: start + minute })
  })

  guarantee('reading alone after the clock moved back brings the end nearer as well', async ({ here }) => {
    await here.add('k', minute, start, 9)
    assert.equal(await here.read('k', start - day), 9)
    assert.equal(await here.read('k', start - day + minute), 0)
  })

  guarantee('a window that is asked for with another length keeps the length it began with', async ({ here }) => {
    await here.add('k', minute, start)
    assert.deepEqual(await here.add('k', day, start + 1), { count: 2, endsAt: start + minute })
  })

  guarantee('a forgotten key starts anew', async ({ here, there }) => {
    await here.add('k', minute, start, 9)
    await there.reset('k')
    assert.equal(await here.read('k', start), 0)
    assert.deepEqual(await here.add('k', minute, start + 5), { count: 1, endsAt: start + 5 + minute })
    await here.reset('never counted')
  })
}

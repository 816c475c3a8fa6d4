import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { counterKind, type Counters } from '@onair/server/infra/counters/counters.ts'

/** The counters of two processes; the same object for the memory counters. */
export type CountersPair = AsyncDisposable & { here: Counters; there: Counters }

const start = Date.UTC(2026, 6, 18, 14, 32, 12)
const minute = 60_000
const day = 24 * 60 * minute
const uses = counterKind('uses', minute)

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
  'add returns the count and the end of the window that began with the first use': async ({ here, there }) => {
    assert.deepEqual(await here.add(uses, 'k', start), { count: 1, endsAt: start + minute, isRefused: false })
    assert.deepEqual(await there.add(uses, 'k', start + 10), { count: 2, endsAt: start + minute, isRefused: false })
  },

  'add refuses a use beyond the limit and counts nothing': async ({ here, there }) => {
    for (let count = 1; count <= 3; count++) assert.equal((await here.add(uses, 'k', start, 3)).isRefused, false)
    const refused = { count: 3, endsAt: start + minute, isRefused: true }
    assert.deepEqual(await there.add(uses, 'k', start + 10, 3), refused)
    assert.deepEqual(await here.add(uses, 'k', start + 20, 2), refused)
    assert.equal((await here.read(uses, 'k', start + 20)).count, 3)
    assert.deepEqual(await here.add(uses, 'k', start + 20, 4), { count: 4, endsAt: start + minute, isRefused: false })
  },

  'read returns the count and the end of the window without adding': async ({ here, there }) => {
    assert.deepEqual(await here.read(uses, 'k', start), { count: 0, endsAt: start + minute })
    await addTimes(here, 'k', start, 3)
    assert.equal((await there.read(uses, 'k', start)).count, 3)
    assert.deepEqual(await there.read(uses, 'k', start + minute - 1), { count: 3, endsAt: start + minute })
  },

  'subtract takes a use back, and counts never fall below zero': async ({ here, there }) => {
    await addTimes(here, 'k', start, 2)
    await there.subtract(uses, 'k', start + 1)
    assert.deepEqual(await here.add(uses, 'k', start + 2), { count: 2, endsAt: start + minute, isRefused: false })
    for (let times = 0; times < 5; times++) await there.subtract(uses, 'k', start + 3)
    assert.equal((await here.read(uses, 'k', start + 3)).count, 0)
    await here.subtract(uses, 'never counted', start)
    assert.equal((await here.read(uses, 'never counted', start)).count, 0)
  },

  '50 concurrent uses return each number up to the limit once': async ({ here, there }) => {
    const results = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => (at % 2 === 0 ? here : there).add(uses, 'k', start, 40)),
    )
    const counts = results.filter(({ isRefused }) => !isRefused).map(({ count }) => count)
    assert.deepEqual(
      counts.sort((a, b) => a - b),
      Array.from({ length: 40 }, (_, at) => at + 1),
    )
    assert.equal((await here.read(uses, 'k', start)).count, 40)
  },

  'keys and kinds are counted separately': async ({ here }) => {
    await here.add(uses, 'a', start)
    assert.equal((await here.add(uses, 'b', start + 1)).endsAt, start + 1 + minute)
    assert.deepEqual(await here.add(counterKind('others', day), 'a', start + 2), {
      count: 1,
      endsAt: start + 2 + day,
      isRefused: false,
    })
  },

  'the window expires at its end and the next use starts a new one': async ({ here }) => {
    await addTimes(here, 'k', start, 9)
    assert.equal((await here.read(uses, 'k', start + minute)).count, 0)
    assert.deepEqual(await here.add(uses, 'k', start + minute, 9), {
      count: 1,
      endsAt: start + 2 * minute,
      isRefused: false,
    })
  },

  'moving the clock past the end expires the window': async ({ here }) => {
    await addTimes(here, 'k', start, 9)
    assert.equal((await here.read(uses, 'k', start + 91 * day)).count, 0)
    assert.equal((await here.add(uses, 'k', start + 91 * day)).count, 1)
  },

  'moving the clock back keeps the count and ends the window at most one window length later': async ({
    here,
    there,
  }) => {
    await addTimes(here, 'k', start, 9)
    const back = start - day
    assert.deepEqual(await there.add(uses, 'k', back), { count: 10, endsAt: back + minute, isRefused: false })
    assert.equal((await here.read(uses, 'k', back + minute)).count, 0)
    assert.equal((await here.add(uses, 'k', start)).count, 1)
  },

  'read also shortens the window after the clock was moved back': async ({ here }) => {
    await addTimes(here, 'k', start, 9)
    assert.equal((await here.read(uses, 'k', start - day)).count, 9)
    assert.equal((await here.read(uses, 'k', start - day + minute)).count, 0)
  },

  'reset deletes the count': async ({ here, there }) => {
    await addTimes(here, 'k', start, 9)
    await there.reset(uses, 'k')
    assert.equal((await here.read(uses, 'k', start)).count, 0)
    assert.equal((await here.add(uses, 'k', start + 5)).endsAt, start + 5 + minute)
    await here.reset(uses, 'never counted')
  },

  'a kind holds at most its number of keys and evicts the window that began first': async ({ here, there }) => {
    const few = counterKind('few', minute, 100)
    for (let at = 0; at < 250; at++) await (at % 2 === 0 ? here : there).add(few, `key ${at}`, start + at)
    await here.add(uses, 'other kind', start)
    const windows = await Promise.all(Array.from({ length: 250 }, (_, at) => there.read(few, `key ${at}`, start + 250)))
    assert.deepEqual(
      windows.map(({ count }) => count),
      [...Array<number>(150).fill(0), ...Array<number>(100).fill(1)],
    )
    assert.equal((await here.read(uses, 'other kind', start)).count, 1)
  },

  'a window that was reset or has expired is not evicted in place of an older one': async ({ here }) => {
    const few = counterKind('few', minute, 3)
    for (const key of ['a', 'b', 'c']) await here.add(few, key, start)
    await here.reset(few, 'a')
    await here.add(few, 'a', start + 1)
    await here.add(few, 'd', start + 2)
    const windows = await Promise.all(['a', 'b', 'c', 'd'].map((key) => here.read(few, key, start + 3)))
    assert.deepEqual(
      windows.map(({ count }) => count),
      [1, 0, 1, 1],
    )
  },
}

async function addTimes(counters: Counters, key: string, now: number, times: number) {
  for (let count = 0; count < times; count++) await counters.add(uses, key, now)
}

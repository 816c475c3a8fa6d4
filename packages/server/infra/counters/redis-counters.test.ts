import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../tests/support/eventually.ts'
import { memoryLog } from '../../../../tests/support/apps/memory-log.ts'
import { startPrivateRedis, findTestRedis } from '../../../../tests/support/programs/redis.ts'
import { fakeClock } from '../../../../tests/support/fake-clock.ts'
import { silentLog } from '../observability/log.ts'
import { closeRedis, openRedis } from '../redis/redis.ts'
import { countersConformance } from '../../../../tests/support/conformance/counters.ts'
import { counterKind } from './counters.ts'
import { redisCounters } from './redis-counters.ts'

const redis = await findTestRedis()
const skip = 'missing' in redis ? { skip: redis.missing } : {}
let openCount = 0
const uses = counterKind('uses', 10_000)
const calls = counterKind('calls', 10_000, 100, 100)

async function openPair(url: string) {
  const clock = fakeClock()
  const options = { url, prefix: 'p:', log: silentLog, clock }
  const [here, there] = [await redisCounters(options), await redisCounters(options)]
  const client = await openRedis('client', options)
  return {
    clock,
    here,
    there,
    client,
    async [Symbol.asyncDispose]() {
      for (const counters of [here, there]) await counters[Symbol.asyncDispose]()
      await closeRedis(client)
    },
  }
}

countersConformance(
  'redis counters',
  async () => {
    assert('url' in redis)
    const options = { ...redis, prefix: `${redis.prefix}${openCount++}:`, log: silentLog }
    const [here, there] = [await redisCounters(options), await redisCounters(options)]
    return {
      here,
      there,
      async [Symbol.asyncDispose]() {
        await here[Symbol.asyncDispose]()
        await there[Symbol.asyncDispose]()
      },
    }
  },
  skip,
)

describe('redis counters', () => {
  test('set a TTL that outlives every window of the kind by a minute', skip, async () => {
    assert('url' in redis)
    const options = { ...redis, prefix: `${redis.prefix}ttl:`, log: silentLog }
    await using counters = await redisCounters(options)
    for (let at = 0; at < 3; at++) await counters.add(uses, `key ${at}`, 5)
    const client = await openRedis('client', options)
    const keys = await client.keys(`${options.prefix}*`)
    const ttls = await Promise.all(keys.map((key) => client.pttl(key)))
    await closeRedis(client)
    assert.equal(keys.length, 2, 'two keys for each kind, however many are counted')
    for (const ttlMs of ttls) assert.ok(ttlMs > 10_000 && ttlMs <= 70_000, `the TTL is ${ttlMs} ms`)
  })

  test('store no more than the keys of a kind', skip, async () => {
    assert('url' in redis)
    const options = { ...redis, prefix: `${redis.prefix}bound:`, log: silentLog }
    await using counters = await redisCounters(options)
    const few = counterKind('few', 10_000, 50)
    await Promise.all(Array.from({ length: 500 }, async (_, at) => counters.add(few, `key ${at}`, at)))
    const client = await openRedis('client', options)
    const sizes = [
      await client.hlen(`${options.prefix}{count/few}`),
      await client.zcard(`${options.prefix}{count/few}/ends`),
    ]
    await closeRedis(client)
    assert.deepEqual(sizes, [50, 50])
  })

  test('count busy keys in portions: 2,000 uses by two processes take few commands, and no use beyond the limit is granted', async (t) => {
    const own = await startPrivateRedis()
    if ('missing' in own) return t.skip(own.missing)
    await using _ = own
    const { clock, here, there, client, [Symbol.asyncDispose]: close } = await openPair(own.url)
    try {
      const counts: number[] = []
      let refused = 0
      for (let at = 0; at < 2_000; at++) {
        const counted = await (at % 3 === 0 ? here : there).add(calls, 'app', 0, 1_500)
        if (counted.isRefused) refused += 1
        else counts.push(counted.count)
      }
      assert.equal(new Set(counts).size, counts.length, 'no use is counted twice')
      assert.ok(Math.max(...counts) <= 1_500)
      assert.ok(counts.length >= 1_350, `${counts.length} of 1,500 were granted before the unused portions returned`)
      const commands = Number(/^cmdstat_evalsha:calls=(\d+)/m.exec(await client.info('commandstats'))?.[1])
      assert.ok(
        commands < refused + 150,
        `${commands} commands for ${counts.length} granted and ${refused} refused uses`,
      )

      clock.advance(1_000)
      await eventually(async () => (await here.read(calls, 'app', 0)).count === counts.length)
      const rest = await Promise.all(
        Array.from({ length: 300 }, async (_, at) => (at % 2 === 0 ? here : there).add(calls, 'app', 0, 1_500)),
      )
      assert.equal(counts.length + rest.filter(({ isRefused }) => !isRefused).length, 1_500)
    } finally {
      await close()
    }
  })

  test('return the unused portion at the end; that of a killed process counts until the window ends', async (t) => {
    const own = await startPrivateRedis()
    if ('missing' in own) return t.skip(own.missing)
    await using _ = own
    const { here, there, [Symbol.asyncDispose]: close } = await openPair(own.url)
    try {
      for (const counters of [here, there]) for (let at = 0; at < 30; at++) await counters.add(calls, 'app', 0, 10_000)
      await here[Symbol.asyncDispose]()
      const reader = await redisCounters({ url: own.url, prefix: 'p:', log: silentLog })
      const { count } = await reader.read(calls, 'app', 0)
      assert.ok(count > 60 && count <= 160, `${count} uses are counted: 60, and the portion of the killed process`)
      assert.equal((await reader.read(calls, 'app', calls.windowMs)).count, 0)
      await reader[Symbol.asyncDispose]()
    } finally {
      await close()
    }
  })

  test('reject while Redis is stopped and continue when it is back', async (t) => {
    const own = await startPrivateRedis()
    if ('missing' in own) return t.skip(own.missing)
    await using _ = own
    const log = memoryLog()
    await using counters = await redisCounters({ url: own.url, prefix: 'p:', log })
    await own.kill()
    await assert.rejects(async () => counters.add(uses, 'k', 0), /Redis command failed/)
    const reconnected = log.waitFor('redis.reconnected')
    await own.start()
    await reconnected
    assert.deepEqual(await counters.add(uses, 'k', 0), { count: 1, endsAt: 10_000, isRefused: false })
  })
})

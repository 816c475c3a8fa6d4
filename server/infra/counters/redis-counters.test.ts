import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { memoryLog } from '../../test/memory-log.ts'
import { startPrivateRedis, findTestRedis } from '../../test/redis.ts'
import { silentLog } from '../log.ts'
import { closeRedis, openRedis } from '../redis.ts'
import { countersConformance } from './counters.conformance.ts'
import { counterKind } from './counters.ts'
import { redisCounters } from './redis-counters.ts'

const redis = await findTestRedis()
const skip = 'missing' in redis ? { skip: redis.missing } : {}
let openCount = 0
const uses = counterKind('uses', 10_000)

countersConformance(
  'redis counters',
  async () => {
    assert('url' in redis)
    const options = { url: redis.url, prefix: `${redis.prefix}${openCount++}:`, log: silentLog }
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
    const options = { url: redis.url, prefix: `${redis.prefix}ttl:`, log: silentLog }
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
    const options = { url: redis.url, prefix: `${redis.prefix}bound:`, log: silentLog }
    await using counters = await redisCounters(options)
    const few = counterKind('few', 10_000, 50)
    await Promise.all(Array.from({ length: 500 }, (_, at) => counters.add(few, `key ${at}`, at)))
    const client = await openRedis('client', options)
    const sizes = [
      await client.hlen(`${options.prefix}{count/few}`),
      await client.zcard(`${options.prefix}{count/few}/ends`),
    ]
    await closeRedis(client)
    assert.deepEqual(sizes, [50, 50])
  })

  test('reject while Redis is stopped and continue when it is back', async (t) => {
    const own = await startPrivateRedis()
    if ('missing' in own) return t.skip(own.missing)
    await using _ = own
    const log = memoryLog()
    await using counters = await redisCounters({ url: own.url, prefix: 'p:', log })
    await own.kill()
    await assert.rejects(counters.add(uses, 'k', 0), /Redis command failed/)
    const reconnected = log.waitFor('redis.reconnected')
    await own.start()
    await reconnected
    assert.deepEqual(await counters.add(uses, 'k', 0), { count: 1, endsAt: 10_000, isRefused: false })
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { memoryLog } from '../../test/memory-log.ts'
import { startPrivateRedis, findTestRedis } from '../../test/redis.ts'
import { silentLog } from '../log.ts'
import { closeRedis, openRedis } from '../redis.ts'
import { countersConformance } from './counters.conformance.ts'
import { redisCounters } from './redis-counters.ts'

const redis = await findTestRedis()
const skip = 'missing' in redis ? { skip: redis.missing } : {}
let openCount = 0

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
  test('set a TTL that outlives the window by up to a minute', skip, async () => {
    assert('url' in redis)
    const options = { url: redis.url, prefix: `${redis.prefix}ttl:`, log: silentLog }
    await using counters = await redisCounters(options)
    await counters.add('k', 10_000, 5)
    const client = await openRedis('client', options)
    const ttlMs = await client.pttl(`${options.prefix}k`)
    await closeRedis(client)
    assert.ok(ttlMs > 10_000 && ttlMs <= 70_000, `the TTL is ${ttlMs} ms`)
  })

  test('reject while Redis is stopped and continue when it is back', async (t) => {
    const own = await startPrivateRedis()
    if ('missing' in own) return t.skip(own.missing)
    await using _ = own
    const log = memoryLog()
    await using counters = await redisCounters({ url: own.url, prefix: 'p:', log })
    await own.kill()
    await assert.rejects(counters.add('k', 1000, 0), /Redis command failed/)
    const reconnected = log.waitFor('redis.reconnected')
    await own.start()
    await reconnected
    assert.deepEqual(await counters.add('k', 1000, 0), { count: 1, endsAt: 1000 })
  })
})

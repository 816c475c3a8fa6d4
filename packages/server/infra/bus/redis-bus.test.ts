import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { eventually } from '../../../../tests/support/eventually.ts'
import { memoryLog } from '../../../../tests/support/apps/memory-log.ts'
import {
  type PrivateRedis,
  startPrivateRedis,
  findTestRedis,
  valkeyServer,
} from '../../../../tests/support/programs/redis.ts'
import { silentLog } from '../observability/log.ts'
import { closeRedis, openRedis } from '../redis/redis.ts'
import { busConformance, messageCollector } from '../../../../tests/support/conformance/bus.ts'
import type { Bus } from './bus.ts'
import { redisBus } from './redis-bus.ts'

const redis = await findTestRedis()
const skip = 'missing' in redis ? { skip: redis.missing } : {}
let openCount = 0

busConformance(
  'redis bus',
  async () => {
    assert('url' in redis)
    const log = memoryLog()
    const options = { ...redis, prefix: `${redis.prefix}${openCount++}:`, log }
    const [here, there] = [await redisBus(options), await redisBus(options)]
    return {
      here,
      there,
      logged: () => log.lines.map((line) => line.text),
      async [Symbol.asyncDispose]() {
        await here[Symbol.asyncDispose]()
        await there[Symbol.asyncDispose]()
      },
    }
  },
  skip,
)

const valkey = await startPrivateRedis(undefined, valkeyServer)
after(() => ('url' in valkey ? valkey[Symbol.asyncDispose]() : undefined))
busConformance(
  'bus on Valkey',
  async () => {
    assert('url' in valkey)
    const log = memoryLog()
    const options = { url: valkey.url, prefix: `${openCount++}:`, log }
    const [here, there] = [await redisBus(options), await redisBus(options)]
    return {
      here,
      there,
      logged: () => log.lines.map((line) => line.text),
      async [Symbol.asyncDispose]() {
        await here[Symbol.asyncDispose]()
        await there[Symbol.asyncDispose]()
      },
    }
  },
  'missing' in valkey ? { skip: valkey.missing } : {},
)

describe('redis bus', () => {
  describe('when Redis stops', () => {
    testWithPrivateRedis('reports its health and subscribes to every topic again', async (own) => {
      await using bus = await redisBus({ url: own.url, prefix: 'p:', log: silentLog })
      const waitForHealth = watchHealth(bus)
      const collectors = Array.from({ length: 1200 }, messageCollector)
      await Promise.all(collectors.map((each, at) => bus.subscribe(`topic/${at}`, each.handler)))

      for (const round of ['first', 'second']) {
        await own.kill()
        await waitForHealth(false)
        await own.start()
        await waitForHealth(true)
        for (let at = 0; at < collectors.length; at++) await bus.publish(`topic/${at}`, round)
        for (const each of collectors) assert.equal((await each.waitForCount(round === 'first' ? 1 : 2)).at(-1), round)
      }
    })

    testWithPrivateRedis('rejects publish and subscribe and sends nothing later', async (own) => {
      await using bus = await redisBus({ url: own.url, prefix: 'p:', log: silentLog, deadlineMs: 1_000 })
      const waitForHealth = watchHealth(bus)
      const [before, during] = [messageCollector(), messageCollector()]
      await using _ = await bus.subscribe('news', before.handler)
      await own.kill()
      await waitForHealth(false)
      await assert.rejects(bus.publish('news', 'lost'), /Redis command failed/)
      await assert.rejects(bus.subscribe('other', during.handler), /Redis command failed/)

      await own.start()
      await waitForHealth(true)
      await bus.publish('other', 'without a subscriber')
      await bus.publish('news', 'received')
      assert.deepEqual(await before.waitForCount(1), ['received'])
      assert.deepEqual(during.messages, [])
    })

    testWithPrivateRedis('completes a subscribe call when Redis returns before the deadline', async (own) => {
      await using bus = await redisBus({ url: own.url, prefix: 'p:', log: silentLog, deadlineMs: 30_000 })
      const waitForHealth = watchHealth(bus)
      await own.kill()
      await waitForHealth(false)
      const received = messageCollector()
      const subscribing = bus.subscribe('news', received.handler)
      await own.start()
      await using _ = await subscribing
      await waitForHealth(true)
      await bus.publish('news', 'hello')
      assert.deepEqual(await received.waitForCount(1), ['hello'])
    })

    testWithPrivateRedis('closes without waiting', async (own) => {
      const bus = await redisBus({ url: own.url, prefix: 'p:', log: silentLog })
      const waitForHealth = watchHealth(bus)
      await own.kill()
      await waitForHealth(false)
      await bus[Symbol.asyncDispose]()
    })
  })

  describe('when Redis does not respond', () => {
    testWithPrivateRedis('rejects pending commands and reports that it is unhealthy', async (own) => {
      await using bus = await redisBus({ url: own.url, prefix: 'p:', log: silentLog, deadlineMs: 1_000 })
      const waitForHealth = watchHealth(bus)
      const received = messageCollector()
      await using _ = await bus.subscribe('news', received.handler)
      own.freeze()
      await assert.rejects(bus.publish('news', 'lost'), /Redis command failed/)
      await waitForHealth(false)
      own.thaw()
      await waitForHealth(true)
      await bus.publish('news', 'back')
      // The rejected message was already sent and may have been delivered.
      await received.waitFor('back')
    })

    testWithPrivateRedis('closes at the deadline', async (own) => {
      const bus = await redisBus({ url: own.url, prefix: 'p:', log: silentLog, deadlineMs: 1_000 })
      own.freeze()
      await bus[Symbol.asyncDispose]()
    })
  })

  test('fails to open when Redis is not running', async () => {
    await assert.rejects(
      redisBus({ url: '/nowhere/redis.sock', prefix: 'p:', log: silentLog }),
      /Cannot connect to Redis/,
    )
  })

  test('shares one Redis subscription per topic and ends it with the last subscriber', skip, async () => {
    assert('url' in redis)
    const options = { ...redis, prefix: `${redis.prefix}shared:`, log: silentLog }
    await using bus = await redisBus(options)
    const client = await openRedis('client', options)
    const countSubscriptions = async () => (await client.pubsub('NUMSUB', `${options.prefix}news`))[1]
    const subscriptions = await Promise.all([1, 2, 3].map(() => bus.subscribe('news', () => {})))
    assert.equal(await countSubscriptions(), 1)
    for (const each of subscriptions) await each[Symbol.asyncDispose]()
    assert.equal(await countSubscriptions(), 0)
    await closeRedis(client)
  })

  test('logs a message that is not JSON and continues', skip, async () => {
    assert('url' in redis)
    const log = memoryLog()
    const options = { ...redis, prefix: `${redis.prefix}odd:`, log }
    await using bus = await redisBus(options)
    const client = await openRedis('client', options)
    const received = messageCollector()
    await using _ = await bus.subscribe('news', received.handler)
    await client.publish(`${options.prefix}news`, '{')
    await bus.publish('news', 'fine')
    assert.deepEqual(await received.waitForCount(1), ['fine'])
    assert.deepEqual(
      log.lines.map((line) => line.text),
      ['bus.decode_failed'],
    )
    await closeRedis(client)
  })
})

/** Runs a test with a Redis server that it may stop and freeze. */
function testWithPrivateRedis(title: string, run: (own: PrivateRedis) => Promise<void>) {
  test(title, async (t) => {
    const own = await startPrivateRedis()
    if ('missing' in own) return t.skip(own.missing)
    await using _ = own
    await run(own)
  })
}

/** Waits for the next report of this state that no earlier wait has consumed. */
function watchHealth(bus: Bus) {
  const reports: boolean[] = []
  bus.onHealthChange((isHealthy) => void reports.push(isHealthy))
  return (expected: boolean) => eventually(() => reports.shift() === expected)
}

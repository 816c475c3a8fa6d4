import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { memoryLog } from '../../test/memory-log.ts'
import { type PrivateRedis, startPrivateRedis, findTestRedis } from '../../test/redis.ts'
import { silentLog } from '../log.ts'
import { closeRedis, openRedis } from '../redis.ts'
import { busConformance, messageCollector } from './bus.conformance.ts'
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
    const options = { url: redis.url, prefix: `${redis.prefix}${openCount++}:`, log }
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

/** A test that may do to Redis what it likes. */
function testWithPrivateRedis(sentence: string, run: (ownRedis: PrivateRedis) => Promise<void>) {
  test(`redis bus: ${sentence}`, async (t) => {
    const own = await startPrivateRedis()
    if ('missing' in own) return t.skip(own.missing)
    await using _ = own
    await run(own)
  })
}

function watchHealth(bus: Bus) {
  const emitter = new EventEmitter()
  bus.onHealthChange((isHealthy) => emitter.emit(isHealthy ? 'whole' : 'broken'))
  return (state: 'whole' | 'broken') => once(emitter, state)
}

testWithPrivateRedis('tells when Redis is gone and when it is back, and then hears every topic again', async (own) => {
  await using bus = await redisBus({ url: own.url, prefix: 'p:', log: silentLog })
  const healthReports = watchHealth(bus)
  const listeners = Array.from({ length: 1200 }, messageCollector)
  await Promise.all(listeners.map((each, at) => bus.subscribe(`topic/${at}`, each.handler)))

  for (const round of ['first', 'second']) {
    const broken = healthReports('broken')
    await own.kill()
    await broken
    const whole = healthReports('whole')
    await own.start()
    await whole
    for (let at = 0; at < listeners.length; at++) await bus.publish(`topic/${at}`, round)
    for (const each of listeners) assert.equal((await each.next(round === 'first' ? 1 : 2)).at(-1), round)
  }
})

testWithPrivateRedis('while Redis is gone publishing and listening are refused, not kept for later', async (own) => {
  await using bus = await redisBus({ url: own.url, prefix: 'p:', log: silentLog, deadlineMs: 200 })
  const healthReports = watchHealth(bus)
  const [before, during] = [messageCollector(), messageCollector()]
  await using _ = await bus.subscribe('news', before.handler)
  const broken = healthReports('broken')
  await own.kill()
  await broken
  await assert.rejects(bus.publish('news', 'lost'), /Redis did not take it/)
  await assert.rejects(bus.subscribe('other', during.handler), /Redis did not take it/)

  const whole = healthReports('whole')
  await own.start()
  await whole
  await bus.publish('other', 'unheard')
  await bus.publish('news', 'heard')
  assert.deepEqual(await before.next(1), ['heard'])
  assert.deepEqual(during.heard, [])
})

testWithPrivateRedis('a listener that comes while Redis is gone hears when it is back in time', async (own) => {
  await using bus = await redisBus({ url: own.url, prefix: 'p:', log: silentLog, deadlineMs: 30_000 })
  const healthReports = watchHealth(bus)
  const broken = healthReports('broken')
  await own.kill()
  await broken
  const heard = messageCollector()
  const whole = healthReports('whole')
  const listening = bus.subscribe('news', heard.handler)
  await own.start()
  await using _ = await listening
  await whole
  await bus.publish('news', 'hello')
  assert.deepEqual(await heard.next(1), ['hello'])
})

testWithPrivateRedis('a Redis that hangs counts as gone, and refuses what was asked of it', async (own) => {
  await using bus = await redisBus({ url: own.url, prefix: 'p:', log: silentLog, deadlineMs: 200 })
  const healthReports = watchHealth(bus)
  const heard = messageCollector()
  await using _ = await bus.subscribe('news', heard.handler)
  const broken = healthReports('broken')
  own.freeze()
  await assert.rejects(bus.publish('news', 'lost'), /Redis did not take it/)
  await broken
  const whole = healthReports('whole')
  own.thaw()
  await whole
  await bus.publish('news', 'back')
  // The refused message was on its way already, and may have been taken all the same.
  await heard.until('back')
})

testWithPrivateRedis('closing does not wait for a Redis that hangs longer than the deadline', async (own) => {
  const bus = await redisBus({ url: own.url, prefix: 'p:', log: silentLog, deadlineMs: 200 })
  own.freeze()
  await bus[Symbol.asyncDispose]()
})

testWithPrivateRedis('closing does not wait for a Redis that is gone', async (own) => {
  const bus = await redisBus({ url: own.url, prefix: 'p:', log: silentLog })
  const healthReports = watchHealth(bus)
  const broken = healthReports('broken')
  await own.kill()
  await broken
  await bus[Symbol.asyncDispose]()
})

test('redis bus: a Redis that is not there is said so at once', async () => {
  await assert.rejects(redisBus({ url: '/nowhere/redis.sock', prefix: 'p:', log: silentLog }), /Redis does not answer/)
})

test('redis bus: the listeners of a topic share one subscription, which ends with the last of them', skip, async () => {
  assert('url' in redis)
  const options = { url: redis.url, prefix: `${redis.prefix}shared:`, log: silentLog }
  await using bus = await redisBus(options)
  const look = await openRedis('look', options)
  const countSubscriptions = async () => (await look.pubsub('NUMSUB', `${options.prefix}news`))[1]
  const listening = await Promise.all([1, 2, 3].map(() => bus.subscribe('news', () => {})))
  assert.equal(await countSubscriptions(), 1)
  for (const each of listening) await each[Symbol.asyncDispose]()
  assert.equal(await countSubscriptions(), 0)
  await closeRedis(look)
})

test('redis bus: what is no JSON is logged and the listening goes on', skip, async () => {
  assert('url' in redis)
  const log = memoryLog()
  const options = { url: redis.url, prefix: `${redis.prefix}odd:`, log }
  await using bus = await redisBus(options)
  const stranger = await openRedis('stranger', options)
  const heard = messageCollector()
  await using _ = await bus.subscribe('news', heard.handler)
  await stranger.publish(`${options.prefix}news`, '{')
  await bus.publish('news', 'fine')
  assert.deepEqual(await heard.next(1), ['fine'])
  assert.deepEqual(
    log.lines.map((line) => line.text),
    ['bus.decode_failed'],
  )
  await closeRedis(stranger)
})

import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { memoryLog } from '../support/apps/memory-log.ts'
import {
  openNodeClient,
  redisServer,
  startPrivateRedisCluster,
  valkeyServer,
  type PrivateRedisCluster,
} from '../support/programs/redis.ts'
import { counterKind } from '@onair/server/infra/counters/counters.ts'
import { countersConformance } from '../support/conformance/counters.ts'
import { redisCounters } from '@onair/server/infra/counters/redis-counters.ts'
import { hashSlot } from '@onair/server/infra/redis/hash-slot.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { closeRedis } from '@onair/server/infra/redis/redis.ts'
import { busConformance, messageCollector } from '../support/conformance/bus.ts'
import { redisBus } from '@onair/server/infra/bus/redis-bus.ts'
import { redisClusterBus } from '@onair/server/infra/bus/redis-cluster-bus.ts'

for (const [name, command] of [
  ['Redis', redisServer],
  ['Valkey', valkeyServer],
] as const) {
  const cluster = await startPrivateRedisCluster(command)
  const skip = 'missing' in cluster ? { skip: cluster.missing } : {}
  const options = (prefix: string) => {
    const { url, deadlineMs } = cluster as PrivateRedisCluster
    return { url, deadlineMs, prefix, cluster: true }
  }
  let openCount = 0

  busConformance(
    `bus on a cluster of three nodes of ${name}`,
    async () => {
      const log = memoryLog()
      const own = { ...options(`p${openCount++}:`), log }
      const [here, there] = [await redisClusterBus(own), await redisClusterBus(own)]
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

  countersConformance(
    `counters on a cluster of three nodes of ${name}`,
    async () => {
      const own = { ...options(`p${openCount++}:`), log: silentLog }
      const [here, there] = [await redisCounters(own), await redisCounters(own)]
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

  describe(`a cluster of three nodes of ${name}`, skip, () => {
    if ('missing' in cluster) return
    after(() => cluster[Symbol.asyncDispose]())

    test('each topic is subscribed at the node of its hash slot', async () => {
      await using bus = await redisClusterBus({ ...options('slots:'), log: silentLog })
      const topics = Array.from({ length: 60 }, (_, at) => `topic/${at}`)
      await Promise.all(topics.map((topic) => bus.subscribe(topic, () => {})))
      const counts = await Promise.all(
        cluster.nodes.map(async ({ port }) => {
          const client = await openNodeClient(port)
          const channels = (await client.call('PUBSUB', 'SHARDCHANNELS', 'slots:*')) as string[]
          for (const channel of channels) assert.equal(await client.cluster('KEYSLOT', channel), hashSlot(channel))
          assert.equal(await client.cluster('KEYSLOT', 'a{tag}b'), hashSlot('a{tag}b'))
          await closeRedis(client)
          return channels.length
        }),
      )
      assert.equal(
        counts.reduce((sum, count) => sum + count),
        60,
      )
      for (const count of counts) assert.ok(count > 5, `${counts.join(', ')} topics at the nodes`)
    })

    test('without ONAIR_REDIS_CLUSTER the bus refuses to open', async () => {
      const url = `redis://127.0.0.1:${cluster.nodes[0]!.port}`
      await assert.rejects(redisBus({ url, prefix: 'p:', log: silentLog }), /Set ONAIR_REDIS_CLUSTER=true/)
    })

    test('a slot that moves to another node takes its topics and counts along', async () => {
      const own = { ...options('moved:'), log: silentLog }
      await using here = await redisClusterBus(own)
      await using there = await redisClusterBus(own)
      await using counters = await redisCounters(own)
      const uses = counterKind('moving', 60_000)
      const received = messageCollector()
      const health: boolean[] = []
      there.onHealthChange((isHealthy) => void health.push(isHealthy))
      await using _ = await there.subscribe('news', received.handler)
      await counters.add(uses, 'k', 0)
      await moveSlot(cluster, hashSlot('moved:news'))
      await moveSlot(cluster, hashSlot('{count/moving}'))
      await eventually(
        async () => {
          await here.publish('news', 'moved').catch(() => {})
          return received.messages.includes('moved')
        },
        { within: 10_000 },
      )
      await eventually(() => health.at(-1) === true, { within: 10_000 })
      assert.equal((await counters.add(uses, 'k', 0)).count, 2)
    })

    test('a node that is killed makes the bus unhealthy; when it is back, every topic and count works again', async () => {
      const own = { ...options('killed:'), log: silentLog, deadlineMs: 2_000 }
      await using here = await redisClusterBus(own)
      await using there = await redisClusterBus(own)
      await using counters = await redisCounters(own)
      const kinds = Array.from({ length: 12 }, (_, at) => counterKind(`kind ${at}`, 60_000))
      const health: boolean[] = []
      there.onHealthChange((isHealthy) => void health.push(isHealthy))
      const collectors = Array.from({ length: 100 }, messageCollector)
      await Promise.all(collectors.map((each, at) => there.subscribe(`topic/${at}`, each.handler)))
      const publishAll = (message: string) =>
        Promise.allSettled(collectors.map((_, at) => here.publish(`topic/${at}`, message)))
      await publishAll('before')
      for (const each of collectors) await each.waitFor('before')

      await cluster.nodes[1]!.kill()
      await eventually(() => health.at(-1) === false)
      const rejected = (await publishAll('during')).filter(({ status }) => status === 'rejected')
      assert.ok(rejected.length > 10, 'the topics of the killed node are rejected')
      await assert.rejects(Promise.all(kinds.map(async (kind) => counters.add(kind, 'k', 0))), /Redis/)

      await cluster.nodes[1]!.start()
      await eventually(() => health.at(-1) === true)
      await eventually(
        async () => {
          await publishAll('after')
          return collectors.every(({ messages }) => messages.includes('after'))
        },
        { within: 10_000 },
      )
      await eventually(() => Promise.all(kinds.map(async (kind) => counters.add(kind, 'other', 0))))
    })
  })
}

/** Moves a slot with its keys to the node after its own, as redis-cli does. */
async function moveSlot(cluster: PrivateRedisCluster, slot: number) {
  const clients = await Promise.all(cluster.nodes.map(({ port }) => openNodeClient(port)))
  const ids = await Promise.all(clients.map((client) => client.cluster('MYID')))
  const owned = await Promise.all(clients.map(async (client) => (await client.cluster('COUNTKEYSINSLOT', slot)) > 0))
  const from = Math.max(0, owned.indexOf(true), Math.floor(slot / Math.ceil(16_384 / 3)))
  const to = (from + 1) % clients.length
  await clients[to]!.cluster('SETSLOT', slot, 'IMPORTING', ids[from]!)
  await clients[from]!.cluster('SETSLOT', slot, 'MIGRATING', ids[to]!)
  const keys = await clients[from]!.cluster('GETKEYSINSLOT', slot, 100)
  const port = cluster.nodes[to]!.port
  if (keys.length > 0) await clients[from]!.call('MIGRATE', '127.0.0.1', port, '', 0, 2_000, 'KEYS', ...keys)
  for (const at of [to, from]) await clients[at]!.cluster('SETSLOT', slot, 'NODE', ids[to]!)
  await Promise.all(clients.map(closeRedis))
}

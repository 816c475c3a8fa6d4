import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../../tests/support/eventually.ts'
import { startPrivateRedis } from '../../../../tests/support/programs/redis.ts'
import { redisBus } from '../bus/redis-bus.ts'
import { silentLog } from '../observability/log.ts'
import { openPrometheus } from '../observability/prometheus.ts'
import { closeRedis, openRedis } from './redis.ts'

test('metrics have the latency and outcome of Redis commands, channels, reconnects, and whether Redis is up', async (t) => {
  const own = await startPrivateRedis()
  if ('missing' in own) return t.skip(own.missing)
  await using _ = own
  const metrics = openPrometheus({ version: '1', log: silentLog })
  const valueOf = async (name: string) =>
    (await metrics.scrape())
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1]
  const options = { url: own.url, log: silentLog, metrics }
  assert.equal(await valueOf('onair_redis_up'), undefined)
  const redis = await openRedis('counters', options)
  await using bus = await redisBus({ ...options, prefix: 'p:' })
  await bus.subscribe('one', () => {})
  const subscription = await bus.subscribe('two', () => {})
  await redis.set('key', '1')
  await assert.rejects(redis.hget('key', 'field'))
  const commands = 'onair_redis_command_duration_seconds_count'
  assert.equal(await valueOf('onair_redis_up'), '1')
  assert.equal(await valueOf('onair_redis_pubsub_channels'), '2')
  assert.equal(await valueOf(`${commands}{command="set",outcome="ok"}`), '1')
  assert.equal(await valueOf(`${commands}{command="hget",outcome="failed"}`), '1')
  assert.equal(await valueOf(`${commands}{command="subscribe",outcome="ok"}`), '2')

  await subscription[Symbol.asyncDispose]()
  await own.kill()
  await eventually(async () => (await valueOf('onair_redis_up')) === '0')
  await own.start()
  await eventually(async () => (await valueOf('onair_redis_up')) === '1')
  for (const connection of ['counters', 'bus-publisher', 'bus-subscriber'])
    assert.equal(await valueOf(`onair_redis_reconnects_total{connection="${connection}"}`), '1')
  assert.equal(await valueOf('onair_redis_pubsub_channels'), '1')
  await closeRedis(redis)
  await bus[Symbol.asyncDispose]()
  assert.equal(await valueOf('onair_redis_up'), undefined)
})

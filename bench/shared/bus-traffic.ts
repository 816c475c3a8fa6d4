import { processTime } from '@onair/server/infra/clock.ts'
import { channelTopic, subscribe, type ChannelEventMessage } from '@onair/server/shared/bus-messages.ts'
import type { ClientSocket } from '@onair/server/gateway/engine-io/connection.ts'
import { Hub } from '@onair/server/gateway/hub.ts'
import { TimeSlices } from '@onair/server/gateway/time-slices.ts'
import { redisBus } from '@onair/server/infra/bus/redis-bus.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { closeRedis, openRedis } from '@onair/server/infra/redis/redis.ts'
import { chunk } from '@onair/server/shared/chunk.ts'
import { eventually } from '../../tests/support/eventually.ts'

/** The channels that the sessions of a gateway follow: `sessions` sessions follow each of `channels`, from `first` on. */
export type Followed = { first: number; channels: number; sessions: number }
export type Traffic = {
  /** The events that the sessions of each gateway received. */
  events: number[]
  /** The messages that Redis sent to each gateway, events only. */
  messages: number[]
  /** The bytes that Redis sent to all gateways. */
  bytes: number
  messageBytes: number
}

const text = '안녕하세요 '.repeat(20)

/** Publishes an event in each of `channels` channels, over a Redis with gateways whose sessions follow some of them. */
export async function measureBusTraffic(
  url: string,
  channels: number,
  gateways: readonly Followed[],
): Promise<Traffic> {
  const options = { url, prefix: `traffic-${process.hrtime.bigint()}:`, log: silentLog }
  await using stack = new AsyncDisposableStack()
  const client = stack.adopt(await openRedis('client', options), closeRedis)
  const publisher = stack.use(await redisBus(options))
  const events = gateways.map(() => 0)
  const messages = gateways.map(() => 0)
  for (const [at, { first, channels: followed, sessions }] of gateways.entries()) {
    const bus = stack.use(await redisBus(options))
    // As in a gateway: one subscription of the process for all its sessions.
    const hub = new Hub({
      uptime: processTime,
      slices: new TimeSlices(),
      source: {
        open: (name, sink) =>
          subscribe<ChannelEventMessage>(bus, { name }, ({ type, event }) => sink.broadcast(type, event)),
        catchUp: async () => {},
      },
      onBroadcast(_audience, _event, _payload, socketCount) {
        messages[at]! += 1
        events[at]! += socketCount
      },
    })
    const topics = Array.from({ length: followed * sessions }, (_, n) => topicOf(first + (n % followed)))
    for (const some of chunk(topics, 1_000))
      await Promise.all(some.map(({ name }) => hub.subscribe(name, newSocket(), 'documented')))
  }

  const sentBytes = async () => Number(/total_net_output_bytes:(\d+)/.exec(await client.info('stats'))?.[1])
  const expected = gateways.reduce((sum, { channels: followed }) => sum + followed, 0)
  const before = await sentBytes()
  const message = { type: 'CHAT', event: { content: text } } satisfies ChannelEventMessage
  const numbers = Array.from({ length: channels }, (_, channel) => channel)
  for (const some of chunk(numbers, 500))
    await Promise.all(some.map((channel) => publisher.publish(topicOf(channel).name, message)))
  await eventually(() => messages.reduce((sum, each) => sum + each) >= expected, { within: 30_000 })
  const bytes = (await sentBytes()) - before
  return { events, messages, bytes, messageBytes: Buffer.byteLength(JSON.stringify(message)) }
}

function newSocket(): ClientSocket {
  return { send() {}, emit() {}, close() {} }
}

function topicOf(channel: number) {
  return channelTopic(channel.toString(16).padStart(32, '0'), 'CHAT')
}

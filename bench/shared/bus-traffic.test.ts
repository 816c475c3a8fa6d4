import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startPrivateRedis } from '../../tests/support/programs/redis.ts'
import { measureBusTraffic } from './bus-traffic.ts'

describe('traffic of the bus', () => {
  test('an event crosses Redis once per gateway whose sessions follow its channel, however many sessions and channels there are', async (t) => {
    const own = await startPrivateRedis()
    if ('missing' in own) return t.skip(own.missing)
    await using _ = own
    const few = [
      { first: 0, channels: 20, sessions: 5 },
      { first: 10, channels: 10, sessions: 1 },
    ]
    const traffic = await measureBusTraffic(own.url, 1_000, few)
    assert.deepEqual(traffic.messages, [20, 10], 'one for each followed channel')
    assert.deepEqual(traffic.events, [100, 10])
    // Redis replies to each publication with some bytes, and adds the name of the channel to each message.
    const atMost = 30 * (traffic.messageBytes + 150) + 1_000 * 5 + 2_000
    assert.ok(traffic.bytes >= 30 * traffic.messageBytes && traffic.bytes < atMost, `${traffic.bytes} bytes`)
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { connectAndSubscribe, createStreamer, receiveEventIds, sendDonation } from '../support/apps/donations.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { openCluster, clusterUnavailable, type ClusterProcess } from '../support/programs/cluster.ts'

const seed = Number(process.env['FAULT_SEED'] ?? 7)
/** How many chats and donations are sent; more by `npm run faults`. */
const events = Number(process.env['FAULT_EVENTS'] ?? 1_200)
const channels = 6
const eventsBetweenDisconnects = 150

describe('order of events', { skip: clusterUnavailable }, () => {
  test('sessions receive events in order and once, with several publishers and a bus that disconnects', async (t) => {
    const random = seededRandom(seed)
    await using cluster = await openCluster()
    const gateway = await cluster.start('gateway,worker')
    const env = { ONAIR_SOCKET_URL: gateway.socketUrl }
    const publishers = [await cluster.start('api', env), await cluster.start('api', env)]
    const [first] = publishers
    const streams = await Promise.all(
      Array.from({ length: channels }, async () => {
        const streamer = await createStreamer(first!)
        const chatClient = await connectAndSubscribe('chat', first!, streamer)
        const donationClient = await connectAndSubscribe('donation', first!, streamer)
        return { ...streamer, chatClient, donationClient }
      }),
    )

    let sent = 0
    let disconnects = 0
    /** Sends the events of one publisher in one channel, one after the other. Chats are numbered. */
    const publish = async (publisher: ClusterProcess, publisherIndex: number, channelId: string) => {
      for (let number = 0; sent < events; number++) {
        sent += 1
        if (random.chance(0.3)) await sendDonation(publisher, channelId)
        else
          await publisher.sandbox('POST', '/actions/chat', {
            channelId,
            byChannelId: channelId,
            message: `${publisherIndex} ${number}`,
          })
        if (sent % eventsBetweenDisconnects === 0) disconnectOne()
      }
    }
    const disconnectOne = () => {
      disconnects += 1
      const { toRedis } = random.pick([gateway, ...publishers])
      toRedis.disconnect()
      toRedis.restore()
    }
    await Promise.all(
      streams.flatMap(({ channelId }) => publishers.map((publisher, index) => publish(publisher, index, channelId))),
    )

    let chats = 0
    let donations = 0
    for (const { channelId, chatClient, donationClient } of streams) {
      const stored = await cluster.db.read
        .selectFrom('donation')
        .select('id')
        .where('channel_id', '=', channelId)
        .orderBy('position')
        .execute()
      const receivedIds = await receiveEventIds(donationClient, stored.length)
      assert.deepEqual(
        receivedIds,
        stored.map(({ id }) => id),
      )
      assert.deepEqual(await donationClient.drain(), [])

      const lastNumbers = [-1, -1]
      for (const [, { content }] of await chatClient.drain()) {
        const [publisherIndex = 0, number = 0] = String(content).split(' ').map(Number)
        assert.ok(number > lastNumbers[publisherIndex]!, `${content} after ${lastNumbers[publisherIndex]}`)
        lastNumbers[publisherIndex] = number
        chats += 1
      }
      donations += receivedIds.length
      for (const client of [chatClient, donationClient]) client[Symbol.dispose]()
    }
    t.diagnostic(
      `seed ${seed}: ${sent} sent, ${disconnects} disconnects, ${chats} chats and ${donations} donations received`,
    )
    assert.ok(disconnects > 0 && chats > 0 && donations > 0)
  })
})

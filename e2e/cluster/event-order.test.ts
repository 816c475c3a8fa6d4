import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendDonation, connectAndSubscribe, createStreamer } from '../../server/test/donations.ts'
import { seededRandom } from '../../server/test/seeded-random.ts'
import { openCluster, clusterUnavailable, type ClusterProcess } from '../../server/test/cluster.ts'

const seed = Number(process.env['FAULT_SEED'] ?? 7)
/** How many chats and donations are sent; more by `npm run faults`. */
const events = Number(process.env['FAULT_EVENTS'] ?? 1_200)
const channels = 6
const eventsBetweenDisconnects = 150

test(
  'each session hears a channel in order and nothing twice, from several publishers on a bus that breaks and comes back',
  { skip: clusterUnavailable },
  async (t) => {
    const random = seededRandom(seed)
    await using cluster = await openCluster()
    const gateway = await cluster.start('gateway,worker')
    const env = { SOCKET_URL: gateway.socketUrl }
    const publishers = [await cluster.start('api', env), await cluster.start('api', env)]
    const [first] = publishers
    const rooms = await Promise.all(
      Array.from({ length: channels }, async () => {
        const streamer = await createStreamer(first!)
        const listeners = {
          chat: await connectAndSubscribe('chat', first!, streamer),
          money: await connectAndSubscribe('donation', first!, streamer),
        }
        return { ...streamer, ...listeners }
      }),
    )

    let sent = 0
    let disconnects = 0
    /** One publisher in one room, one event after the other: the chats are numbered. */
    const publish = async (publisher: ClusterProcess, by: number, room: (typeof rooms)[number]) => {
      const { channelId } = room
      for (let number = 0; sent < events; number++) {
        sent += 1
        if (random.chance(0.3)) await sendDonation(publisher, channelId)
        else
          await publisher.sandbox('POST', '/acts/chat', {
            channelId,
            byChannelId: channelId,
            message: `${by} ${number}`,
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
    await Promise.all(rooms.flatMap((room) => publishers.map((publisher, by) => publish(publisher, by, room))))

    let chats = 0
    let donations = 0
    for (const { channelId, chat, money } of rooms) {
      const written = await cluster.db.read
        .selectFrom('donation')
        .select('id')
        .where('channel_id', '=', channelId)
        .orderBy('position')
        .execute()
      const receivedIds: string[] = []
      while (receivedIds.length < written.length) receivedIds.push((await money.next())[1].eventId)
      assert.deepEqual(
        receivedIds,
        written.map(({ id }) => id),
      )
      assert.deepEqual(await money.drain(), [])

      const last = [-1, -1]
      for (const [, { content }] of await chat.drain()) {
        const [by = 0, number = 0] = String(content).split(' ').map(Number)
        assert.ok(number > last[by]!, `${content} after ${last[by]}`)
        last[by] = number
        chats += 1
      }
      donations += receivedIds.length
      for (const client of [chat, money]) client[Symbol.dispose]()
    }
    t.diagnostic(`seed ${seed}: ${sent} sent, ${disconnects} breaks; heard ${chats} chats and ${donations} donations`)
    assert.ok(disconnects > 0 && chats > 0 && donations > 0)
  },
)

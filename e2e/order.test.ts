import assert from 'node:assert/strict'
import { test } from 'node:test'
import { donateTo, listenTo, openStreamer } from '../server/testing/donations.ts'
import { seeded } from '../server/testing/seeded.ts'
import { openSpread, spreadMissing, type SpreadProcess } from '../server/testing/spread.ts'

const seed = Number(process.env['FAULT_SEED'] ?? 7)
/** How many chats and donations are sent; more by `npm run faults`. */
const events = Number(process.env['FAULT_EVENTS'] ?? 1_200)
const channels = 6
const eventsBetweenBreaks = 150

test(
  'each session hears a channel in order and nothing twice, from several publishers on a bus that breaks and comes back',
  { skip: spreadMissing },
  async (t) => {
    const dice = seeded(seed)
    await using spread = await openSpread()
    const gateway = await spread.start('gateway,worker')
    const env = { SOCKET_URL: gateway.socketUrl }
    const publishers = [await spread.start('api', env), await spread.start('api', env)]
    const [first] = publishers
    const rooms = await Promise.all(
      Array.from({ length: channels }, async () => {
        const streamer = await openStreamer(first!)
        const listeners = {
          chat: await listenTo('chat', first!, streamer),
          money: await listenTo('donation', first!, streamer),
        }
        return { ...streamer, ...listeners }
      }),
    )

    let sent = 0
    let breaks = 0
    /** One publisher in one room, one event after the other: the chats are numbered. */
    const publish = async (publisher: SpreadProcess, by: number, room: (typeof rooms)[number]) => {
      const { channelId } = room
      for (let number = 0; sent < events; number++) {
        sent += 1
        if (dice.chance(0.3)) await donateTo(publisher, channelId)
        else
          await publisher.play('POST', '/acts/chat', { channelId, byChannelId: channelId, message: `${by} ${number}` })
        if (sent % eventsBetweenBreaks === 0) breakOne()
      }
    }
    const breakOne = () => {
      breaks += 1
      const { toRedis } = dice.pick([gateway, ...publishers])
      toRedis.cut()
      toRedis.restore()
    }
    await Promise.all(rooms.flatMap((room) => publishers.map((publisher, by) => publish(publisher, by, room))))

    let chats = 0
    let donations = 0
    for (const { channelId, chat, money } of rooms) {
      const written = await spread.db.read
        .selectFrom('donation')
        .select('id')
        .where('channel_id', '=', channelId)
        .orderBy('position')
        .execute()
      const told: string[] = []
      while (told.length < written.length) told.push((await money.next())[1].eventId)
      assert.deepEqual(
        told,
        written.map(({ id }) => id),
      )
      assert.deepEqual(await money.soFar(), [])

      const last = [-1, -1]
      for (const [, { content }] of await chat.soFar()) {
        const [by = 0, number = 0] = String(content).split(' ').map(Number)
        assert.ok(number > last[by]!, `${content} after ${last[by]}`)
        last[by] = number
        chats += 1
      }
      donations += told.length
      for (const guest of [chat, money]) guest[Symbol.dispose]()
    }
    t.diagnostic(`seed ${seed}: ${sent} sent, ${breaks} breaks; heard ${chats} chats and ${donations} donations`)
    assert.ok(breaks > 0 && chats > 0 && donations > 0)
  },
)

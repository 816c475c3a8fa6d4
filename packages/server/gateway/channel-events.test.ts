import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { dropTopics, faultBus, type MessageHandler } from '../../../tests/support/programs/fault-bus.ts'
import type { ReceivedEvent } from '../../../tests/support/clients/session-client.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { openTestChannel } from '../../../tests/support/apps/test-channel.ts'

const pollMs = 2_000
const recoveryMs = 10_000

/** A channel whose bus can lose, delay and reorder messages. */
async function openFaultTestChannel() {
  const bus = faultBus()
  const testChannel = await openTestChannel({ busAround: bus.wrap })
  const { channelId } = testChannel
  return {
    ...testChannel,
    bus,
    /** The tests identify a donation by its amount. */
    donate: (payAmount: number) =>
      testChannel.act('donate', {
        channelId,
        byChannelId: null,
        payAmount,
        donationText: '',
        donationType: 'CHAT',
      }),
    subscribe: async (month: number) =>
      testChannel.act('subscribe', {
        channelId,
        byChannelId: await testChannel.createPerson(),
        tierNo: 1,
        month,
      }),
  }
}

const amountsIn = (events: ReceivedEvent[]) => events.map(([, { payAmount }]) => Number(payAmount))
const receiveAmounts = async (client: { next(): Promise<ReceivedEvent> }, count: number) => {
  const events: ReceivedEvent[] = []
  while (events.length < count) events.push(await client.next())
  return amountsIn(events)
}

describe('Event feed', () => {
  test('delivers a donation that the bus lost with the next reconcile', async () => {
    await using faultChannel = await openFaultTestChannel()
    const session = await faultChannel.connectAndSubscribe('donation')
    faultChannel.bus.setHandler(dropTopics(/DONATION/))
    await faultChannel.donate(1)
    await faultChannel.donate(2)
    assert.deepEqual(await session.drain(), [])
    faultChannel.clock.advance(pollMs)
    assert.deepEqual(await receiveAmounts(session, 2), [1, 2])
  })

  test('delivers lost events immediately, before later ones', async () => {
    await using faultChannel = await openFaultTestChannel()
    const [donations, subscriptions] = [
      await faultChannel.connectAndSubscribe('donation'),
      await faultChannel.connectAndSubscribe('subscription'),
    ]
    faultChannel.bus.setHandler(dropTopics(/DONATION|SUBSCRIPTION/))
    await faultChannel.donate(1)
    await faultChannel.donate(2)
    await faultChannel.subscribe(1)
    faultChannel.bus.setHandler()
    await faultChannel.donate(3)
    await faultChannel.subscribe(2)
    assert.deepEqual(await receiveAmounts(donations, 3), [1, 2, 3])
    for (const month of [1, 2]) assert.equal((await subscriptions.next())[1].month, month)
  })

  test('delivers donations once and in order when the bus repeats and reorders them', async () => {
    await using faultChannel = await openFaultTestChannel()
    const session = await faultChannel.connectAndSubscribe('donation')
    const delayed: (() => Promise<void>)[] = []
    const deliverInReverse: MessageHandler = (busMessage, pass) => {
      delayed.unshift(() => pass(busMessage))
      return undefined
    }
    faultChannel.bus.setHandler(deliverInReverse)
    for (let payAmount = 1; payAmount <= 5; payAmount++) await faultChannel.donate(payAmount)
    faultChannel.bus.setHandler()
    for (const pass of [...delayed, ...delayed.toReversed()]) await pass()
    await faultChannel.donate(6)
    assert.deepEqual(await receiveAmounts(session, 6), [1, 2, 3, 4, 5, 6])
    faultChannel.clock.advance(pollMs)
    await faultChannel.donate(7)
    assert.deepEqual(await receiveAmounts(session, 1), [7])
  })

  test('delivers lost events as soon as the bus is healthy again', async () => {
    await using faultChannel = await openFaultTestChannel()
    const session = await faultChannel.connectAndSubscribe('donation')
    faultChannel.bus.setHandler(dropTopics(/DONATION/))
    await faultChannel.donate(1)
    faultChannel.bus.reportHealth(true)
    assert.deepEqual(await receiveAmounts(session, 1), [1])
  })

  test('delivers more donations than one query returns, in order', async () => {
    await using faultChannel = await openFaultTestChannel()
    const session = await faultChannel.connectAndSubscribe('donation')
    await sql`
    insert into donation (id, channel_id, pay_amount, event, created_at)
    select gen_random_uuid(), ${faultChannel.channelId}, n, json_build_object('payAmount', n), 0 from generate_series(1, 501) n
  `.execute(faultChannel.deps.db.read)
    faultChannel.clock.advance(pollMs)
    assert.deepEqual(
      await receiveAmounts(session, 501),
      Array.from({ length: 501 }, (_, at) => at + 1),
    )
  })

  test('stops reading a feed whose last session has ended', async () => {
    await using faultChannel = await openFaultTestChannel()
    const session = await faultChannel.connectAndSubscribe('donation')
    await faultChannel.deps.db.transaction(async (tx) => {
      await sql`
      insert into donation (id, channel_id, pay_amount, event, created_at)
      select gen_random_uuid(), ${faultChannel.channelId}, n, '{}', 0 from generate_series(1, 201) n`.execute(tx)
      await sql`lock table donation in access exclusive mode`.execute(tx)
      faultChannel.clock.advance(pollMs)
      await faultChannel.act('disconnectSession', { sessionKey: session.sessionKey })
      await session.readUntilClose()
    })
    const another = await faultChannel.connectAndSubscribe('donation')
    await faultChannel.donate(1)
    assert.deepEqual(await receiveAmounts(another, 1), [1])
  })

  test('delivers only events after the subscription, even when the bus brings earlier ones delayed', async () => {
    await using faultChannel = await openFaultTestChannel()
    const first = await faultChannel.connectAndSubscribe('donation')
    const delayed: (() => Promise<void>)[] = []
    faultChannel.bus.setHandler((what, pass) => {
      if (!what.topic.endsWith('DONATION')) return pass(what)
      delayed.push(() => pass(what))
      return undefined
    })
    await faultChannel.donate(1)
    const second = await faultChannel.connectAndSubscribe('donation')
    await faultChannel.donate(2)
    for (const pass of delayed) await pass()
    assert.deepEqual(await receiveAmounts(first, 2), [1, 2])
    assert.deepEqual(await receiveAmounts(second, 1), [2])
  })

  test('delivers fifty simultaneous donations once each, by position', async () => {
    await using faultChannel = await openFaultTestChannel()
    const session = await faultChannel.connectAndSubscribe('donation')
    await Promise.all(Array.from({ length: 50 }, (_, at) => faultChannel.donate(at + 1)))
    const rows = await faultChannel.deps.db.read
      .selectFrom('donation')
      .select('pay_amount')
      .orderBy('position')
      .execute()
    assert.equal(rows.length, 50)
    assert.deepEqual(
      await receiveAmounts(session, 50),
      rows.map(({ pay_amount }) => pay_amount),
    )
  })

  // Gap 71.
  test('closes sessions whose donations cannot be read for ten seconds, and no chat session', async () => {
    await using faultChannel = await openFaultTestChannel()
    const [donations, chat] = [
      await faultChannel.connectAndSubscribe('donation'),
      await faultChannel.connectAndSubscribe('chat'),
    ]
    await sql`alter table donation rename to renamed`.execute(faultChannel.deps.db.read)
    faultChannel.clock.advance(recoveryMs - 1)
    assert.deepEqual(await donations.drain(), [])
    const closed = donations.readUntilClose().then(() => true)
    // The next reconcile closes them.
    await eventually(() => {
      faultChannel.clock.advance(100)
      return Promise.race([closed, sql`select 1`.execute(faultChannel.deps.db.read).then(() => false)])
    })
    await faultChannel.sendChat(faultChannel.channelId, 'still here')
    assert.equal((await chat.next())[1].content, 'still here')
  })
})

describe('CHAT events', () => {
  test('messageTime does not go back when a later message was committed first', async () => {
    await using faultChannel = await openFaultTestChannel()
    const { bus, channelId, clock, createPerson, deps, sendStoredChat } = faultChannel
    const session = await faultChannel.connectAndSubscribe('chat')
    const passes: (() => Promise<void>)[] = []
    bus.setHandler((busMessage, pass) => {
      passes.push(() => pass(busMessage))
      return undefined
    })
    const late = await sendStoredChat(await createPerson())
    clock.advance(5)
    const early = await sendStoredChat(channelId)
    for (const pass of passes.toReversed()) await pass()

    const received = [await session.next(), await session.next()]
    assert.deepEqual(
      received.map(([, { eventId, messageTime }]) => [eventId, messageTime]),
      [
        [early.id, early.message_time],
        [late.id, early.message_time],
      ],
    )
    const loadTime = async () => {
      const messages = deps.db.read.selectFrom('chat_message').where('id', '=', late.id)
      return (await messages.select('message_time').executeTakeFirstOrThrow()).message_time
    }
    await eventually(async () => assert.equal(await loadTime(), early.message_time))
    const json = {
      chatChannelId: await faultChannel.chatChannelId(),
      messageTime: early.message_time,
      senderChannelId: late.sender_channel_id,
    }
    const hidden = await faultChannel.call('POST', '/open/v1/chats/blind-message', { token: faultChannel.token, json })
    assert.equal(hidden.status, 200)
  })

  test('messageTime follows a clock that is set back', async () => {
    await using faultChannel = await openFaultTestChannel()
    const { bus, channelId, clock, sendStoredChat } = faultChannel
    const session = await faultChannel.connectAndSubscribe('chat')
    const passes: (() => Promise<void>)[] = []
    bus.setHandler((busMessage, pass) => {
      passes.push(() => pass(busMessage))
      return undefined
    })
    const before = await sendStoredChat(channelId)
    clock.advance(5_001)
    await sendStoredChat(channelId)
    for (const pass of passes.toReversed()) await pass()
    await session.next()
    assert.equal((await session.next())[1].messageTime, before.message_time)
  })
})

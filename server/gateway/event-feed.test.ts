import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { dropTopics, faultBus, type MessageHandler } from '../test/fault-bus.ts'
import type { ReceivedEvent } from '../test/session-client.ts'
import { openTestChannel } from '../test/test-channel.ts'

const pollMs = 2_000
const recoveryMs = 10_000

/** A studio whose bus can be made to fail. */
async function openFaultTestChannel() {
  const bus = faultBus()
  const testChannel = await openTestChannel({ busAround: bus.wrap })
  const { channelId } = testChannel
  return {
    ...testChannel,
    bus,
    /** Somebody donates a sum, by which the donation is known again. */
    donate: (payAmount: number) =>
      testChannel.sandbox('POST', '/acts/donate', {
        channelId,
        byChannelId: null,
        payAmount,
        donationText: '',
        donationType: 'CHAT',
      }),
    subscribe: async (month: number) =>
      testChannel.sandbox('POST', '/acts/subscribe', {
        channelId,
        byChannelId: await testChannel.person(),
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

test('a donation that the bus lost is told in the next round', async () => {
  await using faultChannel = await openFaultTestChannel()
  const guest = await faultChannel.connectAndSubscribe('donation')
  faultChannel.bus.setHandler(dropTopics(/DONATION/))
  await faultChannel.donate(1)
  await faultChannel.donate(2)
  assert.deepEqual(await guest.drain(), [])
  faultChannel.clock.advance(pollMs)
  assert.deepEqual(await receiveAmounts(guest, 2), [1, 2])
})

test('what the bus lost is told before what came after it, at once', async () => {
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
  assert.deepEqual([(await subscriptions.next())[1].month, (await subscriptions.next())[1].month], [1, 2])
})

test('donations that the bus brings twice and in the wrong order are told once and in theirs', async () => {
  await using faultChannel = await openFaultTestChannel()
  const guest = await faultChannel.connectAndSubscribe('donation')
  const heldBack: (() => Promise<void>)[] = []
  const deliverInReverse: MessageHandler = (busMessage, pass) => {
    heldBack.unshift(() => pass(busMessage))
    return undefined
  }
  faultChannel.bus.setHandler(deliverInReverse)
  for (let payAmount = 1; payAmount <= 5; payAmount++) await faultChannel.donate(payAmount)
  faultChannel.bus.setHandler()
  for (const pass of [...heldBack, ...heldBack.toReversed()]) await pass()
  await faultChannel.donate(6)
  assert.deepEqual(await receiveAmounts(guest, 6), [1, 2, 3, 4, 5, 6])
  faultChannel.clock.advance(pollMs)
  await faultChannel.donate(7)
  assert.deepEqual(await receiveAmounts(guest, 1), [7])
})

test('a bus that is whole again is not waited for', async () => {
  await using faultChannel = await openFaultTestChannel()
  const guest = await faultChannel.connectAndSubscribe('donation')
  faultChannel.bus.setHandler(dropTopics(/DONATION/))
  await faultChannel.donate(1)
  faultChannel.bus.reportHealth(true)
  assert.deepEqual(await receiveAmounts(guest, 1), [1])
})

test('more donations than one reading holds are all told, in order', async () => {
  await using faultChannel = await openFaultTestChannel()
  const guest = await faultChannel.connectAndSubscribe('donation')
  await sql`
    insert into donation (id, channel_id, pay_amount, event, created_at)
    select gen_random_uuid(), ${faultChannel.channelId}, n, json_build_object('payAmount', n), 0 from generate_series(1, 501) n
  `.execute(faultChannel.deps.db.read)
  faultChannel.clock.advance(pollMs)
  assert.deepEqual(
    await receiveAmounts(guest, 501),
    Array.from({ length: 501 }, (_, at) => at + 1),
  )
})

test('what is left to read for a session that ended is not read on for ever', async () => {
  await using faultChannel = await openFaultTestChannel()
  const guest = await faultChannel.connectAndSubscribe('donation')
  await faultChannel.deps.db.transaction(async (tx) => {
    await sql`
      insert into donation (id, channel_id, pay_amount, event, created_at)
      select gen_random_uuid(), ${faultChannel.channelId}, n, '{}', 0 from generate_series(1, 201) n`.execute(tx)
    await sql`lock table donation in access exclusive mode`.execute(tx)
    faultChannel.clock.advance(pollMs)
    await faultChannel.sandbox('POST', `/sessions/${guest.sessionKey}/disconnect`)
    await guest.readUntilClose()
  })
  const another = await faultChannel.connectAndSubscribe('donation')
  await faultChannel.donate(1)
  assert.deepEqual(await receiveAmounts(another, 1), [1])
})

test('a session hears nothing from before it subscribed, whatever the bus still brings, and everything after', async () => {
  await using faultChannel = await openFaultTestChannel()
  const first = await faultChannel.connectAndSubscribe('donation')
  const late: (() => Promise<void>)[] = []
  faultChannel.bus.setHandler((what, pass) => {
    if (!what.topic.endsWith('DONATION')) return pass(what)
    late.push(() => pass(what))
    return undefined
  })
  await faultChannel.donate(1)
  const second = await faultChannel.connectAndSubscribe('donation')
  await faultChannel.donate(2)
  for (const pass of late) await pass()
  assert.deepEqual(await receiveAmounts(first, 2), [1, 2])
  assert.deepEqual(await receiveAmounts(second, 1), [2])
})

test('of fifty donations at once each is told once, in the order of the journal', async () => {
  await using faultChannel = await openFaultTestChannel()
  const guest = await faultChannel.connectAndSubscribe('donation')
  await Promise.all(Array.from({ length: 50 }, (_, at) => faultChannel.donate(at + 1)))
  const rows = await faultChannel.deps.db.read.selectFrom('donation').select('pay_amount').orderBy('position').execute()
  assert.equal(rows.length, 50)
  assert.deepEqual(
    await receiveAmounts(guest, 50),
    rows.map(({ pay_amount }) => pay_amount),
  )
})

test('sessions whose money events cannot be read are closed in time, and those of the chat are not', async () => {
  await using faultChannel = await openFaultTestChannel()
  const [donations, chat] = [
    await faultChannel.connectAndSubscribe('donation'),
    await faultChannel.connectAndSubscribe('chat'),
  ]
  await sql`alter table donation rename to gone`.execute(faultChannel.deps.db.read)
  faultChannel.clock.advance(recoveryMs - 1)
  assert.deepEqual(await donations.drain(), [])
  const over = donations.readUntilClose()
  for (let isOver = false; !isOver;) {
    faultChannel.clock.advance(1)
    isOver = await Promise.race([
      over.then(() => true),
      sql`select 1`.execute(faultChannel.deps.db.read).then(() => false),
    ])
  }
  await faultChannel.say(faultChannel.channelId, 'still here')
  assert.equal((await chat.next())[1].content, 'still here')
})

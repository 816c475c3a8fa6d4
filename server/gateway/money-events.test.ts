import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { losing, roughBus, type Handling } from '../testing/rough-bus.ts'
import type { Heard } from '../testing/session-client.ts'
import { openStudio } from '../testing/studio.ts'

const roundMs = 2_000
const wholeWithinMs = 10_000

/** A studio whose bus can be made to fail. */
async function openRough() {
  const bus = roughBus()
  const studio = await openStudio({ busAround: bus.around })
  const { channelId } = studio
  return {
    ...studio,
    bus,
    /** Somebody donates a sum, by which the donation is known again. */
    donate: (payAmount: number) =>
      studio.play('POST', '/acts/donate', {
        channelId,
        byChannelId: null,
        payAmount,
        donationText: '',
        donationType: 'CHAT',
      }),
    subscribe: async (month: number) =>
      studio.play('POST', '/acts/subscribe', { channelId, byChannelId: await studio.person(), tierNo: 1, month }),
  }
}

const amountsIn = (events: Heard[]) => events.map(([, { payAmount }]) => Number(payAmount))
const nextAmounts = async (guest: { next(): Promise<Heard> }, count: number) => {
  const events: Heard[] = []
  while (events.length < count) events.push(await guest.next())
  return amountsIn(events)
}

test('a donation that the bus lost is told in the next round', async () => {
  await using rough = await openRough()
  const guest = await rough.listen('donation')
  rough.bus.handle(losing(/DONATION/))
  await rough.donate(1)
  await rough.donate(2)
  assert.deepEqual(await guest.soFar(), [])
  rough.clock.advance(roundMs)
  assert.deepEqual(await nextAmounts(guest, 2), [1, 2])
})

test('what the bus lost is told before what came after it, at once', async () => {
  await using rough = await openRough()
  const [donations, subscriptions] = [await rough.listen('donation'), await rough.listen('subscription')]
  rough.bus.handle(losing(/DONATION|SUBSCRIPTION/))
  await rough.donate(1)
  await rough.donate(2)
  await rough.subscribe(1)
  rough.bus.handle()
  await rough.donate(3)
  await rough.subscribe(2)
  assert.deepEqual(await nextAmounts(donations, 3), [1, 2, 3])
  assert.deepEqual([(await subscriptions.next())[1].month, (await subscriptions.next())[1].month], [1, 2])
})

test('donations that the bus brings twice and in the wrong order are told once and in theirs', async () => {
  await using rough = await openRough()
  const guest = await rough.listen('donation')
  const kept: (() => Promise<void>)[] = []
  const backwards: Handling = (what, pass) => {
    kept.unshift(() => pass(what))
    return undefined
  }
  rough.bus.handle(backwards)
  for (let payAmount = 1; payAmount <= 5; payAmount++) await rough.donate(payAmount)
  rough.bus.handle()
  for (const pass of [...kept, ...kept.toReversed()]) await pass()
  await rough.donate(6)
  assert.deepEqual(await nextAmounts(guest, 6), [1, 2, 3, 4, 5, 6])
  rough.clock.advance(roundMs)
  await rough.donate(7)
  assert.deepEqual(await nextAmounts(guest, 1), [7])
})

test('a bus that is whole again is not waited for', async () => {
  await using rough = await openRough()
  const guest = await rough.listen('donation')
  rough.bus.handle(losing(/DONATION/))
  await rough.donate(1)
  rough.bus.tellHealth(true)
  assert.deepEqual(await nextAmounts(guest, 1), [1])
})

test('more donations than one reading holds are all told, in order', async () => {
  await using rough = await openRough()
  const guest = await rough.listen('donation')
  await sql`
    insert into donation (id, channel_id, pay_amount, event, created_at)
    select gen_random_uuid(), ${rough.channelId}, n, json_build_object('payAmount', n), 0 from generate_series(1, 501) n
  `.execute(rough.world.db.read)
  rough.clock.advance(roundMs)
  assert.deepEqual(
    await nextAmounts(guest, 501),
    Array.from({ length: 501 }, (_, at) => at + 1),
  )
})

test('what is left to read for a session that ended is not read on for ever', async () => {
  await using rough = await openRough()
  const guest = await rough.listen('donation')
  await rough.world.db.change(async (tx) => {
    await sql`
      insert into donation (id, channel_id, pay_amount, event, created_at)
      select gen_random_uuid(), ${rough.channelId}, n, '{}', 0 from generate_series(1, 201) n`.execute(tx)
    await sql`lock table donation in access exclusive mode`.execute(tx)
    rough.clock.advance(roundMs)
    await rough.play('POST', `/sessions/${guest.sessionKey}/disconnect`)
    await guest.end()
  })
  const another = await rough.listen('donation')
  await rough.donate(1)
  assert.deepEqual(await nextAmounts(another, 1), [1])
})

test('a session hears nothing from before it subscribed, whatever the bus still brings, and everything after', async () => {
  await using rough = await openRough()
  const first = await rough.listen('donation')
  const late: (() => Promise<void>)[] = []
  rough.bus.handle((what, pass) => {
    if (!what.topic.endsWith('DONATION')) return pass(what)
    late.push(() => pass(what))
    return undefined
  })
  await rough.donate(1)
  const second = await rough.listen('donation')
  await rough.donate(2)
  for (const pass of late) await pass()
  assert.deepEqual(await nextAmounts(first, 2), [1, 2])
  assert.deepEqual(await nextAmounts(second, 1), [2])
})

test('of fifty donations at once each is told once, in the order of the journal', async () => {
  await using rough = await openRough()
  const guest = await rough.listen('donation')
  await Promise.all(Array.from({ length: 50 }, (_, at) => rough.donate(at + 1)))
  const rows = await rough.world.db.read.selectFrom('donation').select('pay_amount').orderBy('position').execute()
  assert.equal(rows.length, 50)
  assert.deepEqual(
    await nextAmounts(guest, 50),
    rows.map(({ pay_amount }) => pay_amount),
  )
})

test('sessions whose money events cannot be read are closed in time, and those of the chat are not', async () => {
  await using rough = await openRough()
  const [donations, chat] = [await rough.listen('donation'), await rough.listen('chat')]
  await sql`alter table donation rename to gone`.execute(rough.world.db.read)
  rough.clock.advance(wholeWithinMs - 1)
  assert.deepEqual(await donations.soFar(), [])
  const over = donations.end()
  for (let isOver = false; !isOver;) {
    rough.clock.advance(1)
    isOver = await Promise.race([over.then(() => true), sql`select 1`.execute(rough.world.db.read).then(() => false)])
  }
  await rough.say(rough.channelId, 'still here')
  assert.equal((await chat.next())[1].content, 'still here')
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { limits } from '@onair/contract'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import { listActivity } from '../channels/list-activity.ts'
import { suspendAccount } from '../accounts/end/end-account.ts'
import { endAccountActivity } from '../sessions/end-account-activity.ts'
import { findRecentGifts } from './gift-store.ts'
import { giveSubscriptions } from './give-subscriptions.ts'
import { loadBalance } from './payment-store.ts'

async function openGifts(followers: number) {
  const testApp = await openConsoleTestApp()
  const { channelId, viewer } = testApp
  for (let count = 0; count < followers; count++) {
    const person = await testApp.act('createPerson', { channelName: `팔로워 ${count}` })
    await testApp.act('follow', { channelId, byChannelId: person.channelId })
  }
  const give = (body: object, giftId: string = randomUUID(), giver = viewer) =>
    giver.callConsole('PUT', `/channels/${channelId}/subscription-gifts/${giftId}`, body)
  const balance = async () => (await viewer.callConsole('GET', '/wallet')).body.content.balance
  const subscribers = async () =>
    (await testApp.deps.db.read.selectFrom('channel_subscriber').selectAll().execute()).map(
      ({ subscriber_channel_id, month }) => [subscriber_channel_id, month],
    )
  return Object.assign(testApp, { give, balance, subscribers })
}

describe('giveSubscriptions', () => {
  test('gives each of so many people one subscription with its event, and costs its price once per id', async () => {
    await using testApp = await openGifts(4)
    const { balance, channelId, give, subscribers, viewer } = testApp
    const client = await testApp.connectAndSubscribe('subscription')
    const before = await balance()
    const giftId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 3 }, () => give({ count: 3 }, giftId)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    const ids = answers.map(({ body }) =>
      body.content.receivers.map((one: { channelId: string }) => one.channelId).sort(),
    )
    assert.deepEqual([ids[1], ids[2]], [ids[0], ids[0]])
    assert.deepEqual(new Set((await subscribers()).map(([id]) => id)), new Set(ids[0]))
    assert.equal(before - (await balance()), 3 * limits.giftWon)
    const events = (await client.drain()).map(([, event]) => event)
    assert.deepEqual(new Set(events.map(({ subscriberChannelId }) => subscriberChannelId)), new Set(ids[0]))
    assert.equal(events.length, 3)
    assert.ok(events.every(({ month, tierNo }) => month === 1 && tierNo === 1))

    const other = await testApp.signedIn('다른 사람')
    assert.equal((await give({ count: 3 }, giftId, other)).body.reason?.code, 'GIFT_ID_IN_USE')
    const refused = await give({ count: 2 })
    assert.deepEqual([refused.status, refused.body.reason], [403, { code: 'TOO_FEW_RECEIVERS', params: { count: 1 } }])
    assert.equal(before - (await balance()), 3 * limits.giftWon)
    assert.equal(testApp.channelId, channelId)
    assert.ok(ids[0].every((id: string) => id !== viewer.channelId))
  })

  test('of concurrent gifts and subscriptions, each person gets one, and each giver pays for what was given', async () => {
    await using testApp = await openGifts(6)
    const { balance, channelId, give, subscribers, viewer } = testApp
    const before = await balance()
    const person = await testApp.signedIn('스스로')
    await person.callConsole('PUT', `/channels/${channelId}/follow`, {})
    const [own, ...gifts] = await Promise.all([
      person.callConsole('POST', `/channels/${channelId}/subscription`, {}),
      ...Array.from({ length: 5 }, () => give({ count: 2 })),
      ...Array.from({ length: 3 }, () =>
        viewer.callConsole('POST', `/channels/${channelId}/donations`, { payAmount: 1_000 }),
      ),
    ])
    const given = gifts.slice(0, 5).filter(({ status }) => status === 200).length * 2
    const ownMonths = own.status === 200 ? 1 : 0
    assert.ok(given === 6)
    const found = await subscribers()
    assert.equal(found.length, new Set(found.map(([id]) => id)).size)
    assert.ok(found.every(([, month]) => month === 1))
    assert.ok(found.length === given + ownMonths || found.length === given)
    assert.equal(before - (await balance()), given * limits.giftWon + 3_000)
  })

  test('reaches one named person, who sees the giver, as do the studio and the chat, unless it is anonymous', async () => {
    await using testApp = await openGifts(0)
    const { channelId, clock, deps, give, viewer } = testApp
    const friend = await testApp.signedIn('친구')
    for (const receiverChannelId of [viewer.channelId, channelId, 'f'.repeat(32)])
      assert.equal((await give({ count: 1, receiverChannelId })).body.reason?.code, 'CANNOT_GET_GIFT')
    const { body } = await give({ count: 5, receiverChannelId: friend.channelId })
    assert.deepEqual(body.content.receivers, [{ channelId: friend.channelId, channelName: '친구' }])
    const again = await give({ count: 1, receiverChannelId: friend.channelId })
    assert.equal(again.body.reason?.code, 'CANNOT_GET_GIFT')
    const { self } = (await friend.callConsole('GET', `/channels/${channelId}`)).body.content
    assert.deepEqual([self.subscription.month, self.subscription.giverName], [1, '시청자'])

    const [activity] = (await listActivity(channelId, {}, deps)).data
    assert.deepEqual(activity?.kind === 'SUBSCRIPTION' && activity.gift, { giverName: '시청자', count: 1 })
    const { receivers } = body.content
    const event = {
      giver: { channelId: viewer.channelId, channelName: '시청자' },
      count: 1,
      receivers: [{ ...receivers[0], eventId: activity?.activityId }],
    }
    // The watch page shows the gift in place of its subscription, also after a reload.
    const { recent } = (await friend.callConsole('GET', `/channels/${channelId}`)).body.content
    assert.deepEqual(
      recent.map(({ type }: { type: string }) => type),
      ['GIFT'],
    )
    assert.partialDeepStrictEqual(recent[0].event, event)

    clock.advance(1)
    const other = await testApp.signedIn('다른 친구')
    await give({ count: 1, receiverChannelId: other.channelId, isAnonymous: true })
    const [anonymous] = await findRecentGifts(deps.db.read, channelId, { count: 1 })
    const [otherActivity] = (await listActivity(channelId, {}, deps)).data
    const others = (await other.callConsole('GET', `/channels/${channelId}`)).body.content.self
    assert.equal(anonymous?.event.giver, null)
    assert.deepEqual(otherActivity?.kind === 'SUBSCRIPTION' && otherActivity.gift, { giverName: null, count: 1 })
    assert.equal(others.subscription.giverName, null)

    clock.advance(31 * 86_400_000)
    await friend.signIn(friend.email, friend.password)
    await friend.callConsole('POST', `/channels/${channelId}/subscription`, {})
    const later = (await friend.callConsole('GET', `/channels/${channelId}`)).body.content.self
    assert.deepEqual([later.subscription.month, later.subscription.giverName], [2, null])

    // The use case is called past the check of the request, which a suspension can follow.
    const balance = () => loadBalance(deps.db.read, viewer.channelId, 0)
    const before = await balance()
    await suspendAccount({ channelId, reason: undefined }, endAccountActivity, deps)
    const receiverId = (await testApp.signedIn('새 사람')).channelId
    const toSuspended = {
      giftId: randomUUID(),
      channelId,
      giverId: viewer.channelId,
      receiverId,
      count: 1,
      isAnonymous: false,
    }
    await assert.rejects(giveSubscriptions(toSuspended, deps), /no such channel/)
    assert.equal(await balance(), before)
  })
})

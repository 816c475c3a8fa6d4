import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { donationEvent } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { updateBlockedWords } from '../chat/blocked-words.ts'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import {
  unknownChannelId,
  openTestChannel,
  statusAndMessage,
  type TestChannel,
} from '../../../../tests/support/apps/test-channel.ts'

const donate = (testChannel: TestChannel, json: object) =>
  testChannel.tryAct('donate', {
    channelId: testChannel.channelId,
    payAmount: 1000,
    donationText: '',
    donationType: 'CHAT',
    ...json,
  })
describe('donations', () => {
  for (const wireProfile of ['documented', 'observed'])
    test(`a donation is stored and received completely, in the ${wireProfile} profile`, async () => {
      await using testChannel = await openTestChannel({ app: { wireProfile } })
      const guest = await testChannel.connectAndSubscribe('donation')
      const who = await testChannel.createPerson({ channelName: '큰손' })
      const given = { byChannelId: who, payAmount: 4000, donationText: '{:fire:} 화이팅', donationType: 'VIDEO' }
      const { donationId } = (await donate(testChannel, given)).body.content

      const [name, payload] = await guest.next()
      const event = wireProfile === 'observed' ? JSON.parse(payload) : payload
      assert.equal(name, 'DONATION')
      assert.deepEqual(Compile(donationEvent).Errors(event), [])
      assert.deepEqual(event, {
        donationType: 'VIDEO',
        channelId: testChannel.channelId,
        donatorChannelId: who,
        donatorNickname: '큰손',
        payAmount: '4000',
        donationText: '{:fire:} 화이팅',
        emojis: { fire: `${testChannel.url}/assets/emoticons/fire.png` },
        eventSentAt: '2026-07-18T23:32:12.000000000',
        eventId: donationId,
      })
      const row = await testChannel.deps.db.read.selectFrom('donation').selectAll().executeTakeFirstOrThrow()
      assert.deepEqual([row.id, row.pay_amount, row.event], [donationId, 4000, event])
    })

  // Gap 51.
  test('an anonymous donation has an empty donor id', async () => {
    await using testChannel = await openTestChannel()
    const client = await testChannel.connectAndSubscribe('donation')
    await donate(testChannel, { byChannelId: null })
    const [, event] = await client.next()
    assert.deepEqual(Compile(donationEvent).Errors(event), [])
    assert.deepEqual([event.donatorChannelId, event.donatorNickname, event.donationText], ['', '익명', ''])
  })

  test('a donation of the sandbox may have any amount, and debits no wallet', async () => {
    await using testChannel = await openTestChannel({ settings: { startingBalance: 1 } })
    const client = await testChannel.connectAndSubscribe('donation')
    await donate(testChannel, { byChannelId: await testChannel.createPerson(), payAmount: 999_999_999_999_999 })
    const [, event] = await client.next()
    assert.equal(event.payAmount, '999999999999999')
    assert.deepEqual(await testChannel.deps.db.read.selectFrom('wallet').selectAll().execute(), [])
  })

  test('a restricted person cannot donate', async () => {
    await using testChannel = await openTestChannel()
    const who = await testChannel.createPerson()
    const json = { targetChannelId: who }
    await testChannel.call('POST', '/open/v1/restrict-channels', { token: testChannel.token, json })
    assert.deepEqual(statusAndMessage(await donate(testChannel, { byChannelId: who })), [
      403,
      'FORBIDDEN (the sender is restricted in this channel)',
    ])
    assert.deepEqual(await testChannel.deps.db.read.selectFrom('donation').selectAll().execute(), [])
  })

  test('a donation of a viewer whose text has a blocked word is refused, and takes no money', async () => {
    await using testChannel = await openConsoleTestApp()
    const { channelId, deps, viewer } = testChannel
    await updateBlockedWords({ channelId, moderatorChannelId: channelId }, ['나쁜말'], deps)
    const manager = await testChannel.createPerson()
    await testChannel.act('manage', {
      channelId,
      byChannelId: manager,
      userRole: 'STREAMING_CHAT_MANAGER',
    })
    const donationText = '이건 나쁜 말이 아니라 나쁜말!'
    for (const byChannelId of [viewer.channelId, null]) {
      const { status, body } = await donate(testChannel, { byChannelId, donationText })
      assert.deepEqual([status, body.reason?.code], [403, 'BLOCKED_WORD'])
    }
    const onPage = await viewer.callConsole('POST', `/channels/${channelId}/donations`, {
      payAmount: 1000,
      donationText,
      isAnonymous: true,
    })
    assert.deepEqual([onPage.status, onPage.body.reason?.code], [403, 'BLOCKED_WORD'])
    assert.deepEqual(await deps.db.read.selectFrom('donation').selectAll().execute(), [])
    assert.deepEqual(await deps.db.read.selectFrom('wallet').selectAll().execute(), [])
    for (const byChannelId of [manager, channelId])
      assert.equal((await donate(testChannel, { byChannelId, donationText })).status, 200)
    assert.equal((await donate(testChannel, { byChannelId: viewer.channelId, donationText: '좋은 말' })).status, 200)
  })

  test('rejects invalid values by field name, and returns 404 for unknown channels', async () => {
    await using testChannel = await openTestChannel()
    for (const [field, values, status] of [
      ['payAmount', [0, -1, 1.5, 1e300, null], 400],
      ['donationType', ['MISSION'], 400],
      ['donationText', ['x'.repeat(101), 'a\0b', 5], 400],
      ['byChannelId', ['x'], 400],
      ['byChannelId', [unknownChannelId], 404],
      ['channelId', [unknownChannelId], 404],
    ] as const)
      for (const value of values) {
        const response = await donate(testChannel, { byChannelId: testChannel.channelId, [field]: value })
        assert.equal(response.status, status, `${field} ${String(value)}`)
        assert.match(response.body.message ?? '', new RegExp(`\\(${field}: `))
      }
  })

  test('requires the donation scope, and unsubscribing ends delivery', async () => {
    await using testChannel = await openTestChannel()
    const client = await testChannel.connectAndSubscribe('donation')
    const changeSubscription = (action: string, token: string) =>
      testChannel.call('POST', `/open/v1/sessions/events/${action}/donation?sessionKey=${client.sessionKey}`, { token })
    await changeSubscription('unsubscribe', testChannel.token)
    await donate(testChannel, { byChannelId: null })
    const data = { eventType: 'DONATION', channelId: testChannel.channelId }
    assert.deepEqual(await client.drain(), [['SYSTEM', { type: 'unsubscribed', data }]])
    const narrow = await testChannel.grantToken(testChannel.channelId, ['구독 조회'])
    assert.equal((await changeSubscription('subscribe', narrow)).status, 403)
  })

  test('revoking one scope ends its subscription and keeps the others', async () => {
    await using testChannel = await openTestChannel()
    const { channelId } = testChannel
    const donations = await testChannel.connectAndSubscribe('donation')
    const subscriptions = await testChannel.connectAndSubscribe('subscription')
    await testChannel.grantToken(channelId, ['구독 조회'])
    assert.deepEqual(await donations.next(), [
      'SYSTEM',
      { type: 'revoked', data: { eventType: 'DONATION', channelId } },
    ])
    await donate(testChannel, { byChannelId: null })
    await testChannel.act('subscribe', { channelId, byChannelId: await testChannel.createPerson() })
    assert.deepEqual(await donations.drain(), [])
    assert.deepEqual(
      (await subscriptions.drain()).map(([name]) => name),
      ['SUBSCRIPTION'],
    )
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { donationEvent } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { unknownChannelId, openTestChannel, statusAndMessage, type TestChannel } from '../../test/test-channel.ts'

const donate = (testChannel: TestChannel, json: object) =>
  testChannel.call('POST', '/sandbox/v1/acts/donate', {
    json: { channelId: testChannel.channelId, payAmount: 1000, donationText: '', donationType: 'CHAT', ...json },
  })
describe('donations', () => {
  for (const wireProfile of ['documented', 'observed'])
    test(`a donation is stored and received completely, in the ${wireProfile} profile`, async () => {
      await using studio = await openTestChannel({ app: { wireProfile } })
      const guest = await studio.connectAndSubscribe('donation')
      const who = await studio.createPerson({ channelName: '큰손' })
      const given = { byChannelId: who, payAmount: 4000, donationText: '{:fire:} 화이팅', donationType: 'VIDEO' }
      const { donationId } = (await donate(studio, given)).body.content

      const [name, payload] = await guest.next()
      const event = wireProfile === 'observed' ? JSON.parse(payload) : payload
      assert.equal(name, 'DONATION')
      assert.deepEqual(Compile(donationEvent).Errors(event), [])
      assert.deepEqual(event, {
        donationType: 'VIDEO',
        channelId: studio.channelId,
        donatorChannelId: who,
        donatorNickname: '큰손',
        payAmount: '4000',
        donationText: '{:fire:} 화이팅',
        emojis: { fire: `${studio.url}/assets/emoticons/fire.png` },
        eventSentAt: '2026-07-18T23:32:12.000000000',
        eventId: donationId,
      })
      const row = await studio.deps.db.read.selectFrom('donation').selectAll().executeTakeFirstOrThrow()
      assert.deepEqual([row.id, row.pay_amount, row.event], [donationId, 4000, event])
    })

  test('an anonymous donation has an empty donor id', async () => {
    await using studio = await openTestChannel()
    const client = await studio.connectAndSubscribe('donation')
    await donate(studio, { byChannelId: null })
    const [, event] = await client.next()
    assert.deepEqual(Compile(donationEvent).Errors(event), [])
    assert.deepEqual([event.donatorChannelId, event.donatorNickname, event.donationText], ['', '익명', ''])
  })

  test('a donation of the sandbox may have any amount, and debits no wallet', async () => {
    await using studio = await openTestChannel({ settings: { startingBalance: 1 } })
    const client = await studio.connectAndSubscribe('donation')
    await donate(studio, { byChannelId: await studio.createPerson(), payAmount: 999_999_999_999_999 })
    const [, event] = await client.next()
    assert.equal(event.payAmount, '999999999999999')
    assert.deepEqual(await studio.deps.db.read.selectFrom('wallet').selectAll().execute(), [])
  })

  test('a restricted person cannot donate', async () => {
    await using studio = await openTestChannel()
    const who = await studio.createPerson()
    const json = { targetChannelId: who }
    await studio.call('POST', '/open/v1/restrict-channels', { token: studio.token, json })
    assert.deepEqual(statusAndMessage(await donate(studio, { byChannelId: who })), [
      403,
      'FORBIDDEN (restricted in this channel)',
    ])
    assert.deepEqual(await studio.deps.db.read.selectFrom('donation').selectAll().execute(), [])
  })

  test('rejects invalid values by field name, and returns 404 for unknown channels', async () => {
    await using studio = await openTestChannel()
    for (const [field, values, status] of [
      ['payAmount', [0, -1, 1.5, 1e300, null], 400],
      ['donationType', ['MISSION'], 400],
      ['donationText', ['x'.repeat(101), 'a\0b', 5], 400],
      ['byChannelId', ['x'], 400],
      ['byChannelId', [unknownChannelId], 404],
      ['channelId', [unknownChannelId], 404],
    ] as const)
      for (const value of values) {
        const response = await donate(studio, { byChannelId: studio.channelId, [field]: value })
        assert.equal(response.status, status, `${field} ${String(value)}`)
        assert.match(response.body.message ?? '', new RegExp(`\\(${field}: `))
      }
  })

  test('requires the donation scope, and unsubscribing ends delivery', async () => {
    await using studio = await openTestChannel()
    const client = await studio.connectAndSubscribe('donation')
    const changeSubscription = (action: string, token: string) =>
      studio.call('POST', `/open/v1/sessions/events/${action}/donation?sessionKey=${client.sessionKey}`, { token })
    await changeSubscription('unsubscribe', studio.token)
    await donate(studio, { byChannelId: null })
    const data = { eventType: 'DONATION', channelId: studio.channelId }
    assert.deepEqual(await client.drain(), [['SYSTEM', { type: 'unsubscribed', data }]])
    const narrow = await studio.grantToken(studio.channelId, ['구독 조회'])
    assert.equal((await changeSubscription('subscribe', narrow)).status, 403)
  })

  test('revoking one scope ends its subscription and keeps the others', async () => {
    await using studio = await openTestChannel()
    const { channelId } = studio
    const donations = await studio.connectAndSubscribe('donation')
    const subscriptions = await studio.connectAndSubscribe('subscription')
    await studio.grantToken(channelId, ['구독 조회'])
    assert.deepEqual(await donations.next(), [
      'SYSTEM',
      { type: 'revoked', data: { eventType: 'DONATION', channelId } },
    ])
    await donate(studio, { byChannelId: null })
    await studio.sandbox('POST', '/acts/subscribe', { channelId, byChannelId: await studio.createPerson() })
    assert.deepEqual(await donations.drain(), [])
    assert.deepEqual(
      (await subscriptions.drain()).map(([name]) => name),
      ['SUBSCRIPTION'],
    )
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notification, notificationHeaders, wireProfiles } from '@onair/contract'
import { verifyWebhook } from '@onair/sdk/verify-webhook'
import { Compile } from 'typebox/compile'
import { createTestAuthority } from '../../test/certificates.ts'
import { hasValidSignature, type ReceivedRequest } from '../../test/webhook-receiver.ts'
import { openWebhooksTestApp } from './test-helpers.ts'

/** The headers of a request that begin with the prefix, in their very spelling, without it. */
function headersWithPrefix(prefix: string, { rawHeaders }: ReceivedRequest): Record<string, string> {
  const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []))
  return Object.fromEntries(
    pairs.filter(([name]) => name.startsWith(prefix)).map(([name, value]) => [name.slice(prefix.length), value]),
  )
}

test('a claim is notified over HTTPS, byte for byte as the specification says, and signed', async () => {
  const authority = await createTestAuthority()
  const tls = await authority.issueCertificate('localhost')
  await using testApp = await openWebhooksTestApp({}, { out: { allowLoopbackHttp: true, extraCa: authority.ca }, tls })
  const { client, receiver } = testApp
  const person = await testApp.person()
  const claimId = await testApp.claimReward(testApp.sword, person)
  const received = await receiver.next()
  await testApp.waitForAttempts(1)
  const [delivery] = await testApp.deliveries()
  assert.deepEqual(
    [received.method, received.path, received.headers['content-type']],
    ['POST', '/hook', 'application/json'],
  )
  const id = String(delivery?.id)
  const body = {
    message: {
      messageId: id,
      version: '1',
      event: {
        eventTimeMillis: 1_784_385_132_000,
        version: '1',
        eventType: 'drop_reward_claim',
        data: {
          dropsClaimId: claimId,
          channelId: person,
          dropsRewardId: testApp.sword,
          dropsCampaignId: testApp.campaignId,
          dropsCategoryId: 'talk',
          dropsCategoryName: '토크',
          dropsClaimDate: '2026-07-18T14:32:12Z',
        },
      },
    },
    subscription: {
      clientId: client.clientId,
      status: 'ENABLED',
      method: { methodType: 'WEBHOOK', url: receiver.url },
    },
  }
  assert.equal(received.body.toString(), JSON.stringify(body))
  const { 'Event-Message-Signature': signature, ...headers } = headersWithPrefix('Svc-', received)
  assert.deepEqual(headers, {
    'Event-Message-Id': id,
    'Event-Message-Timestamp': '2026-07-18T14:32:12.000Z',
    'Event-Message-Type': 'notification',
    'Event-Message-Data-Type': 'drop_reward_claim',
    'Event-Message-Version': '1',
    'Event-Message-Data-Version': '1',
  })
  assert.ok(hasValidSignature(received, client.clientSecret), signature)
  assert.equal(delivery?.state, 'DELIVERED')
})

test('what is sent is what the contract promises, first and resent', async () => {
  await using testApp = await openWebhooksTestApp()
  const [body, headers] = [Compile(notification), Compile(notificationHeaders)]
  testApp.receiver.replyWith(500)
  await testApp.claimReward()
  const first = await testApp.receiver.next()
  await testApp.waitForAttempts(1)
  testApp.clock.advance(12_000)
  for (const received of [first, await testApp.receiver.next()]) {
    assert.deepEqual(body.Errors(JSON.parse(received.body.toString())), [])
    const { 'Event-Message-Retry': retry, ...others } = headersWithPrefix('Svc-', received)
    const told = { ...others, ...(retry !== undefined && { 'Event-Message-Retry': Number(retry) }) }
    assert.deepEqual(headers.Errors(told), [])
  }
})

for (const wireProfile of wireProfiles)
  test(`the client of the contract takes what is sent for new, and what is resent for known, in the ${wireProfile} profile`, async () => {
    await using testApp = await openWebhooksTestApp({ wireProfile, headerPrefix: 'Own-' })
    const ids = new Set<string>()
    const verifyReceived = async ({ headers, body }: ReceivedRequest) => {
      const verdict = await verifyWebhook({
        headers,
        body,
        secret: testApp.client.clientSecret,
        prefix: wireProfile === 'observed' ? 'Own-' : 'Svc-',
        now: testApp.clock.now(),
        wasProcessed: (id) => ids.has(id) || !ids.add(id),
      })
      return verdict.verdict === 'refused' ? verdict.reason : [verdict.verdict, verdict.resend]
    }
    testApp.receiver.replyWith(500)
    await testApp.claimReward()
    const first = await testApp.receiver.next()
    assert.deepEqual(await verifyReceived(first), ['new', 0])
    await testApp.waitForAttempts(1)
    testApp.clock.advance(12_000)
    assert.deepEqual(await verifyReceived(await testApp.receiver.next()), ['duplicate', 1])
    assert.equal(
      await verifyReceived({ ...first, body: Buffer.concat([first.body, Buffer.from(' ')]) }),
      'wrong signature',
    )
    testApp.clock.advance(600_000)
    assert.equal(await verifyReceived(first), 'too old')
  })

for (const wireProfile of wireProfiles)
  test(`the headers of a notification begin with the prefix of the ${wireProfile} profile`, async () => {
    const app = { wireProfile, headerPrefix: 'Chzzk-' }
    await using testApp = await openWebhooksTestApp(app, { settings: { headerPrefix: 'Own-' } })
    const prefix = wireProfile === 'observed' ? 'Chzzk-' : 'Own-'
    await testApp.claimReward()
    const got = await testApp.receiver.next()
    assert.equal(Object.keys(headersWithPrefix(prefix, got)).length, 7)
    assert.deepEqual(headersWithPrefix(wireProfile === 'observed' ? 'Own-' : 'Chzzk-', got), {})
    assert.ok(hasValidSignature(got, testApp.client.clientSecret, prefix.toLowerCase()))
  })

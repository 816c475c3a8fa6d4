import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { notification, notificationHeaders, wireProfiles } from '@onair/contract'
import { verifyWebhook } from '@onair/sdk/verify-webhook'
import { Compile } from 'typebox/compile'
import { createTestAuthority } from '../../../../tests/support/programs/certificates.ts'
import { hasValidSignature, type ReceivedRequest } from '../../../../tests/support/clients/webhook-receiver.ts'
import { openWebhooksTestApp, type WebhooksTestApp } from './test-helpers.ts'

/** The headers with this prefix, without it, in the case in which they were sent. */
function headersWithPrefix(prefix: string, { rawHeaders }: ReceivedRequest): Record<string, string> {
  const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []))
  return Object.fromEntries(
    pairs.filter(([name]) => name.startsWith(prefix)).map(([name, value]) => [name.slice(prefix.length), value]),
  )
}

/** The body of a notification at the start time of the fake clock, with the fields in the order of the specification. */
function expectedBody(testApp: WebhooksTestApp, ids: { id: string; claimId: string; channelId: string }) {
  return {
    message: {
      messageId: ids.id,
      version: '1',
      event: {
        eventTimeMillis: 1_784_385_132_000,
        version: '1',
        eventType: 'drop_reward_claim',
        data: {
          dropsClaimId: ids.claimId,
          channelId: ids.channelId,
          dropsRewardId: testApp.sword,
          dropsCampaignId: testApp.campaignId,
          dropsCategoryId: 'talk',
          dropsCategoryName: '토크',
          dropsClaimDate: '2026-07-18T14:32:12Z',
        },
      },
    },
    subscription: {
      clientId: testApp.client.clientId,
      status: 'ENABLED',
      method: { methodType: 'WEBHOOK', url: testApp.receiver.url },
    },
  }
}

describe('a notification', () => {
  // Gap 100.
  test('is sent over HTTPS, byte for byte as the specification says, and signed', async () => {
    const authority = await createTestAuthority()
    const tls = await authority.issueCertificate('localhost')
    await using testApp = await openWebhooksTestApp(
      {},
      { out: { allowLoopbackHttp: true, extraCa: authority.ca }, tls },
    )
    const { client, receiver } = testApp
    const person = await testApp.createPerson()
    const claimId = await testApp.claimReward(testApp.sword, person)
    const received = await receiver.next()
    await testApp.waitForAttempts(1)
    const [delivery] = await testApp.loadDeliveries()
    assert.partialDeepStrictEqual(received, {
      method: 'POST',
      path: '/hook',
      headers: { 'content-type': 'application/json' },
    })
    const id = String(delivery?.id)
    const body = expectedBody(testApp, { id, claimId, channelId: person })
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

  test('matches the schema of the contract, also when it is retried', async () => {
    await using testApp = await openWebhooksTestApp()
    const [bodySchema, headersSchema] = [Compile(notification), Compile(notificationHeaders)]
    testApp.receiver.replyWith(500)
    await testApp.claimReward()
    const first = await testApp.receiver.next()
    await testApp.waitForAttempts(1)
    testApp.clock.advance(12_000)
    for (const received of [first, await testApp.receiver.next()]) {
      assert.deepEqual(bodySchema.Errors(JSON.parse(received.body.toString())), [])
      const { 'Event-Message-Retry': retry, ...others } = headersWithPrefix('Svc-', received)
      const headers = { ...others, ...(retry !== undefined && { 'Event-Message-Retry': Number(retry) }) }
      assert.deepEqual(headersSchema.Errors(headers), [])
    }
  })

  for (const wireProfile of wireProfiles)
    test(`verifies in the SDK as new, and a retry as duplicate, in the ${wireProfile} profile`, async () => {
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
        return verdict.verdict === 'rejected' ? verdict.rejection : [verdict.verdict, verdict.retry]
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
    test(`has headers with the prefix of the ${wireProfile} profile`, async () => {
      const app = { wireProfile, headerPrefix: 'Chzzk-' }
      await using testApp = await openWebhooksTestApp(app, { settings: { headerPrefix: 'Own-' } })
      const prefix = wireProfile === 'observed' ? 'Chzzk-' : 'Own-'
      await testApp.claimReward()
      const received = await testApp.receiver.next()
      assert.equal(Object.keys(headersWithPrefix(prefix, received)).length, 7)
      assert.deepEqual(headersWithPrefix(wireProfile === 'observed' ? 'Own-' : 'Chzzk-', received), {})
      assert.ok(hasValidSignature(received, testApp.client.clientSecret, prefix.toLowerCase()))
    })
})

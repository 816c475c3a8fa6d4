import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits, type consoleApi, type ContentOf } from '@onair/contract'
import { verifyWebhook } from '@onair/sdk/verify-webhook'
import { eventually } from '../../../../tests/support/eventually.ts'
import {
  hasValidSignature,
  openWebhookReceiver,
  type ReceivedRequest,
} from '../../../../tests/support/clients/webhook-receiver.ts'
import { openWebhooksTestApp, type OwnerApi, type WebhooksTestApp } from './test-helpers.ts'

const hourMs = 3_600_000
const advanceBy = ({ clock }: WebhooksTestApp, ms: number) => clock.setSystemOffsetMs(clock.systemOffsetMs() + ms)
const newHeader = 'svc-event-message-signature-new'

type Endpoint = ContentOf<typeof consoleApi.webhooks.listWebhookEndpoints>['data'][number]

const listEndpoints = async (owner: OwnerApi): Promise<Endpoint[]> =>
  (await owner.call('GET', '/webhook/endpoints')).body.content.data

async function createEndpoint(owner: OwnerApi, fields: { url: string } & Record<string, unknown>) {
  const { status, body } = await owner.call('POST', '/webhook/endpoints', { name: 'staging', ...fields })
  assert.equal(status, 200, body.message ?? '')
  return body.content as { endpointId: string; secret: string }
}

/** The claim of a received notification. */
const claimIdOf = ({ body }: ReceivedRequest): string =>
  JSON.parse(body.toString()).message.event.data.dropsClaimId as string

/** An application with a registered webhook and a further endpoint. */
async function openEndpointTestApp(fields: Record<string, unknown> = {}) {
  const testApp = await openWebhooksTestApp()
  const further = await openWebhookReceiver()
  const owner = await testApp.signInOwner()
  const { endpointId, secret } = await createEndpoint(owner, { url: further.url, ...fields })
  const path = `/webhook/endpoints/${endpointId}`
  return {
    ...testApp,
    owner,
    further,
    endpointId,
    secret,
    path,
    async [Symbol.asyncDispose]() {
      await further[Symbol.asyncDispose]()
      await testApp[Symbol.asyncDispose]()
    },
  }
}

describe('webhook endpoints', () => {
  // Gap 480.
  test('a claim is sent to the registered webhook and to each endpoint whose filters accept it', async () => {
    await using testApp = await openWebhooksTestApp()
    await using ofTester = await openWebhookReceiver()
    await using ofCampaign = await openWebhookReceiver()
    const owner = await testApp.signInOwner()
    const { clientId, clientSecret } = testApp.client
    const [tester, viewer] = [await testApp.createPerson(), await testApp.createPerson()]
    const other = await testApp.createCampaign(clientId)
    const { secret } = await createEndpoint(owner, { url: ofTester.url, channelIds: [tester] })
    await createEndpoint(owner, { url: ofCampaign.url, name: '다른 게임', campaignIds: [other.campaignId] })
    await createEndpoint(owner, {
      url: ofCampaign.url,
      name: 'both',
      campaignIds: [other.campaignId],
      channelIds: [viewer],
    })

    const ofViewer = await testApp.claimReward(testApp.sword, viewer)
    const ofTesterInOther = await testApp.claimReward(other.rewardIds[0], tester)
    await testApp.waitForAttempts(4)
    assert.deepEqual(testApp.receiver.received.map(claimIdOf).toSorted(), [ofViewer, ofTesterInOther].toSorted())
    assert.deepEqual(ofTester.received.map(claimIdOf), [ofTesterInOther])
    assert.deepEqual(ofCampaign.received.map(claimIdOf), [ofTesterInOther])
    const [registered, further] = [testApp.receiver.received[0]!, ofTester.received[0]!]
    assert.ok(hasValidSignature(registered, clientSecret) && hasValidSignature(further, secret))
    assert.ok(!hasValidSignature(further, clientSecret))
    assert.equal(JSON.parse(further.body.toString()).subscription.method.url, ofTester.url)
    assert.deepEqual(Object.keys(further.headers), Object.keys(registered.headers))

    const endpoints = new Map((await listEndpoints(owner)).map((endpoint) => [endpoint.name, endpoint]))
    assert.deepEqual([...endpoints.keys()].toSorted(), ['both', 'staging', '다른 게임'])
    assert.deepEqual(endpoints.get('staging')?.channels, [{ channelId: tester, channelName: '시청자' }])
    assert.deepEqual(endpoints.get('staging')?.campaigns, [])
    assert.equal(endpoints.get('다른 게임')?.campaigns[0]?.campaignId, other.campaignId)
  })

  test('without a registered webhook, an endpoint gets the notifications', async () => {
    await using testApp = await openEndpointTestApp()
    assert.equal((await testApp.owner.call('DELETE', '/webhook')).status, 200)
    const claimId = await testApp.claimReward()
    assert.equal(claimIdOf(await testApp.further.next()), claimId)
    assert.equal(testApp.receiver.received.length, 0)
  })

  test('an endpoint has deliveries, health, tests, counts and recovery of its own', async () => {
    await using testApp = await openEndpointTestApp()
    const { owner, endpointId, client, further, clock } = testApp
    further.replyWith(410)
    await testApp.claimReward()
    await testApp.waitForAttempts(2)
    const ofEndpoint = await owner.listDeliveries(`?endpointId=${endpointId}`)
    assert.deepEqual(
      ofEndpoint.data.map(({ state }) => state),
      ['EXHAUSTED'],
    )
    const ofRegistered = await owner.listDeliveries(`?endpointId=${client.clientId}`)
    assert.deepEqual(
      ofRegistered.data.map(({ state }) => state),
      ['DELIVERED'],
    )
    assert.equal((await owner.listDeliveries()).data.length, 2)
    assert.ok((await listEndpoints(owner))[0]?.failingSinceDate)
    assert.equal((await owner.getWebhook())?.failingSinceDate, null)

    const since = new Date(clock.now() - hourMs).toISOString()
    const countMissed = async (id: string) =>
      (await owner.call('GET', `/deliveries/recovery?since=${since}&endpointId=${id}`)).body.content.missed
    assert.deepEqual([await countMissed(endpointId), await countMissed(client.clientId)], [1, 0])
    further.replyWith(200)
    assert.equal((await owner.resendDeliveries({ since, endpointId: client.clientId })).length, 0)
    assert.equal((await owner.resendDeliveries({ since, endpointId })).length, 1)
    await testApp.waitForAttempts(3)
    assert.equal(further.received.length, 2)
    assert.equal(testApp.receiver.received.length, 1)

    const test = await owner.call('POST', '/webhook/test', { endpointId })
    await testApp.waitForAttempts(4)
    assert.equal(further.received[2]?.headers['svc-event-message-id'], test.body.content.deliveryId)
    clock.advance(60_000)
    const countAttempts = async (id: string) => {
      const { delivered, failed } = (await owner.call('GET', `/webhook/stats?endpointId=${id}`)).body.content
      return `${delivered} delivered, ${failed} failed`
    }
    await eventually(async () => (await countAttempts(endpointId)) === '2 delivered, 1 failed')
    assert.equal(await countAttempts(client.clientId), '1 delivered, 0 failed')
  })

  test('a disabled endpoint keeps its deliveries, and a deleted one ends them', async () => {
    await using testApp = await openEndpointTestApp()
    const { owner, path, endpointId, further } = testApp
    assert.equal((await owner.call('PUT', path, { status: 'DISABLED', name: 'paused' })).status, 200)
    await testApp.claimReward()
    await testApp.claimReward()
    await testApp.waitForAttempts(2)
    const [paused] = await listEndpoints(owner)
    assert.deepEqual([paused?.name, paused?.status, paused?.waiting], ['paused', 'DISABLED', 2])
    assert.equal((await owner.call('DELETE', path)).status, 200)
    assert.equal((await owner.call('DELETE', path)).status, 404)
    await eventually(async () => {
      const { data } = await owner.listDeliveries(`?endpointId=${endpointId}`)
      return data.length === 2 && data.every(({ state, attempts }) => state === 'EXHAUSTED' && attempts === 0)
    })
    assert.deepEqual([further.received.length, testApp.receiver.received.length], [0, 2])
    const { data } = await owner.listDeliveries(`?endpointId=${endpointId}`)
    const deliveryIds = data.map(({ deliveryId }) => deliveryId)
    assert.equal((await owner.call('POST', '/deliveries/resend', { deliveryIds })).status, 404)
  })

  test('refuses unknown channels, campaigns of others, and URLs to which nothing is sent', async () => {
    await using testApp = await openEndpointTestApp()
    const { owner, path } = testApp
    const other = await testApp.createOtherApp()
    const { campaignId } = await testApp.createCampaign(other.clientId)
    for (const fields of [
      { channelIds: ['f'.repeat(32)] },
      { campaignIds: [campaignId] },
      { url: 'https://10.0.0.1/' },
      { name: ' ' },
    ])
      for (const [method, to] of [
        ['POST', '/webhook/endpoints'],
        ['PUT', path],
      ] as const) {
        const { status } = await owner.call(method, to, { name: 'one', url: testApp.further.url, ...fields })
        assert.equal(status, 400, `${method} ${JSON.stringify(fields)}`)
      }
    assert.equal((await owner.call('PUT', `/webhook/endpoints/${testApp.client.clientId}`, {})).status, 404)
    assert.equal((await listEndpoints(owner)).length, 1)
  })

  test('concurrent requests create no more endpoints than an application can have', async () => {
    await using testApp = await openEndpointTestApp()
    const { owner, further } = testApp
    const statuses = await Promise.all(
      Array.from({ length: 9 }, async (_, n) => {
        const { status } = await owner.call('POST', '/webhook/endpoints', { name: `${n}`, url: further.url })
        return status
      }),
    )
    assert.deepEqual(statuses.filter((status) => status === 200).length, limits.webhookEndpoints - 2)
    assert.equal((await listEndpoints(owner)).length, limits.webhookEndpoints - 1)
    await testApp.claimReward()
    await testApp.waitForAttempts(limits.webhookEndpoints)
    assert.equal(further.received.length, limits.webhookEndpoints - 1)
  })
})

describe('the explanation of a missing claim', () => {
  test('judges every endpoint: its filters, its state and its delivery', async () => {
    await using testApp = await openWebhooksTestApp()
    await using gone = await openWebhookReceiver()
    await using broken = await openWebhookReceiver()
    gone.replyWith(410)
    broken.replyWith(500)
    const owner = await testApp.signInOwner()
    const { client, receiver } = testApp
    const [tester, viewer] = [await testApp.createPerson(), await testApp.createPerson()]
    const { campaignId } = await testApp.createCampaign(client.clientId)
    const names = new Map<string, string>()
    const create = async (name: string, fields: object = {}) => {
      const { endpointId } = await createEndpoint(owner, { name, url: receiver.url, ...fields })
      names.set(endpointId, name)
      return `/webhook/endpoints/${endpointId}`
    }
    await create('gone', { url: gone.url })
    await create('failing', { url: broken.url })
    await create('of another campaign', { campaignIds: [campaignId] })
    await create('of testers in another campaign', { campaignIds: [campaignId], channelIds: [tester] })
    const filtered = await create('changed filter', { channelIds: [tester] })
    const paused = await create('paused')
    await owner.call('PUT', paused, { status: 'DISABLED' })
    const deleted = await create('deleted')
    await owner.call('PUT', deleted, { status: 'DISABLED' })
    await testApp.claimReward(testApp.sword, viewer)
    await testApp.waitForAttempts(3)
    await owner.call('DELETE', deleted)
    await owner.call('PUT', filtered, { channelIds: [] })
    testApp.clock.advance(1_000)
    await create('later')

    type Verdict = { reason: string; details: { filters: string[] | null; failingSinceDate: string | null } }
    type Explanation = Verdict & { endpoints: (Verdict & { endpointId: string; name: string | null })[] }
    const query = `eventType=drop_reward_claim&channelId=${viewer}&to=WEBHOOK`
    const explained: Explanation = (await owner.call('GET', `/why-not?${query}`)).body.content
    assert.equal(explained.reason, 'SENT')
    const verdicts = explained.endpoints.map(({ endpointId, reason, details: { filters, failingSinceDate } }) => [
      names.get(endpointId),
      failingSinceDate === null ? reason : `${reason}, failing`,
      filters,
    ])
    assert.deepEqual(Object.fromEntries(verdicts.map(([name, ...rest]) => [name, rest])), {
      gone: ['EXHAUSTED', null],
      failing: ['WAITING, failing', null],
      'of another campaign': ['EXCLUDED_BY_FILTER', ['CAMPAIGNS']],
      'of testers in another campaign': ['EXCLUDED_BY_FILTER', ['CAMPAIGNS', 'VIEWERS']],
      'changed filter': ['EXCLUDED_BY_FILTER', []],
      paused: ['WEBHOOK_DISABLED', null],
      later: ['CREATED_LATER', null],
      deleted: ['ENDPOINT_DELETED', null],
    })
    assert.equal(explained.endpoints.at(-1)?.name, null)
    const explain = async (of = '') => {
      const fields = { clientId: client.clientId, ...Object.fromEntries(new URLSearchParams(of)) }
      return (await testApp.tryAct('explainMissingEvent', fields)).body.content
    }
    assert.deepEqual(await explain(query), explained)
    const ofSession = await explain(query.split('&to')[0])
    assert.deepEqual(ofSession.endpoints, [])
  })

  test('a test of one endpoint was not meant for the others', async () => {
    await using testApp = await openEndpointTestApp()
    const { owner, endpointId } = testApp
    await owner.call('POST', '/webhook/test', { endpointId })
    await testApp.waitForAttempts(1)
    const { data } = (await owner.call('GET', '/records?kind=event')).body.content
    const path = `/why-not?recordPosition=${data[0].position}&to=WEBHOOK`
    const { reason, endpoints } = (await owner.call('GET', path)).body.content
    assert.deepEqual([reason, endpoints[0].reason], ['TEST_OF_OTHER_ENDPOINT', 'SENT'])
  })
})

describe('the secret of an endpoint', () => {
  test('both secrets sign until the chosen time; a receiver with either verifies', async () => {
    await using testApp = await openEndpointTestApp()
    const { owner, path, further, secret: older, clock } = testApp
    assert.equal((await owner.call('POST', `${path}/secret`, { overlapHours: 25 })).status, 400)
    const rotated = await owner.call('POST', `${path}/secret`, { overlapHours: 2 })
    assert.equal(rotated.status, 200)
    const { secret: newer, olderEndsDate } = rotated.body.content
    assert.equal(olderEndsDate, '2026-07-18T16:32:12.000Z')
    assert.equal((await listEndpoints(owner))[0]?.olderSecretEndsDate, olderEndsDate)
    advanceBy(testApp, 2 * hourMs - 1)
    await testApp.claimReward()
    const both = await further.next()
    assert.ok(hasValidSignature(both, older))
    for (const secret of [older, newer])
      assert.equal((await verifyWebhook({ ...both, secret, now: clock.now() })).verdict, 'new')

    advanceBy(testApp, 1)
    await testApp.claimReward()
    const last = await further.next()
    assert.ok(hasValidSignature(last, newer))
    assert.equal(last.headers[newHeader], undefined)
    assert.equal((await listEndpoints(owner))[0]?.olderSecretEndsDate, null)
    assert.ok(testApp.receiver.received.every(({ headers }) => headers[newHeader] === undefined))
  })

  test('one of 9 concurrent rotations succeeds, and the older secret can be revoked', async () => {
    await using testApp = await openEndpointTestApp()
    const { owner, path, further } = testApp
    const responses = await Promise.all(Array.from({ length: 9 }, () => owner.call('POST', `${path}/secret`)))
    const [rotated, ...others] = responses.toSorted((a, b) => a.status - b.status)
    assert.deepEqual([rotated?.status, new Set(others.map(({ status }) => status))], [200, new Set([400])])
    assert.equal((await owner.call('DELETE', `${path}/secret/older`)).status, 200)
    assert.equal((await owner.call('DELETE', `${path}/secret/older`)).status, 404)
    await testApp.claimReward()
    const received = await further.next()
    assert.ok(hasValidSignature(received, rotated?.body.content.secret))
    assert.equal(received.headers[newHeader], undefined)
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openWebhookReceiver } from '../../../../tests/support/clients/webhook-receiver.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { openWebhooksTestApp, type WebhooksTestApp } from './test-helpers.ts'

const dayMs = 86_400_000
/** Advances the platform's time without process time, as the sandbox does. */
const advanceBy = ({ clock }: WebhooksTestApp, ms: number) => clock.setSystemOffsetMs(clock.systemOffsetMs() + ms)
const statusAndMessage = ({ status, body }: { status: number; body: { message: string | null } }) => [
  status,
  body.message,
]

describe('the webhook URL', () => {
  // Gap 107.
  test('the URL can be set, changed and removed; waiting deliveries go to the new one', async () => {
    await using testApp = await openWebhooksTestApp({ webhookUrl: undefined })
    await using second = await openWebhookReceiver()
    const owner = await testApp.signInOwner()
    assert.equal(await owner.getWebhook(), null)
    await testApp.claimReward()
    assert.deepEqual(await testApp.loadDeliveries(), [])

    assert.equal((await owner.call('PUT', '/webhook', { url: testApp.receiver.url })).status, 200)
    assert.deepEqual(await owner.getWebhook(), {
      url: testApp.receiver.url,
      status: 'ENABLED',
      statusReason: null,
      changedDate: '2026-07-18T14:32:12.000Z',
      failingSinceDate: null,
      waiting: 0,
    })
    testApp.receiver.replyWith(500)
    await testApp.claimReward()
    await testApp.waitForAttempts(1)
    assert.equal((await owner.call('PUT', '/webhook', { url: second.url })).status, 200)
    testApp.clock.advance(12_000)
    const retried = await second.next()
    assert.equal(retried.headers['svc-event-message-retry'], '1')
    assert.deepEqual(retried.body, testApp.receiver.received[0]?.body)

    assert.equal((await owner.call('DELETE', '/webhook')).status, 200)
    assert.deepEqual(statusAndMessage(await owner.call('DELETE', '/webhook')), [404, 'NOT_FOUND (no webhook)'])
    await testApp.claimReward()
    await testApp.waitForPoll()
    assert.deepEqual([testApp.receiver.received.length, second.received.length], [1, 1])
  })

  for (const [url, why] of [
    ['http://receiver.example/hook', 'webhooks do not support the scheme http:'],
    ['https://receiver.example:8443/hook', 'webhooks are not sent to port 8443'],
    ['https://user:word@receiver.example/', 'a webhook URL must not contain a user name or password'],
    ['ftp://receiver.example/', 'webhooks do not support the scheme ftp:'],
    ['receiver.example/hook', 'is not a valid URL'],
    ['https://10.0.0.1/', 'webhooks are not sent to the address 10.0.0.1'],
    ['https://[fd00::1]/', 'webhooks are not sent to the address fd00::1'],
    ['https://0xA9FEA9FE/', 'webhooks are not sent to the address 169.254.169.254'],
  ] as const)
    // Gap 105.
    test(`rejects ${url} with the reason, at registration and in an update`, async () => {
      await using testApp = await openWebhooksTestApp()
      const owner = await testApp.signInOwner()
      const expected = [400, `잘못된 값을 입력했습니다. (webhookUrl: ${why})`]
      assert.deepEqual(statusAndMessage(await owner.call('PUT', '/webhook', { url })), expected)
      const json = { name: 'bot', redirectUri: 'http://127.0.0.1:9/', webhookUrl: url }
      assert.deepEqual(statusAndMessage(await testApp.tryAct('createApp', json)), expected)
    })
})

describe('the status of a webhook', () => {
  test('a DISABLED webhook receives nothing, and all waiting deliveries when it is ENABLED again', async () => {
    await using testApp = await openWebhooksTestApp()
    let owner = await testApp.signInOwner()
    testApp.receiver.replyWith(500)
    const claims = [await testApp.claimReward()]
    await testApp.waitForAttempts(1)
    assert.equal((await owner.call('PUT', '/webhook', { status: 'DISABLED' })).status, 200)
    for (let count = 0; count < 3; count++) claims.push(await testApp.claimReward())
    advanceBy(testApp, 20 * dayMs)
    owner = await testApp.signInOwner()
    testApp.clock.advance(60_000)
    await testApp.waitForPoll()
    assert.equal(testApp.receiver.received.length, 1)
    const webhook = await owner.getWebhook()
    const statusReason = { code: 'DISABLED_MANUALLY', params: {} }
    assert.partialDeepStrictEqual(webhook, { status: 'DISABLED', statusReason, waiting: 4 })

    testApp.receiver.replyWith(200)
    assert.equal((await owner.call('PUT', '/webhook', { status: 'ENABLED' })).status, 200)
    await testApp.receiver.waitForCount(5)
    const received = testApp.receiver.received.slice(1).map(({ body, headers }) => {
      const { message } = JSON.parse(body.toString())
      return [message.event.data.dropsClaimId, headers['svc-event-message-retry']] as const
    })
    assert.deepEqual(new Map(received), new Map(claims.map((id, index) => [id, index === 0 ? '1' : undefined])))
  })

  // Gap 104.
  test('a webhook becomes DISABLED at the first failure after exactly three days without success', async () => {
    for (const [ms, status] of [
      [3 * dayMs - 1, 'ENABLED'],
      [3 * dayMs, 'DISABLED'],
    ] as const) {
      await using testApp = await openWebhooksTestApp()
      const owner = await testApp.signInOwner()
      testApp.receiver.replyWith(410)
      await testApp.claimReward()
      await testApp.waitForAttempts(1)
      advanceBy(testApp, ms)
      await testApp.claimReward()
      await testApp.waitForAttempts(2)
      const webhook = await owner.getWebhook()
      assert.equal(webhook?.status, status)
      assert.equal(webhook?.failingSinceDate, '2026-07-18T14:32:12.000Z')
      if (status === 'ENABLED') continue
      assert.deepEqual(webhook?.statusReason, { code: 'DISABLED_AFTER_FAILURES', params: { days: 3 } })
      assert.equal(webhook?.changedDate, '2026-07-21T14:32:12.000Z')
      assert.ok(testApp.log.lines.some(({ text }) => text === 'webhook.disabled'))
      await testApp.claimReward()
      await testApp.waitForPoll()
      assert.equal(testApp.receiver.received.length, 2)
    }
  })

  test('a success or a new URL restarts the three days', async () => {
    await using testApp = await openWebhooksTestApp()
    const owner = await testApp.signInOwner()
    const statusAfter = async (responseStatus: number, attempts: number) => {
      testApp.receiver.replyWith(responseStatus)
      await testApp.claimReward()
      await testApp.waitForAttempts(attempts)
      return (await owner.getWebhook())?.status
    }
    assert.equal(await statusAfter(410, 1), 'ENABLED')
    advanceBy(testApp, 2 * dayMs)
    assert.equal(await statusAfter(200, 2), 'ENABLED')
    advanceBy(testApp, 2 * dayMs)
    assert.equal(await statusAfter(410, 3), 'ENABLED')
    advanceBy(testApp, 2 * dayMs)
    // The password was last entered days ago.
    const again = await testApp.signInOwner()
    assert.equal((await again.call('PUT', '/webhook', { url: `${testApp.receiver.url}/new` })).status, 200)
    advanceBy(testApp, 2 * dayMs)
    assert.equal(await statusAfter(410, 4), 'ENABLED')
    advanceBy(testApp, 3 * dayMs)
    assert.equal(await statusAfter(410, 5), 'DISABLED')
  })
})

describe('authorization', () => {
  test('another person cannot read or change the webhook, its deliveries and secrets', async () => {
    await using testApp = await openWebhooksTestApp()
    await testApp.claimReward()
    await testApp.waitForAttempts(1)
    const [delivery] = await testApp.loadDeliveries()
    const { clientId } = testApp.client
    await using other = await openWebhooksTestApp()
    const { email, password } = await testApp.act('createPerson', { channelName: 'other' })
    const otherPerson = httpBrowser(testApp.url)
    await otherPerson.signIn(email, password)
    for (const [method, path, json] of [
      ['GET', '/webhook', undefined],
      ['PUT', '/webhook', { url: other.receiver.url }],
      ['DELETE', '/webhook', {}],
      ['POST', '/secret', {}],
      ['DELETE', '/secret/older', {}],
      ['GET', '/deliveries', undefined],
      ['GET', `/deliveries/${delivery?.id}`, undefined],
      ['POST', '/deliveries/resend', { deliveryIds: [delivery?.id] }],
    ] as const) {
      const response = await otherPerson.callConsole(method, `/apps/${clientId}${path}`, json)
      assert.deepEqual(statusAndMessage(response), [404, 'NOT_FOUND (you have no such application)'], path)
    }
    assert.equal((await testApp.loadDeliveries()).length, 1)
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hasValidSignature } from '../../../tests/support/clients/webhook-receiver.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { addSandbox, openSandboxApp, testSandbox, type SandboxApp } from '../../../tests/support/apps/sandbox-app.ts'
import { openDropsTestApp } from '@onair/server/features/drops/test-helpers.ts'

const postToSink = (testApp: SandboxApp, name: string, body = 'hello', headers = {}) =>
  fetch(`${testApp.url}/sandbox/v1/sinks/${name}`, { method: 'POST', body, headers })

describe('sinks', () => {
  test('store requests and respond as configured', async () => {
    await using testApp = await openSandboxApp()
    await testApp.sandbox('PUT', '/sinks/hook', { status: 202, failFirst: 2, failStatus: 503 })
    const statuses = []
    for (let at = 0; at < 3; at++)
      statuses.push((await postToSink(testApp, 'hook', `안녕 ${at}`, { 'X-Note': `${at}` })).status)
    assert.deepEqual(statuses, [503, 503, 202])
    const { received, requests } = await testApp.sandbox('GET', '/sinks/hook')
    assert.equal(received, 3)
    assert.deepEqual(
      requests.map(({ number, body, responseStatus, receivedDate }: Record<string, unknown>) => [
        number,
        body,
        responseStatus,
        receivedDate,
      ]),
      [503, 503, 202].map((responseStatus, at) => [at + 1, `안녕 ${at}`, responseStatus, '2026-07-18T14:32:12.000Z']),
    )
    assert.equal(Buffer.from(requests[2].bodyBase64, 'base64').toString(), '안녕 2')
    assert.equal(requests[2].headers['X-Note'], '2')
    assert.equal((await testApp.sandbox('GET', '/sinks/hook?after=2')).requests.length, 1)
  })

  test('delay the response in real time', async () => {
    await using testApp = await openSandboxApp()
    await testApp.sandbox('PUT', '/sinks/slow', { delayMs: 30_000 })
    let status = 0
    const response = postToSink(testApp, 'slow').then((received) => (status = received.status))
    await eventually(async () => (await testApp.sandbox('GET', '/sinks/slow')).received === 1)
    testApp.clock.setSystemOffsetMs(86_400_000)
    testApp.clock.advance(29_999)
    await testApp.sandbox('GET', '/sinks/slow')
    assert.equal(status, 0)
    testApp.clock.advance(1)
    assert.equal(await response, 200)
  })

  test('accept requests before they are configured, and delete them when set, deleted or reset', async () => {
    await using testApp = await openSandboxApp()
    assert.equal((await postToSink(testApp, 'new')).status, 200)
    assert.equal((await testApp.sandbox('GET', '/sinks/new')).received, 1)
    await testApp.sandbox('PUT', '/sinks/new')
    assert.deepEqual(await testApp.sandbox('GET', '/sinks/new'), { received: 0, requests: [] })
    await postToSink(testApp, 'new')
    await testApp.sandbox('DELETE', '/sinks/new')
    assert.deepEqual(await testApp.sandbox('GET', '/sinks/new'), { received: 0, requests: [] })
    assert.equal((await postToSink(testApp, 'not%20a%20name')).status, 404)
    await postToSink(testApp, 'new')
    await testApp.sandbox('POST', '/reset')
    assert.equal((await testApp.sandbox('GET', '/sinks/new')).received, 0)
  })

  test('keep the last 100 requests, and the 100 sinks used last', async () => {
    await using testApp = await openSandboxApp()
    for (let at = 1; at <= 105; at++) await postToSink(testApp, 'many', `${at}`)
    const { received, requests } = await testApp.sandbox('GET', '/sinks/many')
    assert.deepEqual([received, requests.length, requests[0].body, requests[99].body], [105, 100, '6', '105'])
    for (let at = 1; at <= 100; at++) await postToSink(testApp, `sink-${at}`)
    assert.equal((await testApp.sandbox('GET', '/sinks/many')).received, 0)
    assert.equal((await testApp.sandbox('GET', '/sinks/sink-100')).received, 1)
    assert.equal((await testApp.deps.db.read.selectFrom('sink').selectAll().execute()).length, 100)
  })

  test('count each of 50 concurrent requests once, and fail exactly the first 10', async () => {
    await using testApp = await openSandboxApp()
    await testApp.sandbox('PUT', '/sinks/hook', { failFirst: 10 })
    const responses = await Promise.all(Array.from({ length: 50 }, () => postToSink(testApp, 'hook')))
    assert.equal(responses.filter(({ status }) => status === 500).length, 10)
    const { requests } = await testApp.sandbox('GET', '/sinks/hook')
    assert.deepEqual(
      requests.map(({ number }: { number: number }) => number),
      Array.from({ length: 50 }, (_, at) => at + 1),
    )
  })

  test('receive webhooks, which are retried after a failure', async () => {
    await using testApp = addSandbox(await openDropsTestApp({}, { openExtension: testSandbox() }))
    await testApp.sandbox('PUT', '/sinks/game', { failFirst: 1 })
    const client = await testApp.sandbox('POST', '/apps', {
      name: 'game',
      redirectUri: 'http://127.0.0.1:9/callback',
      organizationId: 'company',
      webhookUrl: `${testApp.url}/sandbox/v1/sinks/game`,
    })
    const { rewardIds } = await testApp.createCampaign(client.clientId)
    await testApp.claimReward(rewardIds[0])
    await testApp.sandbox('POST', '/clock', { advanceSeconds: 12 })
    const { requests } = await testApp.sandbox('GET', '/sinks/game')
    assert.deepEqual(
      requests.map((one: Record<string, Record<string, string>>) => [
        one['responseStatus'],
        one['headers']?.['Svc-Event-Message-Retry'],
      ]),
      [
        [500, undefined],
        [200, '1'],
      ],
    )
    const [{ headers, bodyBase64 }] = requests
    const lower = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    )
    const received = {
      method: 'POST',
      path: '',
      rawHeaders: [],
      headers: lower,
      body: Buffer.from(bodyBase64, 'base64'),
    }
    assert.ok(hasValidSignature(received, client.clientSecret))
  })
})

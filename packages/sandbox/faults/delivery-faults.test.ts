import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FaultRule } from '@onair/contract'
import { openWebhooksTestApp, type WebhooksTestApp } from '@onair/server/features/webhooks/test-helpers.ts'
import { hasValidSignature, type ReceivedRequest } from '../../../tests/support/clients/webhook-receiver.ts'
import { addSandbox, testSandbox } from '../../../tests/support/apps/sandbox-app.ts'

const idOf = ({ headers }: ReceivedRequest) => headers['svc-event-message-id']
const faultOf = ({ headers }: ReceivedRequest) => headers['x-onair-fault']
const ageMsOf = ({ headers }: ReceivedRequest, { clock }: WebhooksTestApp) =>
  clock.now() - Date.parse(String(headers['svc-event-message-timestamp']))

const openFaultyWebhooks = async () => addSandbox(await openWebhooksTestApp({}, { openExtension: testSandbox() }))
type FaultyWebhooks = Awaited<ReturnType<typeof openFaultyWebhooks>>

const setRules = (testApp: FaultyWebhooks, ...rules: FaultRule[]) =>
  testApp.sandbox('PUT', '/faults', {
    seed: 1,
    rules: rules.map((rule) => ({ endpoint: testApp.receiver.url, ...rule })),
  })

/** The bytes of requests, but for the ids of what happened and the signatures over them. */
function describeRequests(requests: ReceivedRequest[], secret: string): string {
  const ids: string[] = []
  const text = requests
    .map((request) => {
      const { rawHeaders, body } = request
      const isSigned = hasValidSignature(request, secret)
      const headers = rawHeaders.map((value) => (value.startsWith('sha256=') ? `signature valid: ${isSigned}` : value))
      return [...headers, body.toString()].join('\n')
    })
    .join('\n\n')
  return text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}/g, (id) => {
    if (!ids.includes(id)) ids.push(id)
    return `id ${ids.indexOf(id)}`
  })
}

describe('webhook faults', () => {
  test('an attempt is sent twice, with a wrong signature, or with an old timestamp, and names its fault', async () => {
    await using testApp = await openFaultyWebhooks()
    const { receiver, client } = testApp
    await setRules(testApp, { kind: 'webhook-doubled', nth: 1 })
    await testApp.claimReward()
    const [first, second] = [await receiver.next(), await receiver.next()]
    assert.deepEqual([idOf(second), second.body, second.headers], [idOf(first), first.body, first.headers])
    assert.deepEqual([faultOf(first), hasValidSignature(first, client.clientSecret)], ['webhook-doubled', true])

    await setRules(testApp, { kind: 'webhook-wrong-signature', eventType: 'drop_reward_claim', nth: 1 })
    await testApp.claimReward()
    const forged = await receiver.next()
    assert.deepEqual(
      [faultOf(forged), hasValidSignature(forged, client.clientSecret)],
      ['webhook-wrong-signature', false],
    )

    await setRules(testApp, { kind: 'webhook-old-timestamp', clientId: client.clientId, nth: 1 })
    await testApp.claimReward()
    const old = await receiver.next()
    assert.deepEqual([faultOf(old), hasValidSignature(old, client.clientSecret)], ['webhook-old-timestamp', true])
    assert.equal(ageMsOf(old, testApp), 15 * 60_000)

    await testApp.claimReward()
    assert.equal(faultOf(await receiver.next()), undefined)
    await testApp.deps.recorder.flush()
    const { data } = await testApp.sandbox('GET', '/records?kind=delivery&name=fault')
    assert.deepEqual(
      data.map(({ name }: { name: string }) => name),
      ['fault webhook-old-timestamp', 'fault webhook-wrong-signature', 'fault webhook-doubled'],
    )
  })

  test('an attempt is not signed, changed after it was signed, of a later version, or not sent', async () => {
    await using testApp = await openFaultyWebhooks()
    const { receiver, client } = testApp
    const isValid = (request: ReceivedRequest) => hasValidSignature(request, client.clientSecret)
    const receive = async (kind: FaultRule['kind']) => {
      await setRules(testApp, { kind, nth: 1 })
      await testApp.claimReward()
      const request = await receiver.next()
      assert.equal(faultOf(request), kind)
      return { request, body: JSON.parse(request.body.toString()) }
    }
    const unsigned = await receive('webhook-unsigned')
    assert.equal(unsigned.request.headers['svc-event-message-signature'], undefined)
    assert.equal(isValid((await receive('webhook-changed-body')).request), false)
    const reformatted = await receive('webhook-reformatted')
    assert.equal(isValid(reformatted.request), true)
    assert.notEqual(reformatted.request.body.toString(), JSON.stringify(reformatted.body))
    assert.match(reformatted.request.body.toString(), /\\u[0-9A-F]{4}/)
    assert.deepEqual(Object.keys(reformatted.body), ['subscription', 'message'])
    const { subscription } = reformatted.body
    assert.equal(subscription.method.url, testApp.receiver.url)
    const fields = await receive('webhook-unknown-fields')
    assert.deepEqual([isValid(fields.request), 'futureField' in fields.body.message.event.data], [true, true])
    const type = await receive('webhook-unknown-type')
    assert.deepEqual(
      [isValid(type.request), type.body.message.event.eventType, type.request.headers['svc-event-message-data-type']],
      [true, 'future_event', 'future_event'],
    )
    await testApp.waitForAttempts(5)
    await setRules(testApp, { kind: 'webhook-lost', nth: 1 })
    await testApp.claimReward()
    await testApp.waitForAttempts(6)
    assert.equal(receiver.received.length, 5)
    const listErrors = async () => {
      await testApp.deps.recorder.flush()
      const { data } = await testApp.sandbox('GET', '/records?kind=delivery&status=error')
      return data.map(({ status, delivery }: any) => [status, delivery.state, delivery.failure !== null])
    }
    const errors = await listErrors()
    assert.ok(errors.length > 0)
    for (const error of errors) assert.deepEqual(error, [null, 'WAITING', true])
    testApp.clock.advance(12_000)
    const retry = await receiver.next()
    assert.deepEqual([faultOf(retry), isValid(retry), retry.headers['svc-event-message-retry']], [undefined, true, '1'])
    await testApp.waitForAttempts(7)
    assert.deepEqual(await listErrors(), [])
  })

  test('a retry after a changed body has the body of the notification', async () => {
    await using testApp = await openFaultyWebhooks()
    const { receiver, client } = testApp
    receiver.replyWith(500)
    await setRules(testApp, { kind: 'webhook-unknown-fields', nth: 1 })
    await testApp.claimReward()
    await receiver.next()
    await testApp.waitForAttempts(1)
    testApp.clock.advance(12_000)
    const retry = await receiver.next()
    assert.equal('futureField' in JSON.parse(retry.body.toString()), false)
    assert.equal(hasValidSignature(retry, client.clientSecret), true)
  })

  test('the same seed gives the same notifications, byte for byte', async () => {
    await using testApp = await openFaultyWebhooks()
    let attempts = 0
    const run = async (seed: number) => {
      const kinds = ['webhook-doubled', 'webhook-wrong-signature', 'webhook-old-timestamp', 'webhook-lost'] as const
      await testApp.sandbox('PUT', '/faults', { seed, rules: kinds.map((kind) => ({ kind, probability: 0.3 })) })
      const start = testApp.receiver.received.length
      for (let n = 0; n < 12; n++) {
        await testApp.claimReward()
        await testApp.waitForAttempts((attempts += 1))
      }
      await testApp.sandbox('DELETE', '/faults')
      return describeRequests(testApp.receiver.received.slice(start), testApp.client.clientSecret)
    }
    const first = await run(7)
    assert.match(first, /webhook-doubled/)
    assert.equal(await run(7), first)
    assert.notEqual(await run(8), first)
  })

  test('a notification arrives late, by the clock of the platform', async () => {
    await using testApp = await openFaultyWebhooks()
    await setRules(testApp, { kind: 'webhook-delayed', nth: 1, delayMs: 60_000 })
    await testApp.claimReward()
    await testApp.waitForPoll()
    assert.equal(testApp.receiver.received.length, 0)
    await testApp.sandbox('POST', '/clock', { advanceSeconds: 60 })
    assert.equal(testApp.receiver.received.length, 1)
  })

  test('a notification arrives after the next one of the application', async () => {
    await using testApp = await openFaultyWebhooks()
    const { receiver } = testApp
    await setRules(testApp, { kind: 'webhook-reordered', nth: 1 })
    await testApp.claimReward()
    await testApp.waitForPoll()
    await testApp.claimReward()
    const received = [await receiver.next(), await receiver.next()]
    const deliveries = await testApp.loadDeliveries()
    assert.deepEqual(received.map(idOf), deliveries.map(({ id }) => id).toReversed())
  })

  test('the responses to a notification are ignored until its fourth attempt', async () => {
    await using testApp = await openFaultyWebhooks()
    await setRules(testApp, { kind: 'webhook-retried', nth: 1 })
    await testApp.claimReward()
    await testApp.receiver.next()
    for (const [at, waitSec] of [12, 144, 2_160].entries()) {
      await testApp.waitForAttempts(at + 1)
      testApp.clock.advance(waitSec * 1_000)
      await testApp.receiver.next()
    }
    await testApp.waitForAttempts(4)
    const received = testApp.receiver.received
    assert.deepEqual([new Set(received.map(idOf)).size, received.length], [1, 4])
    assert.deepEqual(received.map(faultOf), ['webhook-retried', 'webhook-retried', 'webhook-retried', undefined])
    assert.equal((await testApp.loadDeliveries())[0]?.state, 'DELIVERED')
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hasValidSignature, type ReceivedRequest } from '../../../../tests/support/clients/webhook-receiver.ts'
import { claimReward } from '../../features/drops/claim-reward.ts'
import { openWebhooksTestApp, type WebhooksTestApp } from '../../features/webhooks/test-helpers.ts'

const idOf = ({ headers }: ReceivedRequest) => headers['svc-event-message-id']
const retryOf = ({ headers }: ReceivedRequest) => headers['svc-event-message-retry']
const timestampOf = ({ headers }: ReceivedRequest) => headers['svc-event-message-timestamp']

const unsuccessful = (status: number) => ({ code: 'UNSUCCESSFUL_STATUS', params: { status } })

/**
 * Expects the next retry between 80 % and 120 % of `waitSec`. The worker polls every second and the last advance must be
 * longer than that, so `waitSec` is at least 3.
 */
async function expectRetryAfter(testApp: WebhooksTestApp, waitSec: number): Promise<ReceivedRequest> {
  const before = (await testApp.loadAttempts()).length
  await testApp.waitForAttempts(before)
  testApp.clock.advance(waitSec * 800 - 1)
  await testApp.waitForPoll()
  assert.equal((await testApp.loadAttempts()).length, before, `retried before ${waitSec * 0.8} s`)
  testApp.clock.advance(waitSec * 400 + 1)
  return testApp.receiver.next()
}

/** Advances the platform's time without process time, as the sandbox does. */
const advanceBy = ({ clock }: WebhooksTestApp, ms: number) => clock.setSystemOffsetMs(clock.systemOffsetMs() + ms)

describe('retries', () => {
  // Gap 102.
  test('a failed delivery is retried after 10 seconds, 2 minutes and 30 minutes with the same message, and then exhausted', async () => {
    await using testApp = await openWebhooksTestApp()
    testApp.receiver.replyWith(503)
    await testApp.claimReward()
    const received = [await testApp.receiver.next()]
    for (const waitSec of [10, 120, 1800]) received.push(await expectRetryAfter(testApp, waitSec))
    await testApp.waitForAttempts(4)
    advanceBy(testApp, 30 * 86_400_000)
    testApp.clock.advance(1_000)
    await testApp.waitForPoll()
    assert.equal(testApp.receiver.received.length, 4)

    assert.deepEqual(received.map(retryOf), [undefined, '1', '2', '3'])
    assert.equal(new Set(received.map(idOf)).size, 1)
    assert.equal(new Set(received.map(({ body }) => body.toString('hex'))).size, 1)
    assert.equal(new Set(received.map(timestampOf)).size, 4)
    for (const request of received) assert.ok(hasValidSignature(request, testApp.client.clientSecret))
    const attempts = await testApp.loadAttempts()
    assert.deepEqual(
      attempts.map(({ began_at }) => new Date(began_at).toISOString()),
      received.map(timestampOf),
    )
    assert.deepEqual(
      attempts.map(({ retry_no, outcome, failure }) => ({ retry_no, outcome, failure })),
      [0, 1, 2, 3].map((retry_no) => ({ retry_no, outcome: 'FAILED', failure: unsuccessful(503) })),
    )
    const [delivery] = await testApp.loadDeliveries()
    assert.deepEqual([delivery?.state, delivery?.attempts], ['EXHAUSTED', 4])
  })

  test('a delivery that succeeds on a retry is not retried again', async () => {
    await using testApp = await openWebhooksTestApp()
    testApp.receiver.replyWith(500)
    await testApp.claimReward()
    await testApp.receiver.next()
    await testApp.waitForAttempts(1)
    testApp.receiver.replyWith(204)
    testApp.clock.advance(12_000)
    assert.equal(retryOf(await testApp.receiver.next()), '1')
    await testApp.waitForAttempts(2)
    advanceBy(testApp, 86_400_000)
    await testApp.waitForPoll()
    assert.equal(testApp.receiver.received.length, 2)
    assert.equal((await testApp.loadDeliveries())[0]?.state, 'DELIVERED')
  })

  test('410 exhausts the delivery without a retry', async () => {
    await using testApp = await openWebhooksTestApp()
    testApp.receiver.replyWith(410)
    await testApp.claimReward()
    await testApp.waitForAttempts(1)
    advanceBy(testApp, 86_400_000)
    await testApp.waitForPoll()
    assert.equal(testApp.receiver.received.length, 1)
    assert.equal((await testApp.loadDeliveries())[0]?.state, 'EXHAUSTED')
  })

  test('the sandbox clock advances the waits between retries', async () => {
    await using testApp = await openWebhooksTestApp()
    testApp.receiver.replyWith(500)
    await testApp.claimReward()
    for (const [at, seconds] of [12, 144, 2_160].entries()) {
      await testApp.waitForAttempts(at + 1)
      await testApp.act('moveClock', { advanceSeconds: seconds })
      await testApp.receiver.waitForCount(at + 2)
    }
    assert.deepEqual(testApp.receiver.received.map(retryOf), [undefined, '1', '2', '3'])
  })

  test('ONAIR_WEBHOOK_RETRY_SEC sets the waits', async () => {
    await using testApp = await openWebhooksTestApp({}, { settings: { webhookRetrySec: [3, 4, 5] } })
    testApp.receiver.replyWith(500)
    await testApp.claimReward()
    await testApp.receiver.next()
    for (const waitSec of [3, 4, 5]) await expectRetryAfter(testApp, waitSec)
  })
})

describe('the result of an attempt', () => {
  for (const status of [200, 201, 202, 204, 299])
    test(`${status} is a success`, async () => {
      await using testApp = await openWebhooksTestApp()
      testApp.receiver.replyWith(status)
      await testApp.claimReward()
      await testApp.waitForAttempts(1)
      assert.equal((await testApp.loadDeliveries())[0]?.state, 'DELIVERED')
    })

  for (const status of [301, 304, 307, 400, 401, 403, 404, 408, 409, 429, 500, 502, 503, 599])
    test(`${status} is a failure and is retried`, async () => {
      await using testApp = await openWebhooksTestApp()
      testApp.receiver.replyWith((response) => void response.writeHead(status, { location: '/elsewhere' }).end('why'))
      await testApp.claimReward()
      await testApp.waitForAttempts(1)
      const [[delivery], [attempt]] = [await testApp.loadDeliveries(), await testApp.loadAttempts()]
      assert.deepEqual([delivery?.state, delivery?.attempts], ['WAITING', 1])
      assert.equal(attempt?.outcome, 'FAILED')
      assert.deepEqual(attempt.failure, unsuccessful(status))
      testApp.clock.advance(12_000)
      await testApp.receiver.waitForCount(2)
      assert.deepEqual(
        testApp.receiver.received.map(({ path }) => path),
        ['/hook', '/hook'],
      )
    })

  // Gap 101.
  test('an attempt without a response times out after exactly 5 s and is retried', async () => {
    await using testApp = await openWebhooksTestApp()
    testApp.receiver.replyWith(null)
    await testApp.claimReward()
    await testApp.receiver.next()
    testApp.clock.advance(4_999)
    await testApp.waitForPoll()
    assert.equal((await testApp.loadAttempts())[0]?.outcome, null)
    testApp.clock.advance(1)
    await testApp.waitForAttempts(1)
    const [attempt] = await testApp.loadAttempts()
    assert.partialDeepStrictEqual(attempt, {
      outcome: 'FAILED',
      failure: { code: 'RESPONSE_TIMEOUT', params: { seconds: 5, step: 'response' } },
      took_ms: 5_000,
      response_status: null,
    })
    testApp.receiver.replyWith(200)
    testApp.clock.advance(12_000)
    assert.equal(retryOf(await testApp.receiver.next()), '1')
  })

  test('a response that is slow or incomplete is a failure', async () => {
    await using testApp = await openWebhooksTestApp()
    testApp.receiver.replyWith((response) => void response.writeHead(200).write('incomplete'))
    await testApp.claimReward()
    await testApp.receiver.next()
    testApp.clock.advance(5_000)
    await testApp.waitForAttempts(1)
    testApp.receiver.replyWith((response) => {
      response.writeHead(200, { 'content-length': 9 }).write('four')
      response.socket?.end()
    })
    await testApp.claimReward()
    await testApp.waitForAttempts(2)
    const [slow, short] = await testApp.loadAttempts()
    assert.equal(slow?.outcome, 'FAILED')
    assert.partialDeepStrictEqual(short, { outcome: 'FAILED', response_status: 200 })
    assert.ok(slow.failure)
    // RESPONSE_INCOMPLETE with this cause if the headers were read before the deadline.
    const { causes = [], ...failure } = slow.failure
    assert.ok([failure, ...causes].some(({ code }) => code === 'RESPONSE_TIMEOUT'))
    assert.partialDeepStrictEqual(short?.failure, { code: 'RESPONSE_INCOMPLETE', params: { status: 200 } })
    assert.equal(short?.failure?.causes?.length, 1)
  })

  test('a refused and a reset connection are failures with their cause', async () => {
    await using testApp = await openWebhooksTestApp()
    testApp.receiver.replyWith((response) => void response.socket?.resetAndDestroy())
    await testApp.claimReward()
    await testApp.waitForAttempts(1)
    await testApp.receiver[Symbol.asyncDispose]()
    await testApp.claimReward()
    await testApp.waitForAttempts(2)
    const address = new URL(testApp.receiver.url).host
    const [reset, refused] = await testApp.loadAttempts()
    assert.deepEqual(reset?.failure, {
      code: 'RESPONSE_FAILED',
      params: {},
      causes: [{ code: 'CONNECTION_RESET', params: { address, systemCode: 'ECONNRESET' } }],
    })
    assert.deepEqual(refused?.failure, {
      code: 'CONNECT_FAILED',
      params: {},
      causes: [{ code: 'CONNECTION_REFUSED', params: { address, systemCode: 'ECONNREFUSED' } }],
    })
  })
})

describe('notifications of a claim', () => {
  test('the claim and its delivery are written in one transaction', async () => {
    await using testApp = await openWebhooksTestApp()
    const [firstPerson, secondPerson] = [await testApp.createPerson(), await testApp.createPerson()]
    const { db } = testApp.deps
    const failing = {
      ...db,
      transaction: (work: Parameters<typeof db.transaction>[0]) =>
        db.transaction(async (tx, publish) => {
          await work(tx, publish)
          throw new Error('the connection was lost')
        }),
    }
    const claim = { rewardId: testApp.sword, channelId: firstPerson }
    await assert.rejects(claimReward(claim, { ...testApp.deps, db: failing }), /connection was lost/)
    assert.deepEqual(await testApp.loadClaims(), [])
    assert.deepEqual(await testApp.loadDeliveries(), [])
    await testApp.claimReward(testApp.sword, secondPerson)
    assert.equal((await testApp.loadClaims()).length, 1)
    assert.equal((await testApp.loadDeliveries()).length, 1)
  })

  test('a repeated claim and a claim for an application without a webhook are not notified', async () => {
    await using testApp = await openWebhooksTestApp()
    const person = await testApp.createPerson()
    for (const _ of [1, 2]) await testApp.claimReward(testApp.sword, person)
    const appWithoutWebhook = await testApp.createOtherApp()
    const { rewardIds } = await testApp.createCampaign(appWithoutWebhook.clientId)
    await testApp.claimReward(rewardIds[0], person)
    await testApp.waitForPoll()
    await testApp.waitForAttempts(1)
    assert.equal(testApp.receiver.received.length, 1)
    assert.equal((await testApp.deps.db.read.selectFrom('webhook_delivery').selectAll().execute()).length, 2)
  })

  test('two hundred concurrent claims of one reward by one person create one notification', async () => {
    await using testApp = await openWebhooksTestApp()
    const person = await testApp.createPerson()
    const responses = await Promise.all(Array.from({ length: 200 }, () => testApp.tryClaim(testApp.sword, person)))
    const ids = new Set(responses.map(({ body }) => body.content.claimId))
    assert.equal(ids.size, 1)
    await testApp.waitForPoll()
    await testApp.receiver.next()
    assert.equal((await testApp.loadDeliveries()).length, 1)
  })
})

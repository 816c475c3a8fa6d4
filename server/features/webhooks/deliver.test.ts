import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasValidSignature, type ReceivedRequest } from '../../test/webhook-receiver.ts'
import { claimReward } from '../drops/claim-reward.ts'
import { openWebhooksTestApp, type WebhooksTestApp } from './test-helpers.ts'

const idOf = ({ headers }: ReceivedRequest) => headers['svc-event-message-id']
const retryOf = ({ headers }: ReceivedRequest) => headers['svc-event-message-retry']
const timestampOf = ({ headers }: ReceivedRequest) => headers['svc-event-message-timestamp']

const unsuccessful = (status: number) => ({ code: 'UNSUCCESSFUL_STATUS', params: { status } })

/**
 * Lets the wait before the next resend pass: before its earliest moment nothing is begun, at its latest it comes. The
 * last jump has to be longer than the second between two looks of the worker, so the wait is three seconds or more.
 */
async function expectRetryAfter(testApp: WebhooksTestApp, waitSec: number): Promise<ReceivedRequest> {
  const before = (await testApp.attempts()).length
  await testApp.waitForAttempts(before)
  testApp.clock.advance(waitSec * 800 - 1)
  await testApp.waitForPoll()
  assert.equal((await testApp.attempts()).length, before, `begun before ${waitSec * 0.8} s were over`)
  testApp.clock.advance(waitSec * 400 + 1)
  return testApp.receiver.next()
}

/** Moves the platform's time alone, as the sandbox does. */
const advanceBy = ({ clock }: WebhooksTestApp, ms: number) => clock.setOffsetMs(clock.offsetMs() + ms)

test('a failure is resent after 10 seconds, 2 minutes and 30 minutes, the same message each time, and then no more', async () => {
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
  for (const one of received) assert.ok(hasValidSignature(one, testApp.client.clientSecret))
  const attempts = await testApp.attempts()
  assert.deepEqual(
    attempts.map(({ began_at }) => new Date(began_at).toISOString()),
    received.map(timestampOf),
  )
  assert.deepEqual(
    attempts.map(({ resend_no, outcome, failure }) => ({ resend_no, outcome, failure })),
    [0, 1, 2, 3].map((no) => ({ resend_no: no, outcome: 'FAILED', failure: unsuccessful(503) })),
  )
  const [delivery] = await testApp.deliveries()
  assert.deepEqual([delivery?.state, delivery?.attempts], ['EXHAUSTED', 4])
})

test('a notification that is taken at last is not resent', async () => {
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
  assert.equal((await testApp.deliveries())[0]?.state, 'DELIVERED')
})

for (const status of [200, 201, 202, 204, 299])
  test(`an answer of ${status} is success`, async () => {
    await using testApp = await openWebhooksTestApp()
    testApp.receiver.replyWith(status)
    await testApp.claimReward()
    await testApp.waitForAttempts(1)
    assert.equal((await testApp.deliveries())[0]?.state, 'DELIVERED')
  })

for (const status of [301, 304, 307, 400, 401, 403, 404, 408, 409, 429, 500, 502, 503, 599])
  test(`an answer of ${status} is a failure, and is resent`, async () => {
    await using testApp = await openWebhooksTestApp()
    testApp.receiver.replyWith((response) => void response.writeHead(status, { location: '/elsewhere' }).end('why'))
    await testApp.claimReward()
    await testApp.waitForAttempts(1)
    const [[delivery], [attempt]] = [await testApp.deliveries(), await testApp.attempts()]
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

test('who answers 410 wants no more of this notification, and gets none', async () => {
  await using testApp = await openWebhooksTestApp()
  testApp.receiver.replyWith(410)
  await testApp.claimReward()
  await testApp.waitForAttempts(1)
  advanceBy(testApp, 86_400_000)
  await testApp.waitForPoll()
  assert.equal(testApp.receiver.received.length, 1)
  assert.equal((await testApp.deliveries())[0]?.state, 'EXHAUSTED')
})

test('silence ends after five seconds, not a moment before, and is resent', async () => {
  await using testApp = await openWebhooksTestApp()
  testApp.receiver.replyWith(null)
  await testApp.claimReward()
  await testApp.receiver.next()
  testApp.clock.advance(4_999)
  await testApp.waitForPoll()
  assert.equal((await testApp.attempts())[0]?.outcome, null)
  testApp.clock.advance(1)
  await testApp.waitForAttempts(1)
  const [attempt] = await testApp.attempts()
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

test('an answer that begins in time and does not end, in time or at all, is a failure', async () => {
  await using testApp = await openWebhooksTestApp()
  testApp.receiver.replyWith((response) => void response.writeHead(200).write('still'))
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
  const [slow, short] = await testApp.attempts()
  assert.deepEqual([slow?.outcome, short?.outcome, short?.response_status], ['FAILED', 'FAILED', 200])
  assert.ok(slow?.failure)
  // RESPONSE_INCOMPLETE with this cause if the headers were read before the deadline.
  const { causes = [], ...ended } = slow.failure
  assert.ok([ended, ...causes].some(({ code }) => code === 'RESPONSE_TIMEOUT'))
  assert.partialDeepStrictEqual(short?.failure, { code: 'RESPONSE_INCOMPLETE', params: { status: 200 } })
  assert.equal(short?.failure?.causes?.length, 1)
})

test('a receiver that is not there, and one that hangs up, are failures in words', async () => {
  await using testApp = await openWebhooksTestApp()
  testApp.receiver.replyWith((response) => void response.socket?.resetAndDestroy())
  await testApp.claimReward()
  await testApp.waitForAttempts(1)
  await testApp.receiver[Symbol.asyncDispose]()
  await testApp.claimReward()
  await testApp.waitForAttempts(2)
  const address = new URL(testApp.receiver.url).host
  const [reset, refused] = await testApp.attempts()
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

test('the clock of the sandbox moves the waits between resends', async () => {
  await using testApp = await openWebhooksTestApp()
  testApp.receiver.replyWith(500)
  await testApp.claimReward()
  for (const [at, seconds] of [12, 144, 2_160].entries()) {
    await testApp.waitForAttempts(at + 1)
    await testApp.sandbox('POST', '/clock', { advanceSeconds: seconds })
    await testApp.receiver.waitForCount(at + 2)
  }
  assert.deepEqual(testApp.receiver.received.map(retryOf), [undefined, '1', '2', '3'])
})

test('the waits are settings', async () => {
  await using testApp = await openWebhooksTestApp({}, { settings: { webhookResendSec: [3, 4, 5] } })
  testApp.receiver.replyWith(500)
  await testApp.claimReward()
  await testApp.receiver.next()
  for (const waitSec of [3, 4, 5]) await expectRetryAfter(testApp, waitSec)
})

test('the claim and its notification are written together: of a change that fails neither is there', async () => {
  await using testApp = await openWebhooksTestApp()
  const people = [await testApp.person(), await testApp.person()]
  const { db } = testApp.deps
  const failing = {
    ...db,
    transaction: (work: Parameters<typeof db.transaction>[0]) =>
      db.transaction(async (tx, publish) => {
        await work(tx, publish)
        throw new Error('the database went away')
      }),
  }
  const claim = { rewardId: testApp.sword, channelId: String(people[0]) }
  await assert.rejects(claimReward(claim, { ...testApp.deps, db: failing }), /went away/)
  assert.deepEqual([await testApp.loadClaims(), await testApp.deliveries()], [[], []])
  await testApp.claimReward(testApp.sword, people[1])
  assert.deepEqual([(await testApp.loadClaims()).length, (await testApp.deliveries()).length], [1, 1])
})

test('a reward claimed again, and a claim of an application without a webhook, are not notified', async () => {
  await using testApp = await openWebhooksTestApp()
  const person = await testApp.person()
  for (const _ of [1, 2]) await testApp.claimReward(testApp.sword, person)
  const plain = await testApp.createOtherApp()
  const { rewardIds } = await testApp.campaign(plain.clientId)
  await testApp.claimReward(rewardIds[0], person)
  await testApp.waitForPoll()
  await testApp.waitForAttempts(1)
  assert.equal(testApp.receiver.received.length, 1)
  assert.equal((await testApp.deps.db.read.selectFrom('webhook_delivery').selectAll().execute()).length, 2)
})

test('two hundred who claim one reward as the same person at once make one notification', async () => {
  await using testApp = await openWebhooksTestApp()
  const person = await testApp.person()
  const answers = await Promise.all(Array.from({ length: 200 }, () => testApp.act(testApp.sword, person)))
  const ids = new Set(answers.map(({ body }) => body.content.claimId))
  assert.equal(ids.size, 1)
  await testApp.waitForPoll()
  await testApp.receiver.next()
  assert.equal((await testApp.deliveries()).length, 1)
})

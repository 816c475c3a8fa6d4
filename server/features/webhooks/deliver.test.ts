import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSigned, type Received } from '../../testing/receiver.ts'
import { claimReward } from '../drops/claim-reward.ts'
import { openWebhooks, type Webhooks } from './testing.ts'

const idOf = ({ headers }: Received) => headers['svc-event-message-id']
const retryOf = ({ headers }: Received) => headers['svc-event-message-retry']
const timestampOf = ({ headers }: Received) => headers['svc-event-message-timestamp']

/**
 * Lets the wait before the next resend pass: before its earliest moment nothing is begun, at its latest it comes. The
 * last jump has to be longer than the second between two looks of the worker, so the wait is three seconds or more.
 */
async function passes(scene: Webhooks, waitSec: number): Promise<Received> {
  const before = (await scene.attempts()).length
  await scene.ended(before)
  scene.clock.advance(waitSec * 800 - 1)
  await scene.looked()
  assert.equal((await scene.attempts()).length, before, `begun before ${waitSec * 0.8} s were over`)
  scene.clock.advance(waitSec * 400 + 1)
  return scene.receiver.next()
}

/** Moves the platform's time alone, as the sandbox does. */
const leap = ({ clock }: Webhooks, ms: number) => clock.moveTo(clock.offsetMs() + ms)

test('a failure is resent after 10 seconds, 2 minutes and 30 minutes, the same message each time, and then no more', async () => {
  await using scene = await openWebhooks()
  scene.receiver.answer(503)
  await scene.claim()
  const got = [await scene.receiver.next()]
  for (const waitSec of [10, 120, 1800]) got.push(await passes(scene, waitSec))
  await scene.ended(4)
  leap(scene, 30 * 86_400_000)
  scene.clock.advance(1_000)
  await scene.looked()
  assert.equal(scene.receiver.received.length, 4)

  assert.deepEqual(got.map(retryOf), [undefined, '1', '2', '3'])
  assert.equal(new Set(got.map(idOf)).size, 1)
  assert.equal(new Set(got.map(({ body }) => body.toString('hex'))).size, 1)
  assert.equal(new Set(got.map(timestampOf)).size, 4)
  for (const one of got) assert.ok(isSigned(one, scene.client.clientSecret))
  const attempts = await scene.attempts()
  assert.deepEqual(
    attempts.map(({ began_at }) => new Date(began_at).toISOString()),
    got.map(timestampOf),
  )
  assert.deepEqual(
    attempts.map(({ resend_no, outcome, reason }) => [resend_no, outcome, reason]),
    [0, 1, 2, 3].map((no) => [no, 'FAILED', 'answered 503']),
  )
  const [delivery] = await scene.deliveries()
  assert.deepEqual([delivery?.state, delivery?.attempts], ['GIVEN_UP', 4])
})

test('a notification that is taken at last is not resent', async () => {
  await using scene = await openWebhooks()
  scene.receiver.answer(500)
  await scene.claim()
  await scene.receiver.next()
  await scene.ended(1)
  scene.receiver.answer(204)
  scene.clock.advance(12_000)
  assert.equal(retryOf(await scene.receiver.next()), '1')
  await scene.ended(2)
  leap(scene, 86_400_000)
  await scene.looked()
  assert.equal(scene.receiver.received.length, 2)
  assert.equal((await scene.deliveries())[0]?.state, 'DELIVERED')
})

for (const status of [200, 201, 202, 204, 299])
  test(`an answer of ${status} is success`, async () => {
    await using scene = await openWebhooks()
    scene.receiver.answer(status)
    await scene.claim()
    await scene.ended(1)
    assert.equal((await scene.deliveries())[0]?.state, 'DELIVERED')
  })

for (const status of [301, 304, 307, 400, 401, 403, 404, 408, 409, 429, 500, 502, 503, 599])
  test(`an answer of ${status} is a failure, and is resent`, async () => {
    await using scene = await openWebhooks()
    scene.receiver.answer((response) => void response.writeHead(status, { location: '/elsewhere' }).end('why'))
    await scene.claim()
    await scene.ended(1)
    const [[delivery], [attempt]] = [await scene.deliveries(), await scene.attempts()]
    assert.deepEqual([delivery?.state, delivery?.attempts], ['WAITING', 1])
    assert.deepEqual([attempt?.outcome, attempt?.reason], ['FAILED', `answered ${status}`])
    scene.clock.advance(12_000)
    await scene.receiver.count(2)
    assert.deepEqual(
      scene.receiver.received.map(({ path }) => path),
      ['/hook', '/hook'],
    )
  })

test('who answers 410 wants no more of this notification, and gets none', async () => {
  await using scene = await openWebhooks()
  scene.receiver.answer(410)
  await scene.claim()
  await scene.ended(1)
  leap(scene, 86_400_000)
  await scene.looked()
  assert.equal(scene.receiver.received.length, 1)
  assert.equal((await scene.deliveries())[0]?.state, 'GIVEN_UP')
})

test('silence ends after five seconds, not a moment before, and is resent', async () => {
  await using scene = await openWebhooks()
  scene.receiver.answer(null)
  await scene.claim()
  await scene.receiver.next()
  scene.clock.advance(4_999)
  await scene.looked()
  assert.equal((await scene.attempts())[0]?.outcome, null)
  scene.clock.advance(1)
  await scene.ended(1)
  const [attempt] = await scene.attempts()
  assert.partialDeepStrictEqual(attempt, {
    outcome: 'FAILED',
    reason: 'no answer within 5 s (during: answer)',
    took_ms: 5_000,
    answer_status: null,
  })
  scene.receiver.answer(200)
  scene.clock.advance(12_000)
  assert.equal(retryOf(await scene.receiver.next()), '1')
})

test('an answer that begins in time and does not end, in time or at all, is a failure', async () => {
  await using scene = await openWebhooks()
  scene.receiver.answer((response) => void response.writeHead(200).write('still'))
  await scene.claim()
  await scene.receiver.next()
  scene.clock.advance(5_000)
  await scene.ended(1)
  scene.receiver.answer((response) => {
    response.writeHead(200, { 'content-length': 9 }).write('four')
    response.socket?.end()
  })
  await scene.claim()
  await scene.ended(2)
  const [slow, short] = await scene.attempts()
  assert.deepEqual([slow?.outcome, short?.outcome, short?.answer_status], ['FAILED', 'FAILED', 200])
  assert.match(String(slow?.reason), /no answer within 5 s/)
  assert.match(String(short?.reason), /^answered 200, but not to the end; no whole answer: /)
})

test('a receiver that is not there, and one that hangs up, are failures in words', async () => {
  await using scene = await openWebhooks()
  scene.receiver.answer((response) => void response.socket?.resetAndDestroy())
  await scene.claim()
  await scene.ended(1)
  await scene.receiver[Symbol.asyncDispose]()
  await scene.claim()
  await scene.ended(2)
  const reasons = (await scene.attempts()).map(({ reason }) => reason)
  assert.equal(reasons[0], 'no whole answer: the receiver hung up (ECONNRESET)')
  assert.match(String(reasons[1]), /^not connected: nothing listens at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)$/)
})

test('the clock of the sandbox moves the waits between resends', async () => {
  await using scene = await openWebhooks()
  scene.receiver.answer(500)
  await scene.claim()
  for (const [at, seconds] of [12, 144, 2_160].entries()) {
    await scene.ended(at + 1)
    await scene.play('POST', '/clock', { advanceSeconds: seconds })
    await scene.receiver.count(at + 2)
  }
  assert.deepEqual(scene.receiver.received.map(retryOf), [undefined, '1', '2', '3'])
})

test('the waits are settings', async () => {
  await using scene = await openWebhooks({}, { settings: { webhookResendSec: [3, 4, 5] } })
  scene.receiver.answer(500)
  await scene.claim()
  await scene.receiver.next()
  for (const waitSec of [3, 4, 5]) await passes(scene, waitSec)
})

test('the claim and its notification are written together: of a change that fails neither is there', async () => {
  await using scene = await openWebhooks()
  const people = [await scene.person(), await scene.person()]
  const { db } = scene.world
  const failing = {
    ...db,
    change: (act: Parameters<typeof db.change>[0]) =>
      db.change(async (tx, tell) => {
        await act(tx, tell)
        throw new Error('the database went away')
      }),
  }
  const claim = { rewardId: scene.sword, channelId: String(people[0]) }
  await assert.rejects(claimReward(claim, { ...scene.world, db: failing as typeof db }), /went away/)
  assert.deepEqual([await scene.rows(), await scene.deliveries()], [[], []])
  await scene.claim(scene.sword, people[1])
  assert.deepEqual([(await scene.rows()).length, (await scene.deliveries()).length], [1, 1])
})

test('a reward claimed again, and a claim of an application without a webhook, are not notified', async () => {
  await using scene = await openWebhooks()
  const person = await scene.person()
  for (const _ of [1, 2]) await scene.claim(scene.sword, person)
  const plain = await scene.otherApp()
  const { rewardIds } = await scene.campaign(plain.clientId)
  await scene.claim(rewardIds[0], person)
  await scene.looked()
  await scene.ended(1)
  assert.equal(scene.receiver.received.length, 1)
  assert.equal((await scene.world.db.read.selectFrom('webhook_delivery').selectAll().execute()).length, 2)
})

test('two hundred who claim one reward as the same person at once make one notification', async () => {
  await using scene = await openWebhooks()
  const person = await scene.person()
  const answers = await Promise.all(Array.from({ length: 200 }, () => scene.act(scene.sword, person)))
  const ids = new Set(answers.map(({ body }) => body.content.claimId))
  assert.equal(ids.size, 1)
  await scene.looked()
  await scene.receiver.next()
  assert.equal((await scene.deliveries()).length, 1)
})

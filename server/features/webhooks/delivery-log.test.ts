import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIdleAppsSweep } from '../apps/idle-apps.ts'
import { hasValidSignature, type ReceivedRequest } from '../../test/webhook-receiver.ts'
import { openDeliveryWorker } from '../../worker/webhooks/deliver.ts'
import { openWebhooksTestApp, type WebhooksTestApp } from './test-helpers.ts'
import { sweepDeliveryLog } from './sweep-delivery-log.ts'

const dayMs = 86_400_000
const idsOf = ({ data }: { data: { deliveryId: string }[] }) => data.map(({ deliveryId }) => deliveryId)
const advanceBy = ({ clock }: WebhooksTestApp, ms: number) => clock.setOffsetMs(clock.offsetMs() + ms)
const claimIdIn = ({ body }: ReceivedRequest) => JSON.parse(body.toString()).message.event.data.dropsClaimId

test('each attempt is kept with what was sent and what was answered, byte for byte, and why', async () => {
  await using testApp = await openWebhooksTestApp()
  const ask = await testApp.signInOwner()
  const answered = Buffer.from([0xff, 0, 0x41, 0xed, 0x95, 0x9c])
  testApp.receiver.replyWith((response) => void response.writeHead(503, { 'x-why': 'busy' }).end(answered))
  await testApp.claimReward()
  const sent = await testApp.receiver.next()
  await testApp.waitForAttempts(1)
  const { data } = (await ask('GET', '/deliveries')).body.content
  const summary = {
    eventType: 'drop_reward_claim',
    state: 'WAITING',
    attempts: 1,
    createdDate: '2026-07-18T14:32:12.000Z',
    endedDate: null,
    resendOf: null,
  }
  const last = { outcome: 'FAILED', failure: { code: 'UNSUCCESSFUL_STATUS', params: { status: 503 } }, status: 503 }
  assert.partialDeepStrictEqual(data, [{ ...summary, last }])

  const { content } = (await ask('GET', `/deliveries/${data[0].deliveryId}`)).body
  assert.partialDeepStrictEqual(content, summary)
  assert.equal(content.body.base64, sent.body.toString('base64'))
  assert.equal(content.body.text, sent.body.toString())
  const [attempt] = content.attemptsMade
  assert.partialDeepStrictEqual(attempt, {
    resendNo: 0,
    beganDate: '2026-07-18T14:32:12.000Z',
    endedDate: '2026-07-18T14:32:12.000Z',
    tookMs: 0,
    ...last,
    url: testApp.receiver.url,
  })
  for (const [name, value] of Object.entries(attempt.headers)) assert.equal(sent.headers[name.toLowerCase()], value)
  assert.equal(attempt.answer.headers['x-why'], 'busy')
  assert.deepEqual(Buffer.from(attempt.answer.body.base64, 'base64'), answered)
  assert.equal(attempt.answer.truncated, false)
})

test('the log is read page by page, newest first, by state and from a moment on', async () => {
  await using testApp = await openWebhooksTestApp()
  const ask = await testApp.signInOwner()
  for (let at = 0; at < 5; at++) {
    testApp.receiver.replyWith(at % 2 === 0 ? 200 : 410)
    await testApp.claimReward()
    await testApp.waitForAttempts(at + 1)
    testApp.clock.advance(1_000)
  }
  const ids = (await testApp.deliveries()).map(({ id }) => id).toReversed()
  const listDeliveries = async (query = '') => (await ask('GET', `/deliveries${query}`)).body.content
  const read: string[] = []
  for (let next: string | null = ''; next !== null;) {
    const page: { data: { deliveryId: string }[]; page: { next: string | null } } = await listDeliveries(
      `?size=2${next === '' ? '' : `&next=${next}`}`,
    )
    read.push(...idsOf(page))
    next = page.page.next
  }
  assert.deepEqual(read, ids)
  assert.deepEqual(idsOf(await listDeliveries('?state=EXHAUSTED')), [ids[1], ids[3]])
  assert.deepEqual(idsOf(await listDeliveries('?since=2026-07-18T14:32:15.000Z')), [ids[0], ids[1]])
  for (const query of ['?since=yesterday', '?next=x', '?size=101', '?state=LOST'])
    assert.equal((await ask('GET', `/deliveries${query}`)).status, 400, query)
})

test('a notification is sent again as a message of its own, with the same event', async () => {
  await using testApp = await openWebhooksTestApp()
  const ask = await testApp.signInOwner()
  testApp.receiver.replyWith(410)
  const claimId = await testApp.claimReward()
  const first = await testApp.receiver.next()
  await testApp.waitForAttempts(1)
  const deliveryId = (await testApp.deliveries())[0]?.id ?? ''
  testApp.receiver.replyWith(200)
  testApp.clock.advance(60_000)
  const { body } = await ask('POST', '/deliveries/resend', { deliveryIds: [deliveryId] })
  const again = await testApp.receiver.next()
  assert.deepEqual(body.content.data, [{ deliveryId: again.headers['svc-event-message-id'], resendOf: deliveryId }])
  assert.notEqual(again.headers['svc-event-message-id'], first.headers['svc-event-message-id'])
  assert.equal(again.headers['svc-event-message-retry'], undefined)
  assert.ok(hasValidSignature(again, testApp.client.clientSecret))
  assert.deepEqual([claimIdIn(first), claimIdIn(again)], [claimId, claimId])
  assert.equal(JSON.parse(again.body.toString()).message.event.eventTimeMillis, testApp.clock.now())
})

test('everything missed since a moment is found and sent again, once, however often and by how many at once it is asked', async () => {
  await using testApp = await openWebhooksTestApp()
  const ask = await testApp.signInOwner()
  testApp.receiver.replyWith(410)
  await testApp.claimReward()
  await testApp.waitForAttempts(1)
  testApp.clock.advance(60_000)
  const since = new Date(testApp.clock.now()).toISOString()
  const missed = [await testApp.claimReward(), await testApp.claimReward(), await testApp.claimReward()]
  await testApp.waitForAttempts(4)
  testApp.receiver.replyWith(200)
  await testApp.claimReward()
  await testApp.waitForAttempts(5)

  const answers = await Promise.all(Array.from({ length: 5 }, () => ask('POST', '/deliveries/resend', { since })))
  assert.equal(answers.flatMap(({ body }) => body.content.data).length, 3)
  await testApp.receiver.waitForCount(8)
  assert.deepEqual(new Set(testApp.receiver.received.slice(5).map(claimIdIn)), new Set(missed))
  await testApp.waitForAttempts(8)
  assert.deepEqual((await ask('POST', '/deliveries/resend', { since })).body.content.data, [])

  const all = await ask('POST', '/deliveries/resend', { since, which: 'ALL' })
  assert.equal(all.body.content.data.length, 4)
})

test('what still waits is not sent again, nor what is not there, nor without saying what', async () => {
  await using testApp = await openWebhooksTestApp()
  const ask = await testApp.signInOwner()
  testApp.receiver.replyWith(500)
  await testApp.claimReward()
  await testApp.waitForAttempts(1)
  const id = (await testApp.deliveries())[0]?.id ?? ''
  const resendSince = async (json: object) => {
    const { status, body } = await ask('POST', '/deliveries/resend', json)
    return [status, body.message?.replace(/^.*\((.*)\)$/, '$1')]
  }
  assert.deepEqual(await resendSince({ deliveryIds: [id] }), [
    400,
    `deliveryIds: ${id} is still waiting and will be sent automatically`,
  ])
  const unknown = crypto.randomUUID()
  assert.deepEqual(await resendSince({ deliveryIds: [unknown] }), [404, `deliveryIds: no such notification ${unknown}`])
  for (const json of [{}, { deliveryIds: [id], since: '2026-07-18T14:32:12Z' }])
    assert.deepEqual(await resendSince(json), [400, 'deliveryIds: either deliveryIds or since is required'])
  assert.equal((await testApp.deliveries()).length, 1)
})

test('the log is kept for thirty days after the end, to the millisecond, and what waits is kept longer', async () => {
  await using testApp = await openWebhooksTestApp()
  const ask = await testApp.signInOwner()
  await testApp.claimReward()
  await testApp.waitForAttempts(1)
  await ask('PUT', '/webhook', { status: 'DISABLED' })
  await testApp.claimReward()
  const sweepAndListStates = async () => {
    await sweepDeliveryLog(testApp.deps)
    return (await testApp.deliveries()).map(({ state }) => state)
  }
  advanceBy(testApp, 30 * dayMs - 1)
  assert.deepEqual(await sweepAndListStates(), ['DELIVERED', 'WAITING'])
  advanceBy(testApp, 1)
  assert.deepEqual(await sweepAndListStates(), ['WAITING'])
  assert.equal((await testApp.attempts()).length, 0)
})

test('a clock that leaps 31 days ahead in production removes nothing from the log and disables nobody', async () => {
  // The test is the sweep itself; of the worker only what delivers runs.
  await using testApp = await openWebhooksTestApp({}, { settings: { roles: ['api', 'gateway'] } })
  await using _ = await openDeliveryWorker(testApp.deps)
  const deps = { ...testApp.deps, config: { ...testApp.deps.config, mode: 'production' as const } }
  const look = createIdleAppsSweep(async () => {})
  await look(deps)
  await testApp.claimReward()
  await testApp.waitForAttempts(1)
  const sweepAndCount = async () => {
    await sweepDeliveryLog(deps)
    return (await testApp.deliveries()).length
  }
  advanceBy(testApp, 31 * dayMs)
  assert.equal(await sweepAndCount(), 1)
  await look(deps)
  assert.equal(await sweepAndCount(), 1)
  testApp.clock.advance(30 * dayMs - 1)
  await look(deps)
  assert.equal(await sweepAndCount(), 1)
  testApp.clock.advance(10_000)
  await look(deps)
  assert.equal(await sweepAndCount(), 0)
})

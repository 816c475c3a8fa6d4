import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idleAppsSweep } from '../apps/idle-apps.ts'
import { isSigned, type Received } from '../../testing/receiver.ts'
import { openDeliverer } from '../../worker/deliver.ts'
import { openWebhooks, type Webhooks } from './testing.ts'
import { sweepDeliveryLog } from './sweep-log.ts'

const dayMs = 86_400_000
const idsOf = ({ data }: { data: { deliveryId: string }[] }) => data.map(({ deliveryId }) => deliveryId)
const leap = ({ clock }: Webhooks, ms: number) => clock.moveTo(clock.offsetMs() + ms)
const claimIn = ({ body }: Received) => JSON.parse(body.toString()).message.event.data.dropsClaimId

test('each attempt is kept with what was sent and what was answered, byte for byte, and why', async () => {
  await using scene = await openWebhooks()
  const ask = await scene.console()
  const answered = Buffer.from([0xff, 0, 0x41, 0xed, 0x95, 0x9c])
  scene.receiver.answer((response) => void response.writeHead(503, { 'x-why': 'busy' }).end(answered))
  await scene.claim()
  const sent = await scene.receiver.next()
  await scene.ended(1)
  const { data } = (await ask('GET', '/deliveries')).body.content
  const summary = {
    eventType: 'drop_reward_claim',
    state: 'WAITING',
    attempts: 1,
    createdDate: '2026-07-18T14:32:12.000Z',
    endedDate: null,
    againOf: null,
  }
  const last = { outcome: 'FAILED', reason: 'answered 503', status: 503 }
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
    url: scene.receiver.url,
  })
  for (const [name, value] of Object.entries(attempt.headers)) assert.equal(sent.headers[name.toLowerCase()], value)
  assert.equal(attempt.answer.headers['x-why'], 'busy')
  assert.deepEqual(Buffer.from(attempt.answer.body.base64, 'base64'), answered)
  assert.equal(attempt.answer.truncated, false)
})

test('the log is read page by page, newest first, by state and from a moment on', async () => {
  await using scene = await openWebhooks()
  const ask = await scene.console()
  for (let at = 0; at < 5; at++) {
    scene.receiver.answer(at % 2 === 0 ? 200 : 410)
    await scene.claim()
    await scene.ended(at + 1)
    scene.clock.advance(1_000)
  }
  const ids = (await scene.deliveries()).map(({ id }) => id).toReversed()
  const list = async (query = '') => (await ask('GET', `/deliveries${query}`)).body.content
  const read: string[] = []
  for (let next: string | null = ''; next !== null;) {
    const page: { data: { deliveryId: string }[]; page: { next: string | null } } = await list(
      `?size=2${next === '' ? '' : `&next=${next}`}`,
    )
    read.push(...idsOf(page))
    next = page.page.next
  }
  assert.deepEqual(read, ids)
  assert.deepEqual(idsOf(await list('?state=GIVEN_UP')), [ids[1], ids[3]])
  assert.deepEqual(idsOf(await list('?since=2026-07-18T14:32:15.000Z')), [ids[0], ids[1]])
  for (const query of ['?since=yesterday', '?next=x', '?size=101', '?state=LOST'])
    assert.equal((await ask('GET', `/deliveries${query}`)).status, 400, query)
})

test('a notification is sent again as a message of its own, with the same event', async () => {
  await using scene = await openWebhooks()
  const ask = await scene.console()
  scene.receiver.answer(410)
  const claimId = await scene.claim()
  const first = await scene.receiver.next()
  await scene.ended(1)
  const deliveryId = (await scene.deliveries())[0]?.id ?? ''
  scene.receiver.answer(200)
  scene.clock.advance(60_000)
  const { body } = await ask('POST', '/deliveries/again', { deliveryIds: [deliveryId] })
  const again = await scene.receiver.next()
  assert.deepEqual(body.content.data, [{ deliveryId: again.headers['svc-event-message-id'], againOf: deliveryId }])
  assert.notEqual(again.headers['svc-event-message-id'], first.headers['svc-event-message-id'])
  assert.equal(again.headers['svc-event-message-retry'], undefined)
  assert.ok(isSigned(again, scene.client.clientSecret))
  assert.deepEqual([claimIn(first), claimIn(again)], [claimId, claimId])
  assert.equal(JSON.parse(again.body.toString()).message.event.eventTimeMillis, scene.clock.now())
})

test('everything missed since a moment is found and sent again, once, however often and by how many at once it is asked', async () => {
  await using scene = await openWebhooks()
  const ask = await scene.console()
  scene.receiver.answer(410)
  await scene.claim()
  await scene.ended(1)
  scene.clock.advance(60_000)
  const since = new Date(scene.clock.now()).toISOString()
  const missed = [await scene.claim(), await scene.claim(), await scene.claim()]
  await scene.ended(4)
  scene.receiver.answer(200)
  await scene.claim()
  await scene.ended(5)

  const answers = await Promise.all(Array.from({ length: 5 }, () => ask('POST', '/deliveries/again', { since })))
  assert.equal(answers.flatMap(({ body }) => body.content.data).length, 3)
  await scene.receiver.count(8)
  assert.deepEqual(new Set(scene.receiver.received.slice(5).map(claimIn)), new Set(missed))
  await scene.ended(8)
  assert.deepEqual((await ask('POST', '/deliveries/again', { since })).body.content.data, [])

  const all = await ask('POST', '/deliveries/again', { since, which: 'ALL' })
  assert.equal(all.body.content.data.length, 4)
})

test('what still waits is not sent again, nor what is not there, nor without saying what', async () => {
  await using scene = await openWebhooks()
  const ask = await scene.console()
  scene.receiver.answer(500)
  await scene.claim()
  await scene.ended(1)
  const id = (await scene.deliveries())[0]?.id ?? ''
  const asked = async (json: object) => {
    const { status, body } = await ask('POST', '/deliveries/again', json)
    return [status, body.message?.replace(/^.*\((.*)\)$/, '$1')]
  }
  assert.deepEqual(await asked({ deliveryIds: [id] }), [
    400,
    `deliveryIds: ${id} still waits, and will be sent by itself`,
  ])
  const unknown = crypto.randomUUID()
  assert.deepEqual(await asked({ deliveryIds: [unknown] }), [404, `deliveryIds: there is no notification ${unknown}`])
  for (const json of [{}, { deliveryIds: [id], since: '2026-07-18T14:32:12Z' }])
    assert.deepEqual(await asked(json), [400, 'deliveryIds: either these or since must be given'])
  assert.equal((await scene.deliveries()).length, 1)
})

test('the log is kept for thirty days after the end, to the millisecond, and what waits is kept longer', async () => {
  await using scene = await openWebhooks()
  const ask = await scene.console()
  await scene.claim()
  await scene.ended(1)
  await ask('PUT', '/webhook', { status: 'DISABLED' })
  await scene.claim()
  const left = async () => {
    await sweepDeliveryLog(scene.world)
    return (await scene.deliveries()).map(({ state }) => state)
  }
  leap(scene, 30 * dayMs - 1)
  assert.deepEqual(await left(), ['DELIVERED', 'WAITING'])
  leap(scene, 1)
  assert.deepEqual(await left(), ['WAITING'])
  assert.equal((await scene.attempts()).length, 0)
})

test('a clock that leaps 31 days ahead in production removes nothing from the log and disables nobody', async () => {
  // The test is the sweep itself; of the worker only what delivers runs.
  await using scene = await openWebhooks({}, { settings: { roles: ['api', 'gateway'] } })
  await using _ = await openDeliverer(scene.world)
  const world = { ...scene.world, config: { ...scene.world.config, mode: 'production' as const } }
  const look = idleAppsSweep(async () => {})
  await look(world)
  await scene.claim()
  await scene.ended(1)
  const sweep = async () => {
    await sweepDeliveryLog(world)
    return (await scene.deliveries()).length
  }
  leap(scene, 31 * dayMs)
  assert.equal(await sweep(), 1)
  await look(world)
  assert.equal(await sweep(), 1)
  scene.clock.advance(30 * dayMs - 1)
  await look(world)
  assert.equal(await sweep(), 1)
  scene.clock.advance(10_000)
  await look(world)
  assert.equal(await sweep(), 0)
})

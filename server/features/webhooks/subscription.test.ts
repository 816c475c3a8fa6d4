import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReceiver } from '../../testing/receiver.ts'
import { visitor } from '../../testing/visitor.ts'
import { openWebhooks, type Webhooks } from './testing.ts'

const dayMs = 86_400_000
/** Moves the platform's time alone. */
const leap = ({ clock }: Webhooks, ms: number) => clock.moveTo(clock.offsetMs() + ms)
const told = ({ status, body }: { status: number; body: { message: string | null } }) => [status, body.message]

test('the webhook URL is set, changed and removed; what waits goes to the new one', async () => {
  await using scene = await openWebhooks({ webhookUrl: undefined })
  await using second = await openReceiver()
  const ask = await scene.console()
  assert.deepEqual((await ask('GET', '/webhook')).body.content, { webhook: null })
  await scene.claim()
  assert.deepEqual(await scene.deliveries(), [])

  assert.equal((await ask('PUT', '/webhook', { url: scene.receiver.url })).status, 200)
  assert.deepEqual((await ask('GET', '/webhook')).body.content.webhook, {
    url: scene.receiver.url,
    status: 'ENABLED',
    statusReason: null,
    changedDate: '2026-07-18T14:32:12.000Z',
    failingSinceDate: null,
    waiting: 0,
  })
  scene.receiver.answer(500)
  await scene.claim()
  await scene.ended(1)
  assert.equal((await ask('PUT', '/webhook', { url: second.url })).status, 200)
  scene.clock.advance(12_000)
  const resent = await second.next()
  assert.equal(resent.headers['svc-event-message-retry'], '1')
  assert.deepEqual(resent.body, scene.receiver.received[0]?.body)

  assert.equal((await ask('DELETE', '/webhook')).status, 200)
  assert.deepEqual(told(await ask('DELETE', '/webhook')), [404, 'NOT_FOUND (there is no webhook)'])
  await scene.claim()
  await scene.looked()
  assert.deepEqual([scene.receiver.received.length, second.received.length], [1, 1])
})

test('nothing is sent while the webhook is DISABLED and nothing is lost: it all goes when it is ENABLED again', async () => {
  await using scene = await openWebhooks()
  const ask = await scene.console()
  scene.receiver.answer(500)
  const claims = [await scene.claim()]
  await scene.ended(1)
  assert.equal((await ask('PUT', '/webhook', { status: 'DISABLED' })).status, 200)
  for (let count = 0; count < 3; count++) claims.push(await scene.claim())
  leap(scene, 20 * dayMs)
  scene.clock.advance(60_000)
  await scene.looked()
  assert.equal(scene.receiver.received.length, 1)
  const { webhook } = (await ask('GET', '/webhook')).body.content
  assert.deepEqual([webhook.status, webhook.statusReason, webhook.waiting], ['DISABLED', 'by hand', 4])

  scene.receiver.answer(200)
  assert.equal((await ask('PUT', '/webhook', { status: 'ENABLED' })).status, 200)
  await scene.receiver.count(5)
  const got = scene.receiver.received.slice(1).map(({ body, headers }) => {
    const { message } = JSON.parse(body.toString())
    return [message.event.data.dropsClaimId, headers['svc-event-message-retry']] as const
  })
  assert.deepEqual(new Map(got), new Map(claims.map((id, at) => [id, at === 0 ? '1' : undefined])))
})

test('three days without one success make the webhook DISABLED at the next failure, to the millisecond', async () => {
  for (const [ms, status] of [
    [3 * dayMs - 1, 'ENABLED'],
    [3 * dayMs, 'DISABLED'],
  ] as const) {
    await using scene = await openWebhooks()
    const ask = await scene.console()
    scene.receiver.answer(410)
    await scene.claim()
    await scene.ended(1)
    leap(scene, ms)
    await scene.claim()
    await scene.ended(2)
    const { webhook } = (await ask('GET', '/webhook')).body.content
    assert.equal(webhook.status, status)
    assert.equal(webhook.failingSinceDate, '2026-07-18T14:32:12.000Z')
    if (status === 'ENABLED') continue
    assert.deepEqual([webhook.statusReason, webhook.changedDate], ['no success in 3 days', '2026-07-21T14:32:12.000Z'])
    assert.ok(scene.log.lines.some(({ text }) => text === 'webhook.disabled'))
    await scene.claim()
    await scene.looked()
    assert.equal(scene.receiver.received.length, 2)
  }
})

test('one success begins the three days anew, and so does a new URL', async () => {
  await using scene = await openWebhooks()
  const ask = await scene.console()
  const statusAfter = async (answer: number, ends: number) => {
    scene.receiver.answer(answer)
    await scene.claim()
    await scene.ended(ends)
    return (await ask('GET', '/webhook')).body.content.webhook.status
  }
  assert.equal(await statusAfter(410, 1), 'ENABLED')
  leap(scene, 2 * dayMs)
  assert.equal(await statusAfter(200, 2), 'ENABLED')
  leap(scene, 2 * dayMs)
  assert.equal(await statusAfter(410, 3), 'ENABLED')
  leap(scene, 2 * dayMs)
  await ask('PUT', '/webhook', { url: `${scene.receiver.url}/new` })
  leap(scene, 2 * dayMs)
  assert.equal(await statusAfter(410, 4), 'ENABLED')
  leap(scene, 3 * dayMs)
  assert.equal(await statusAfter(410, 5), 'DISABLED')
})

for (const [url, why] of [
  ['http://receiver.example/hook', 'nothing is sent to the scheme http:'],
  ['https://receiver.example:8443/hook', 'nothing is sent to the port 8443'],
  ['https://user:word@receiver.example/', 'nothing is sent with a user name or password in the URL'],
  ['ftp://receiver.example/', 'nothing is sent to the scheme ftp:'],
  ['receiver.example/hook', 'not a URL'],
  ['https://10.0.0.1/', 'nothing is sent to the address 10.0.0.1'],
  ['https://[fd00::1]/', 'nothing is sent to the address fd00::1'],
  ['https://0xA9FEA9FE/', 'nothing is sent to the address 169.254.169.254'],
] as const)
  test(`the webhook URL ${url} is refused with the reason, at registration and later`, async () => {
    await using scene = await openWebhooks()
    const ask = await scene.console()
    const refused = [400, `잘못된 값을 입력했습니다. (webhookUrl: ${why})`]
    assert.deepEqual(told(await ask('PUT', '/webhook', { url })), refused)
    const json = { name: 'bot', redirectUri: 'http://127.0.0.1:9/', webhookUrl: url }
    assert.deepEqual(told(await scene.call('POST', '/sandbox/v1/apps', { json })), refused)
  })

test('another person neither sees nor changes the webhook, its deliveries and secrets', async () => {
  await using scene = await openWebhooks()
  await scene.claim()
  await scene.ended(1)
  const [delivery] = await scene.deliveries()
  const { clientId } = scene.client
  await using other = await openWebhooks()
  const theirs = await scene.play('POST', '/people', { channelName: 'stranger' })
  const stranger = visitor(scene.url)
  await stranger.signIn(theirs.email, theirs.password)
  for (const [method, path, json] of [
    ['GET', '/webhook', undefined],
    ['PUT', '/webhook', { url: other.receiver.url }],
    ['DELETE', '/webhook', {}],
    ['POST', '/secret', {}],
    ['DELETE', '/secret/older', {}],
    ['GET', '/deliveries', undefined],
    ['GET', `/deliveries/${delivery?.id}`, undefined],
    ['POST', '/deliveries/again', { deliveryIds: [delivery?.id] }],
  ] as const) {
    const answer = await stranger.ask(method, `/apps/${clientId}${path}`, json)
    assert.deepEqual(told(answer), [404, 'NOT_FOUND (clientId: there is no such application of yours)'], path)
  }
  assert.equal((await scene.deliveries()).length, 1)
})

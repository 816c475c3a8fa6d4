import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSigned } from '../../testing/receiver.ts'
import { openScene, type Scene } from '../../testing/scene.ts'
import { keptLog } from '../../testing/log.ts'
import { openDrops } from '../drops/testing.ts'

const post = (scene: Scene, name: string, body = 'hello', headers = {}) =>
  fetch(`${scene.url}/sandbox/v1/sinks/${name}`, { method: 'POST', body, headers })

test('a sink keeps what it gets and answers as it was told', async () => {
  await using scene = await openScene()
  await scene.play('PUT', '/sinks/hook', { status: 202, failFirst: 2, failStatus: 503 })
  const statuses = []
  for (let at = 0; at < 3; at++) statuses.push((await post(scene, 'hook', `안녕 ${at}`, { 'X-Note': `${at}` })).status)
  assert.deepEqual(statuses, [503, 503, 202])
  const { received, requests } = await scene.play('GET', '/sinks/hook')
  assert.equal(received, 3)
  assert.deepEqual(
    requests.map(({ number, body, answered, receivedDate }: Record<string, unknown>) => [
      number,
      body,
      answered,
      receivedDate,
    ]),
    [503, 503, 202].map((answered, at) => [at + 1, `안녕 ${at}`, answered, '2026-07-18T14:32:12.000Z']),
  )
  assert.equal(Buffer.from(requests[2].bodyBase64, 'base64').toString(), '안녕 2')
  assert.equal(requests[2].headers['X-Note'], '2')
  assert.equal((await scene.play('GET', '/sinks/hook?after=2')).requests.length, 1)
})

test('an answer waits as long as it was told, in real time', async () => {
  await using scene = await openScene()
  await scene.play('PUT', '/sinks/slow', { delayMs: 30_000 })
  let answered = 0
  const asking = post(scene, 'slow').then(({ status }) => (answered = status))
  while ((await scene.play('GET', '/sinks/slow')).received === 0);
  scene.clock.moveTo(86_400_000)
  scene.clock.advance(29_999)
  await scene.play('GET', '/sinks/slow')
  assert.equal(answered, 0)
  scene.clock.advance(1)
  assert.equal(await asking, 200)
})

test('a sink that nobody set takes everything; set again or removed it has forgotten', async () => {
  await using scene = await openScene()
  assert.equal((await post(scene, 'new')).status, 200)
  assert.equal((await scene.play('GET', '/sinks/new')).received, 1)
  await scene.play('PUT', '/sinks/new')
  assert.deepEqual(await scene.play('GET', '/sinks/new'), { received: 0, requests: [] })
  await post(scene, 'new')
  await scene.play('DELETE', '/sinks/new')
  assert.deepEqual(await scene.play('GET', '/sinks/new'), { received: 0, requests: [] })
  assert.equal((await post(scene, 'not%20a%20name')).status, 404)
  await post(scene, 'new')
  await scene.play('POST', '/reset')
  assert.equal((await scene.play('GET', '/sinks/new')).received, 0)
})

test('a sink keeps its last hundred requests, and a hundred sinks are kept, the ones used last', async () => {
  await using scene = await openScene()
  for (let at = 1; at <= 105; at++) await post(scene, 'many', `${at}`)
  const { received, requests } = await scene.play('GET', '/sinks/many')
  assert.deepEqual([received, requests.length, requests[0].body, requests[99].body], [105, 100, '6', '105'])
  for (let at = 1; at <= 100; at++) await post(scene, `sink-${at}`)
  assert.equal((await scene.play('GET', '/sinks/many')).received, 0)
  assert.equal((await scene.play('GET', '/sinks/sink-100')).received, 1)
  assert.equal((await scene.world.db.read.selectFrom('sink').selectAll().execute()).length, 100)
})

test('of many that come at once each is counted once, and exactly the first ones fail', async () => {
  await using scene = await openScene()
  await scene.play('PUT', '/sinks/hook', { failFirst: 10 })
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(scene, 'hook')))
  assert.equal(answers.filter(({ status }) => status === 500).length, 10)
  const { requests } = await scene.play('GET', '/sinks/hook')
  assert.deepEqual(
    requests.map(({ number }: { number: number }) => number),
    Array.from({ length: 50 }, (_, at) => at + 1),
  )
})

test('a claim is notified to a sink of the sandbox itself, and resent when that says it failed', async () => {
  const log = keptLog()
  await using scene = await openDrops({}, { log })
  await scene.play('PUT', '/sinks/game', { failFirst: 1 })
  const client = await scene.play('POST', '/apps', {
    name: 'game',
    redirectUri: 'http://127.0.0.1:9/callback',
    organizationId: 'company',
    webhookUrl: `${scene.url}/sandbox/v1/sinks/game`,
  })
  const { rewardIds } = await scene.campaign(client.clientId)
  await scene.claim(rewardIds[0])
  await log.count(1, ({ text }) => text === 'webhook.failed')
  await scene.play('POST', '/clock', { advanceSeconds: 12 })
  await log.count(1, ({ text }) => text === 'webhook.delivered')
  const { requests } = await scene.play('GET', '/sinks/game')
  assert.deepEqual(
    requests.map((one: Record<string, Record<string, string>>) => [
      one['answered'],
      one['headers']?.['Svc-Event-Message-Retry'],
    ]),
    [
      [500, undefined],
      [200, '1'],
    ],
  )
  const [{ headers, bodyBase64 }] = requests
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
  const got = { method: 'POST', path: '', raw: [], headers: lower, body: Buffer.from(bodyBase64, 'base64') }
  assert.ok(isSigned(got, client.clientSecret))
})

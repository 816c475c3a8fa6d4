import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, scopes } from '@onair/contract'
import { addressOf, openOperations, sandboxOperations } from '../../testing/operations.ts'
import { openScene, type Scene } from '../../testing/scene.ts'
import { enter } from '../../testing/session-client.ts'
import { openTenant } from '../../testing/tenant.ts'
import { validInputs } from '../../testing/valid-inputs.ts'
import { visitor } from '../../testing/visitor.ts'

type Shown = { kind: string; name: string; chain: string | null; status: number | null; [field: string]: any }

/** What is recorded, oldest first. */
async function recordsOf(scene: Scene, query = ''): Promise<Shown[]> {
  return (await scene.play('GET', `/records?size=100${query}`)).data.toReversed()
}

test('a request, the event it made and every frame that told of it are one chain, in this order', async () => {
  await using scene = await openScene()
  const { channelId, client, token } = await scene.cast()
  using guest = await enter((await scene.call('GET', '/open/v1/sessions/auth', { token })).body.content.url)
  const subscribed = await scene.call(
    'POST',
    `/open/v1/sessions/events/subscribe/chat?sessionKey=${guest.sessionKey}`,
    { token },
  )
  const { headers } = await scene.call('POST', '/open/v1/chats/send', { token, json: { message: '안녕' } })

  const chain = headers.get('x-request-id') ?? ''
  const told = await recordsOf(scene, `&chain=${chain}&full=true`)
  assert.deepEqual(
    told.map(({ kind, name }) => [kind, name]),
    [
      ['request', 'POST /open/v1/chats/send'],
      ['event', 'CHAT'],
      ['frame', 'CHAT'],
    ],
  )
  const [request, event, frame] = told
  assert.equal(request?.['status'], 200)
  assert.deepEqual([request?.['clientId'], request?.['appName']], [client.clientId, 'bot'])
  assert.equal(JSON.parse(event?.['detail'].payload.text).content, '안녕')
  assert.equal(frame?.['sessionKey'], guest.sessionKey)
  assert.equal(frame?.['eventId'], event?.['eventId'])
  for (const one of told) assert.equal(one['channelId'], channelId)

  const ofSubscribing = await recordsOf(scene, `&chain=${subscribed.headers.get('x-request-id')}`)
  assert.deepEqual(
    ofSubscribing.map(({ name }) => name),
    ['POST /open/v1/sessions/events/subscribe/chat', 'SYSTEM subscribed'],
  )
})

test('that somebody watches, as often as a page says it, is not among the records', async () => {
  await using scene = await openScene()
  const { channelId, email, password } = await scene.play('POST', '/people', { channelName: 'a' })
  const opened = await scene.call('POST', `/console/v1/channels/${channelId}/viewer`, { json: {} })
  assert.equal(opened.status, 200)
  await scene.play('POST', '/acts/go-live', { channelId })
  const viewer = visitor(scene.url)
  await viewer.signIn(email, password)
  for (const method of ['PUT', 'DELETE'])
    assert.equal((await viewer.ask(method, `/channels/${channelId}/watch`, {})).status, 200)
  assert.deepEqual(
    (await recordsOf(scene)).map(({ name }) => name),
    ['POST /sandbox/v1/people', 'POST /sandbox/v1/acts/go-live'],
  )
})

test('a request that only claims to be of an application is none of its records', async () => {
  await using scene = await openScene()
  const { client } = await scene.cast()
  const liars = [client.clientId, 'invented'].map((clientId) => ({ clientId, clientSecret: 'wrong' }))
  for (const liar of liars) {
    const { status } = await scene.call('GET', '/open/v1/sessions/auth/client', { client: liar })
    assert.equal(status, 401)
  }
  await scene.call('GET', '/open/v1/sessions/auth/client', { client })
  const told = await recordsOf(scene, '&name=sessions/auth/client')
  assert.deepEqual(
    told.map(({ status, clientId }) => [status, clientId]),
    [
      [401, null],
      [401, null],
      [200, client.clientId],
    ],
  )
})

test('a body is cut between two characters', async () => {
  await using scene = await openScene()
  const { token } = await scene.cast()
  for (const indent of ['', ' ']) {
    const raw = `${indent}{"message":"${'😀'.repeat(limits.recordedText / 2)}"}`
    await scene.call('POST', '/open/v1/chats/send', { token, raw })
  }
  const told = await recordsOf(scene, '&name=chats/send&full=true')
  assert.equal(told.length, 2)
  for (const { detail } of told) {
    const { text, cut } = detail.request.body
    assert.ok(cut && text.isWellFormed() && text.length >= limits.recordedText - 1)
  }
})

test('where what is looked at is recorded, a call that lacks its scope is among the records', async () => {
  await using scene = await openScene({ settings: { inspector: 'looked-at' } })
  const { email, password, channelId } = await scene.play('POST', '/people', { channelName: '개발자' })
  const owner = visitor(scene.url)
  await owner.signIn(email, password)
  const app = { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback' }
  const { clientId } = (await owner.ask('POST', '/apps', app)).body.content
  const granted = { clientId, channelId, scopes: [scopes.chatRead] }
  const { accessToken: token } = await scene.play('POST', '/grants', granted)
  const records = async () => (await owner.ask('GET', `/apps/${clientId}/records`)).body.content.data
  assert.deepEqual(await records(), [])
  const { status } = await scene.call('POST', '/open/v1/chats/send', { token, json: { message: 'hi' } })
  assert.equal(status, 403)
  assert.deepEqual(
    (await records()).map((one: Shown) => [one.name, one.status]),
    [['POST /open/v1/chats/send', 403]],
  )
})

const secretNames = /secret|token$|password|streamKey|^code$/i

/** The secrets in whatever was said or answered: by their names, and the tickets in addresses. */
function secretsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') {
    const ticket = /[?&]auth=([\w-]+)/.exec(value)?.[1]
    return [...(secretNames.test(name) ? [value] : []), ...(ticket === undefined ? [] : [ticket])]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([inner, each]) => secretsIn(each, inner))
}

test('no secret of any operation stands in any record', async () => {
  await using scene = await openScene({
    demo: true,
    settings: { quotaPerApp: 0, quotaPerToken: 0, quotaPerAddress: 0 },
  })
  using tenant = await openTenant(scene, { name: 'one', wireProfile: 'documented' })
  const secrets = new Set([tenant.token, tenant.client.clientSecret])
  const know = (value: unknown) => secretsIn(value).forEach((secret) => secrets.add(secret))
  for (const { name, endpoint } of [...openOperations, ...sandboxOperations]) {
    const given = await validInputs[name](tenant)
    know(given)
    const form = endpoint.path.startsWith('/auth/') ? { form: given.body as Record<string, string> } : {}
    const json = given.body && !('form' in form) ? { json: given.body } : {}
    const credentials = tenant.credentials(endpoint.auth.kind)
    const { body } = await scene.call(endpoint.method, addressOf(endpoint, given), { ...credentials, ...json, ...form })
    know(body)
  }
  const { demo } = await scene.play('GET', '')
  const browser = visitor(scene.url)
  await browser.signIn(demo.people[0].email, demo.people[0].password)
  know((await browser.ask('POST', `/apps/${demo.clientId}/secret`)).body)
  know((await browser.ask('POST', '/stream-key')).body)
  for (const cookie of browser.cookies.values()) secrets.add(cookie)
  // Where a client puts one by mistake, and in bodies that cannot be read.
  const [secret = ''] = secrets
  await scene.call('POST', `/open/v1/chats/send?state=${secret}`, { token: secret, raw: `{"message": "${secret}` })
  await scene.call('POST', '/auth/v1/token', { raw: `{"clientSecret" : "half of a secret` })
  secrets.add('half of a secret')
  await scene.call('POST', `/ingest/v1/publish?name=${secret}`)

  await scene.world.recorder.written()
  const rows = await scene.world.db.read.selectFrom('inspector_record').select(['name', 'detail']).execute()
  assert.ok(rows.length > 100, String(rows.length))
  assert.ok(secrets.size >= 20, String(secrets.size))
  const told = rows.flatMap(({ name, detail }) => [...secrets].filter((one) => detail.includes(one)).map(() => name))
  assert.deepEqual(told, [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, scopes } from '@onair/contract'
import { requestPath, openOperations, sandboxOperations } from '../../test/operations.ts'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { connect } from '../../test/session-client.ts'
import { openTenant } from '../../test/tenant.ts'
import { validInputs } from '../../test/valid-inputs.ts'
import { httpBrowser } from '../../test/http-browser.ts'

type ShownRecord = { kind: string; name: string; traceId: string | null; status: number | null; [field: string]: any }

/** What is recorded, oldest first. */
async function listRecords(testApp: TestApp, query = ''): Promise<ShownRecord[]> {
  return (await testApp.sandbox('GET', `/records?size=100${query}`)).data.toReversed()
}

test('a request, the event it made and every frame that told of it are one chain, in this order', async () => {
  await using testApp = await openTestApp()
  const { channelId, client, token } = await testApp.createFixture()
  using session = await connect((await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content.url)
  const subscribed = await testApp.call(
    'POST',
    `/open/v1/sessions/events/subscribe/chat?sessionKey=${session.sessionKey}`,
    { token },
  )
  const { headers } = await testApp.call('POST', '/open/v1/chats/send', { token, json: { message: '안녕' } })

  const chain = headers.get('x-request-id') ?? ''
  const told = await listRecords(testApp, `&traceId=${chain}&full=true`)
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
  assert.equal(frame?.['sessionKey'], session.sessionKey)
  assert.equal(frame?.['eventId'], event?.['eventId'])
  for (const one of told) assert.equal(one['channelId'], channelId)

  const ofSubscribing = await listRecords(testApp, `&traceId=${subscribed.headers.get('x-request-id')}`)
  assert.deepEqual(
    ofSubscribing.map(({ name }) => name),
    ['POST /open/v1/sessions/events/subscribe/chat', 'SYSTEM subscribed'],
  )
})

test('that somebody watches, as often as a page says it, is not among the records', async () => {
  await using testApp = await openTestApp()
  const { channelId, email, password } = await testApp.sandbox('POST', '/people', { channelName: 'a' })
  const opened = await testApp.call('POST', `/console/v1/channels/${channelId}/viewer`, { json: {} })
  assert.equal(opened.status, 200)
  await testApp.sandbox('POST', '/acts/go-live', { channelId })
  const viewer = httpBrowser(testApp.url)
  await viewer.signIn(email, password)
  for (const method of ['PUT', 'DELETE'])
    assert.equal((await viewer.callConsole(method, `/channels/${channelId}/watch`, {})).status, 200)
  assert.deepEqual(
    (await listRecords(testApp)).map(({ name }) => name),
    ['POST /sandbox/v1/people', 'POST /sandbox/v1/acts/go-live'],
  )
})

test('a request that only claims to be of an application is none of its records', async () => {
  await using testApp = await openTestApp()
  const { client } = await testApp.createFixture()
  const liars = [client.clientId, 'invented'].map((clientId) => ({ clientId, clientSecret: 'wrong' }))
  for (const liar of liars) {
    const { status } = await testApp.call('GET', '/open/v1/sessions/auth/client', { client: liar })
    assert.equal(status, 401)
  }
  await testApp.call('GET', '/open/v1/sessions/auth/client', { client })
  const told = await listRecords(testApp, '&name=sessions/auth/client')
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
  await using testApp = await openTestApp()
  const { token } = await testApp.createFixture()
  for (const indent of ['', ' ']) {
    const raw = `${indent}{"message":"${'😀'.repeat(limits.recordedTextLength / 2)}"}`
    await testApp.call('POST', '/open/v1/chats/send', { token, raw })
  }
  const told = await listRecords(testApp, '&name=chats/send&full=true')
  assert.equal(told.length, 2)
  for (const { detail } of told) {
    const { text, truncated } = detail.request.body
    assert.ok(truncated && text.isWellFormed() && text.length >= limits.recordedTextLength - 1)
  }
})

test('where what is looked at is recorded, a call that lacks its scope is among the records', async () => {
  await using testApp = await openTestApp({ settings: { inspector: 'on-demand' } })
  const { email, password, channelId } = await testApp.sandbox('POST', '/people', { channelName: '개발자' })
  const owner = httpBrowser(testApp.url)
  await owner.signIn(email, password)
  const app = { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback' }
  const { clientId } = (await owner.callConsole('POST', '/apps', app)).body.content
  const granted = { clientId, channelId, scopes: [scopes.chatRead] }
  const { accessToken: token } = await testApp.sandbox('POST', '/grants', granted)
  const listOwnerRecords = async () => (await owner.callConsole('GET', `/apps/${clientId}/records`)).body.content.data
  assert.deepEqual(await listOwnerRecords(), [])
  const { status } = await testApp.call('POST', '/open/v1/chats/send', { token, json: { message: 'hi' } })
  assert.equal(status, 403)
  assert.deepEqual(
    (await listOwnerRecords()).map((one: ShownRecord) => [one.name, one.status]),
    [['POST /open/v1/chats/send', 403]],
  )
})

const secretNames = /secret|token$|password|streamKey|^code$/i

/** The secrets in whatever was said or answered: by their names, and the tickets in addresses. */
function findSecrets(value: unknown, name = ''): string[] {
  if (typeof value === 'string') {
    const ticket = /[?&]auth=([\w-]+)/.exec(value)?.[1]
    return [...(secretNames.test(name) ? [value] : []), ...(ticket === undefined ? [] : [ticket])]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([inner, each]) => findSecrets(each, inner))
}

test('no secret of any operation stands in any record', async () => {
  await using testApp = await openTestApp({
    demo: true,
    settings: { quotaPerApp: 0, quotaPerToken: 0, quotaPerAddress: 0 },
  })
  using tenant = await openTenant(testApp, { name: 'one', wireProfile: 'documented' })
  const secrets = new Set([tenant.token, tenant.client.clientSecret])
  const addSecrets = (value: unknown) => findSecrets(value).forEach((secret) => secrets.add(secret))
  for (const { name, endpoint } of [...openOperations, ...sandboxOperations]) {
    const given = await validInputs[name](tenant)
    addSecrets(given)
    const form = endpoint.path.startsWith('/auth/') ? { form: given.body as Record<string, string> } : {}
    const json = given.body && !('form' in form) ? { json: given.body } : {}
    const credentials = tenant.credentialsFor(endpoint.auth.kind)
    const { body } = await testApp.call(endpoint.method, requestPath(endpoint, given), {
      ...credentials,
      ...json,
      ...form,
    })
    addSecrets(body)
  }
  const { demo } = await testApp.sandbox('GET', '')
  const browser = httpBrowser(testApp.url)
  await browser.signIn(demo.people[0].email, demo.people[0].password)
  addSecrets((await browser.callConsole('POST', `/apps/${demo.clientId}/secret`)).body)
  addSecrets((await browser.callConsole('POST', '/stream-key')).body)
  for (const cookie of browser.cookies.values()) secrets.add(cookie)
  // Where a client puts one by mistake, and in bodies that cannot be read.
  const [secret = ''] = secrets
  await testApp.call('POST', `/open/v1/chats/send?state=${secret}`, { token: secret, raw: `{"message": "${secret}` })
  await testApp.call('POST', '/auth/v1/token', { raw: `{"clientSecret" : "half of a secret` })
  secrets.add('half of a secret')
  await testApp.call('POST', `/ingest/v1/publish?name=${secret}`)

  await testApp.deps.recorder.flush()
  const rows = await testApp.deps.db.read.selectFrom('inspector_record').select(['name', 'detail']).execute()
  assert.ok(rows.length > 100, String(rows.length))
  assert.ok(secrets.size >= 20, String(secrets.size))
  const told = rows.flatMap(({ name, detail }) => [...secrets].filter((one) => detail.includes(one)).map(() => name))
  assert.deepEqual(told, [])
})

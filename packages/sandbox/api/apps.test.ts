import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dropsScope, userScopes } from '@onair/contract'
import { eventually } from '../../../tests/support/eventually.ts'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'
import { readPages } from '../../../tests/support/clients/read-pages.ts'
import { httpBrowser } from '../../../tests/support/clients/http-browser.ts'
import { hasValidSignature, openWebhookReceiver } from '../../../tests/support/clients/webhook-receiver.ts'

const redirectUri = 'http://127.0.0.1:9/callback'

const idsOf = (apps: { clientId: string }[]) => apps.map(({ clientId }) => clientId)

describe('listApps', () => {
  test('lists the applications that people can use, newest first, or those whose name contains a text', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const { demo } = await testApp.sandbox('GET', '')
    const owner = await testApp.sandbox('POST', '/people', { channelName: '개발사' })
    const clientIds: string[] = []
    for (const name of ['First bot', 'second bot']) {
      testApp.clock.advance(1_000)
      const app = { name, redirectUri, ownerChannelId: owner.channelId }
      clientIds.unshift((await testApp.sandbox('POST', '/apps', app)).clientId)
    }
    const listApps = async (query = '') => (await testApp.sandbox('GET', `/apps${query}`)).data
    assert.deepEqual(idsOf(await listApps()), [...clientIds, demo.clientId])
    assert.deepEqual(await listApps('?name=FIRST'), [
      { clientId: clientIds[1], name: 'First bot', ownerChannelName: '개발사' },
    ])
    assert.deepEqual(idsOf(await listApps(`?name=${clientIds[0]}`)), [clientIds[0]])
    assert.deepEqual(await listApps('?name=%25'), [])
    await testApp.deps.db.transaction((tx) =>
      tx.updateTable('channel').set({ ended_at: 1 }).where('id', '=', owner.channelId).execute(),
    )
    assert.deepEqual(idsOf(await listApps()), [demo.clientId])
  })

  test('every application is on one page, also applications of the same time', async () => {
    await using testApp = await openSandboxApp()
    const created: string[] = []
    for (const name of ['a', 'a', 'a', 'a', 'a'])
      created.push((await testApp.sandbox('POST', '/apps', { name, redirectUri })).clientId)
    assert.deepEqual(await readPages(testApp, '/apps?size=2', 'clientId'), created.toSorted())
    assert.equal((await testApp.call('GET', '/sandbox/v1/apps?next=x')).status, 400)
    assert.equal((await testApp.call('GET', '/sandbox/v1/apps?size=201')).status, 400)
  })
})

describe('createApp', () => {
  test('returns an id and a secret, and grants every scope by default', async () => {
    await using testApp = await openSandboxApp()
    const client = await testApp.sandbox('POST', '/apps', { name: '좋은 봇', redirectUri })
    assert.deepEqual(Object.keys(client), ['clientId', 'clientSecret'])
    assert.equal((await testApp.call('GET', '/open/v1/sessions/auth/client', { client })).status, 200)
    const { channelId } = await testApp.sandbox('POST', '/people', { channelName: 'a' })
    const { scopes } = await testApp.sandbox('POST', '/grants', { clientId: client.clientId, channelId })
    assert.deepEqual(scopes, userScopes)
  })

  test('keeps the order of the scopes, without duplicates, in any Unicode form', async () => {
    await using testApp = await openSandboxApp()
    const scopes = ['후원 조회', '유저 정보 조회'.normalize('NFD'), '후원 조회']
    const { clientId } = await testApp.sandbox('POST', '/apps', { name: 'bot', redirectUri, scopes })
    const { channelId } = await testApp.sandbox('POST', '/people', { channelName: 'a' })
    const set = await testApp.sandbox('POST', '/grants', { clientId, channelId })
    assert.deepEqual(set.scopes, ['후원 조회', '유저 정보 조회'])
    assert.equal(set.scope, '후원 조회 유저 정보 조회')
  })

  // Gap 5.
  test('requires an organization for the drops scope, which no user grants', async () => {
    await using testApp = await openSandboxApp()
    const json = { name: 'game', redirectUri, scopes: [dropsScope, '유저 정보 조회'] }
    const { status, body } = await testApp.call('POST', '/sandbox/v1/apps', { json })
    assert.equal(status, 400)
    assert.match(body.message ?? '', /scopes: the drops scope requires organizationId/)

    const { clientId } = await testApp.sandbox('POST', '/apps', { ...json, organizationId: 'org-1' })
    const { channelId } = await testApp.sandbox('POST', '/people', { channelName: 'a' })
    const { scopes } = await testApp.sandbox('POST', '/grants', { clientId, channelId })
    assert.deepEqual(scopes, ['유저 정보 조회'])
  })

  test('keeps the name of an organization that exists', async () => {
    await using testApp = await openSandboxApp()
    const { channelId, email, password } = await testApp.sandbox('POST', '/people', { channelName: 'a' })
    const owner = httpBrowser(testApp.url)
    await owner.signIn(email, password)
    for (const name of ['first game', 'second game'])
      await testApp.sandbox('POST', '/apps', { name, redirectUri, organizationId: 'studio', ownerChannelId: channelId })
    const { data } = (await owner.callConsole('GET', '/organizations')).body.content
    assert.deepEqual(data, [{ organizationId: 'studio', name: 'first game', teamId: null }])
  })

  // Gap 32.
  test('rejects every spelling of an official name or a refused word', async () => {
    await using testApp = await openSandboxApp({
      settings: { officialNames: ['Onair', '온에어'], refusedWords: ['casino', '도박'] },
    })
    for (const name of [
      'Onair',
      'onair bot',
      'my ONAIR',
      'O n-a_i.r',
      'Ｏｎａｉｒ',
      'on\u200bair',
      'on\u00adair',
      'ⓞⓝⓐⓘⓡ',
      '온 에 어 봇',
      '온에어'.normalize('NFD'),
      'Best C*A*S*I*N*O',
      '도-박 봇',
    ]) {
      const { status, body } = await testApp.call('POST', '/sandbox/v1/apps', { json: { name, redirectUri } })
      assert.equal(status, 400, name)
      assert.match(body.message ?? '', /\(name: contains the (official name|refused word) "/)
    }
    for (const name of ['online air', 'Kasino', '채팅 봇'])
      assert.equal((await testApp.call('POST', '/sandbox/v1/apps', { json: { name, redirectUri } })).status, 200, name)
  })

  for (const [field, json] of [
    ['name', { redirectUri }],
    ['name', { name: '', redirectUri }],
    ['name', { name: '!?', redirectUri }],
    ['name', { name: 'a\0b', redirectUri }],
    ['name', { name: 'x'.repeat(101), redirectUri }],
    ['redirectUri', { name: 'bot' }],
    ['redirectUri', { name: 'bot', redirectUri: '/callback' }],
    ['redirectUri', { name: 'bot', redirectUri: 'javascript:alert(1)' }],
    ['redirectUri', { name: 'bot', redirectUri: 'JavaScript:alert(1)' }],
    ['redirectUri', { name: 'bot', redirectUri: 'data:text/html,hi' }],
    ['redirectUri', { name: 'bot', redirectUri: 'localhost:3000/cb' }],
    ['redirectUri', { name: 'bot', redirectUri: `${redirectUri}#part` }],
    ['redirectUri', { name: 'bot', redirectUri: `${redirectUri}#` }],
    ['redirectUri', { name: 'bot', redirectUri: 'http://me:secret@127.0.0.1/' }],
    ['scopes', { name: 'bot', redirectUri, scopes: ['유저 정보'] }],
    ['scopes', { name: 'bot', redirectUri, scopes: '유저 정보 조회' }],
    ['scopes\\[0\\]', { name: 'bot', redirectUri, scopes: [5] }],
    ['wireProfile', { name: 'bot', redirectUri, wireProfile: 'both' }],
    ['headerPrefix', { name: 'bot', redirectUri, headerPrefix: 'Chzzk' }],
    ['headerPrefix', { name: 'bot', redirectUri, headerPrefix: 'A\r\nB-' }],
    ['ownerChannelId', { name: 'bot', redirectUri, ownerChannelId: 'unknown' }],
    ['organizationId', { name: 'bot', redirectUri, organizationId: 'a\0' }],
  ] as const)
    test(`returns 400 and names ${field} for ${JSON.stringify(json).slice(0, 80)}`, async () => {
      await using testApp = await openSandboxApp()
      const { status, body } = await testApp.call('POST', '/sandbox/v1/apps', { json })
      assert.equal(status, 400)
      assert.match(body.message ?? '', new RegExp(`^잘못된 값을 입력했습니다\\. \\(${field}: .+\\)$`))
    })

  test('returns 404 for an unknown owner', async () => {
    await using testApp = await openSandboxApp()
    const json = { name: 'bot', redirectUri, ownerChannelId: '0'.repeat(32) }
    const { status, body } = await testApp.call('POST', '/sandbox/v1/apps', { json })
    assert.deepEqual([status, body.message], [404, 'NOT_FOUND (ownerChannelId: no such channel)'])
  })
})

describe('setWebhook', () => {
  test('sets and deletes the webhook of an application, and returns the URL before', async () => {
    await using testApp = await openSandboxApp()
    const { client } = await testApp.createFixture()
    const setWebhook = async (webhookUrl: string | null) =>
      (await testApp.sandbox('PUT', `/apps/${client.clientId}/webhook`, { webhookUrl })).previousUrl
    const loadWebhook = () =>
      testApp.deps.db.read.selectFrom('webhook_endpoint').select(['url', 'status']).executeTakeFirst()
    const [first, second] = ['http://127.0.0.1:9/first', 'https://game.example/second']
    assert.equal(await setWebhook(first), null)
    assert.equal(await setWebhook(second), first)
    await testApp.deps.db.read.updateTable('webhook_endpoint').set({ status: 'DISABLED' }).execute()
    assert.equal(await setWebhook(second), second)
    assert.deepEqual(await loadWebhook(), { url: second, status: 'ENABLED' })
    assert.equal(await setWebhook(null), second)
    assert.equal(await setWebhook(null), null)
    assert.equal(await loadWebhook(), undefined)
  })

  test('returns 404 for an unknown application and 400 for a URL to which nothing is sent', async () => {
    await using testApp = await openSandboxApp()
    const { client } = await testApp.createFixture()
    for (const [clientId, webhookUrl, status] of [
      ['unknown', 'https://game.example/', 404],
      [client.clientId, 'ftp://game.example/', 400],
      [client.clientId, 'http://game.example/', 400],
    ] as const) {
      const json = { webhookUrl }
      assert.equal((await testApp.call('PUT', `/sandbox/v1/apps/${clientId}/webhook`, { json })).status, status)
    }
  })
})

describe('webhook endpoints', () => {
  test('are created, listed, updated and deleted, and have deliveries', async () => {
    await using testApp = await openSandboxApp()
    await using receiver = await openWebhookReceiver()
    const { client, channelId } = await testApp.createFixture({ organizationId: 'games' })
    const { clientId } = client
    const path = `/apps/${clientId}/webhook/endpoints`
    const { rewardIds } = await testApp.sandbox('POST', '/drops/campaigns', {
      clientId,
      categoryId: 'talk',
      rewards: ['검'],
    })
    const { endpointId, secret } = await testApp.sandbox('POST', path, { name: 'staging', url: receiver.url })
    await testApp.sandbox('POST', '/actions/claim', { rewardId: rewardIds[0], byChannelId: channelId })
    assert.ok(hasValidSignature(await receiver.next(), secret))
    const listDeliveries = (query: string) => testApp.sandbox('GET', `/apps/${clientId}/deliveries?${query}`)
    await eventually(async () => {
      const { data } = await listDeliveries(`endpointId=${endpointId}`)
      assert.deepEqual(
        data.map(({ state }: { state: string }) => state),
        ['DELIVERED'],
      )
    })
    assert.deepEqual((await listDeliveries(`endpointId=${clientId}`)).data, [])

    await testApp.sandbox('PUT', `${path}/${endpointId}`, { status: 'DISABLED', channelIds: [channelId] })
    const [endpoint, ...others] = (await testApp.sandbox('GET', path)).data
    assert.deepEqual(others, [])
    assert.deepEqual([endpoint.name, endpoint.status, endpoint.waiting], ['staging', 'DISABLED', 0])
    assert.equal(endpoint.channels[0].channelId, channelId)
    await testApp.sandbox('DELETE', `${path}/${endpointId}`)
    assert.deepEqual((await testApp.sandbox('GET', path)).data, [])

    for (const [method, to, json] of [
      ['DELETE', `${path}/${endpointId}`, undefined],
      ['PUT', `${path}/${endpointId}`, {}],
      ['GET', '/apps/unknown/webhook/endpoints', undefined],
      ['GET', '/apps/unknown/deliveries', undefined],
      ['POST', '/apps/unknown/webhook/endpoints', { name: 'staging', url: receiver.url }],
    ] as const)
      assert.equal((await testApp.call(method, `/sandbox/v1${to}`, { json })).status, 404, `${method} ${to}`)
  })
})

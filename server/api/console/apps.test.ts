import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleApps, dropsScope, limits, scopes } from '@onair/contract'
import type { Config } from '../../config.ts'
import { findAcceptedInvalidInputs } from '../../test/console-test-app.ts'
import { createContentValidator } from '../../test/content-validator.ts'
import { openTestApp } from '../../test/test-app.ts'
import { dropTopics, faultBus } from '../../test/fault-bus.ts'
import { connect, openSessionClient } from '../../test/session-client.ts'
import { httpBrowser } from '../../test/http-browser.ts'
import type { Bus } from '../../infra/bus/bus.ts'
import { restoreApp } from '../../features/apps/idle-apps.ts'
import { approveOrganization } from '../../features/apps/organizations.ts'

const redirectUri = 'http://127.0.0.1:9/callback'
const dayMs = 86_400_000

/** Two developers who are signed in, and an application of the first. */
async function openAppsTestApp(settings: Partial<Config> = {}, wrapBus?: (bus: Bus) => Bus) {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openTestApp({ settings, ...(wrapBus && { busAround: wrapBus }) }))
  const clients = opening.use(new DisposableStack())
  const createSignedInPerson = async (channelName: string) => {
    const person = await testApp.sandbox('POST', '/people', { channelName })
    const browser = httpBrowser(testApp.url)
    await browser.signIn(person.email, person.password)
    return { ...browser, channelId: person.channelId as string }
  }
  const [owner, other] = [await createSignedInPerson('개발자'), await createSignedInPerson('다른 사람')]
  const { body } = await owner.callConsole('POST', '/apps', { name: '나의 봇', redirectUri })
  const client = body.content as { clientId: string; clientSecret: string }
  const createSessionUrl = opening.move()
  return {
    ...testApp,
    owner,
    other,
    client,
    own: `/apps/${client.clientId}`,
    tokenOf: async (channelId: string): Promise<string> =>
      (await testApp.sandbox('POST', '/grants', { clientId: client.clientId, channelId })).accessToken,
    /** Connects a session and answers its key. */
    connectSession: async (url: string) => clients.use(await connect(url)).sessionKey,
    [Symbol.asyncDispose]: () => createSessionUrl.disposeAsync(),
  }
}

test('a person registers an application and sees it with what nobody has used yet', async () => {
  await using testApp = await openAppsTestApp()
  const { owner, client, own, clock } = testApp
  assert.equal((await testApp.call('GET', '/open/v1/lives', { client })).status, 200)
  const { content } = (await owner.callConsole('GET', own)).body
  const createdDate = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`
  assert.deepEqual([content.name, content.redirectUri, content.wireProfile], ['나의 봇', redirectUri, null])
  assert.deepEqual(content.secrets, [{ createdDate, expiryDate: null }])
  const { quotaPerApp: limit, quotaPerToken: limitOfPerson } = testApp.deps.config
  assert.deepEqual(content.quota, { used: 1, limit, limitOfPerson })
  assert.deepEqual(content.scopes[0], { scope: scopes.user, people: 0, calls: 0, lastUsedDate: null })
  const { data } = (await owner.callConsole('GET', '/apps')).body.content
  assert.deepEqual(data, [
    { clientId: client.clientId, name: '나의 봇', createdDate, lastUsedDate: null, daysLeft: 90, hasDrops: false },
  ])
  assert.ok(!JSON.stringify([content, data]).includes(client.clientSecret))
})

test('an application of someone else is not there: neither to see, nor to change, nor to cut a session of', async () => {
  await using testApp = await openAppsTestApp()
  const { owner, other, own, client } = testApp
  const { body } = await testApp.call('GET', '/open/v1/sessions/auth/client', { client })
  const sessionKey = await testApp.connectSession(body.content.url)
  const openConsent = [
    ['GET', own],
    ['PATCH', own, { name: 'mine' }],
    ['GET', `${own}/sessions`],
    ['DELETE', `${own}/sessions/${sessionKey}`],
  ] as const
  for (const [method, path, json] of openConsent)
    assert.equal((await other.callConsole(method, path, json)).status, 404, path)
  assert.deepEqual((await other.callConsole('GET', '/apps')).body.content.data, [])
  assert.equal((await owner.callConsole('GET', own)).body.content.name, '나의 봇')

  const { clientId } = (await other.callConsole('POST', '/apps', { name: 'theirs', redirectUri })).body.content
  assert.equal((await other.callConsole('DELETE', `/apps/${clientId}/sessions/${sessionKey}`)).status, 404)
  assert.equal((await owner.callConsole('GET', `${own}/sessions`)).body.content.data.length, 1)
})

test('a name is judged while it is typed as it is when it is registered', async () => {
  await using testApp = await openAppsTestApp({ refusedWords: ['사기'] })
  const { owner } = testApp
  const checkName = async (name: string) =>
    (await owner.callConsole('GET', `/app-names?name=${encodeURIComponent(name)}`)).body.content
  assert.deepEqual(await checkName('나의 봇'), { fault: null, word: null })
  assert.deepEqual(await checkName('O n-a_i r bot'), { fault: 'OFFICIAL_NAME', word: 'Onair' })
  assert.deepEqual(await checkName('사 기 봇'), { fault: 'REFUSED_WORD', word: '사기' })
  assert.deepEqual(await checkName('!!!'), { fault: 'NO_LETTER', word: null })
  for (const name of ['O n-a_i r bot', '사 기 봇', '!!!']) {
    assert.equal((await owner.callConsole('POST', '/apps', { name, redirectUri })).status, 400, name)
    assert.equal((await owner.callConsole('PATCH', testApp.own, { name })).status, 400, name)
  }
})

test('a changed redirect URL holds from the next consent on, and a changed wire profile from the next call', async () => {
  await using testApp = await openAppsTestApp()
  const { owner, own, client } = testApp
  const token = await testApp.tokenOf(owner.channelId)
  const loadRole = async () =>
    (await testApp.call('GET', '/open/v1/channels/streaming-roles', { token })).body.content.data[0].userRole
  assert.equal(await loadRole(), 'STREAMING_CHANNEL_OWNER')
  const elsewhere = 'http://127.0.0.1:9/elsewhere'
  assert.equal((await owner.callConsole('PATCH', own, { redirectUri: elsewhere, wireProfile: 'observed' })).status, 200)
  assert.equal(await loadRole(), 'STREAMER')
  const openConsent = (uri: string) =>
    owner.get(
      `/account-interlock?${String(new URLSearchParams({ clientId: client.clientId, redirectUri: uri, state: 's' }))}`,
    )
  assert.deepEqual([(await openConsent(redirectUri)).status, (await openConsent(elsewhere)).status], [400, 200])
  assert.equal((await owner.callConsole('PATCH', own, { redirectUri: 'javascript:alert(1)' })).status, 400)
})

test('granted and used scopes are counted', async () => {
  await using testApp = await openAppsTestApp()
  const { owner, own } = testApp
  const token = await testApp.tokenOf(owner.channelId)
  await testApp.call('GET', '/open/v1/users/me', { token })
  await testApp.call('GET', '/open/v1/users/me', { token })
  testApp.clock.advance(5_000)
  const used = async () => (await owner.callConsole('GET', own)).body.content.scopes[0]
  while ((await used()).calls === 0) await new Promise((resolve) => setImmediate(resolve))
  const { people, calls, lastUsedDate } = await used()
  assert.deepEqual([people, calls], [1, 2])
  assert.match(lastUsedDate, /Z$/)
})

test('the days until an unused application is deleted go down, and a use begins them anew', async () => {
  await using testApp = await openAppsTestApp()
  const { owner, other, own } = testApp
  const loadDaysLeft = async () => (await owner.callConsole('GET', own)).body.content.daysLeft
  testApp.clock.advance(20 * dayMs)
  assert.equal(await loadDaysLeft(), 70)
  const token = await testApp.tokenOf(other.channelId)
  await testApp.call('GET', '/open/v1/users/me', { token })
  testApp.clock.advance(5_000)
  while ((await loadDaysLeft()) !== 90) await new Promise((resolve) => setImmediate(resolve))
})

test('the owner sees who is connected against the limits, and disconnects a session', async () => {
  await using testApp = await openAppsTestApp()
  const { owner, own, client } = testApp
  const token = await testApp.tokenOf(owner.channelId)
  const opened = async (path: string, given: object) => (await testApp.call('GET', path, given)).body.content.url
  const ofClient = await testApp.connectSession(await opened('/open/v1/sessions/auth/client', { client }))
  const ofUser = await testApp.connectSession(await opened('/open/v1/sessions/auth', { token }))
  await opened('/open/v1/sessions/auth/client', { client })
  await testApp.call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${ofUser}`, { token })

  const listSessions = async () => (await owner.callConsole('GET', `${own}/sessions`)).body.content
  const { usedSlots, data } = await listSessions()
  assert.equal(usedSlots, 2)
  const byKey = new Map(data.map((session: { sessionKey: string }) => [session.sessionKey, session]))
  assert.deepEqual([byKey.size, (byKey.get(ofClient) as { owner: null }).owner], [2, null])
  const { owner: whose, subscribedEvents } = byKey.get(ofUser) as { owner: object; subscribedEvents: object[] }
  assert.deepEqual(whose, { channelId: owner.channelId, channelName: '개발자', usedSlots: 1 })
  assert.deepEqual(subscribedEvents, [{ eventType: 'CHAT', channelId: owner.channelId }])

  assert.equal((await owner.callConsole('DELETE', `${own}/sessions/${ofUser}`)).status, 200)
  while ((await listSessions()).data.length > 1) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(
    (await listSessions()).data.map(({ sessionKey }: { sessionKey: string }) => sessionKey),
    [ofClient],
  )
})

test('a person has fifty applications and no more, however many are registered at once; none has the drops scope', async () => {
  await using testApp = await openAppsTestApp()
  const { other } = testApp
  const registerApp = (scopes?: string[]) =>
    other.callConsole('POST', '/apps', { name: 'bot', redirectUri, ...(scopes && { scopes }) })
  assert.equal((await registerApp([dropsScope])).status, 400)
  const answers = await Promise.all(Array.from({ length: limits.appsPerUser + 5 }, () => registerApp()))
  const made = answers.filter(({ status }) => status === 200)
  assert.equal(made.length, limits.appsPerUser)
  assert.equal((await other.callConsole('GET', '/apps')).body.content.data.length, limits.appsPerUser)
})

test('who speaks for an approved organization registers an application for drops, and others are told why not', async () => {
  await using testApp = await openAppsTestApp()
  const { owner, other } = testApp
  const drops = { name: 'game', redirectUri, scopes: [dropsScope], organizationId: 'games' }
  assert.deepEqual((await owner.callConsole('GET', '/organizations')).body.content, { data: [] })
  assert.match(
    (await owner.callConsole('POST', '/apps', drops)).body.message ?? '',
    /organizationId: there is no approved/,
  )
  await approveOrganization({ organizationId: 'games', name: 'Games', channelId: owner.channelId }, testApp.deps)
  const organizations = (await owner.callConsole('GET', '/organizations')).body.content
  assert.deepEqual(organizations, { data: [{ organizationId: 'games', name: 'Games' }] })
  assert.equal(createContentValidator(consoleApps.listOrganizations)(organizations), null)
  assert.deepEqual((await other.callConsole('GET', '/organizations')).body.content, { data: [] })
  assert.match(
    (await other.callConsole('POST', '/apps', drops)).body.message ?? '',
    /is not verified for this organization/,
  )

  const { clientId } = (await owner.callConsole('POST', '/apps', drops)).body.content
  const { content } = (await owner.callConsole('GET', `/apps/${clientId}`)).body
  assert.deepEqual([content.organizationId, content.scopes.map((one: any) => one.scope)], ['games', [dropsScope]])
  assert.equal(createContentValidator(consoleApps.getApp)(content), null)
  const listSessions = (await owner.callConsole('GET', '/apps')).body.content
  assert.deepEqual(new Set(listSessions.data.map((one: any) => one.hasDrops)), new Set([true, false]))
  assert.equal(createContentValidator(consoleApps.listApps)(listSessions), null)
})

test('a change of the scopes asks people for the new ones alone, and takes nothing from who allowed more', async () => {
  await using testApp = await openAppsTestApp()
  const { owner, other, own, client } = testApp
  const updateApp = (json: object) => owner.callConsole('PATCH', own, json)
  assert.equal((await updateApp({ scopes: [scopes.user] })).status, 200)
  const token = await testApp.tokenOf(other.channelId)
  const me = () => testApp.call('GET', '/open/v1/users/me', { token })
  const sendChat = () => testApp.call('POST', '/open/v1/chats/send', { token, json: { message: 'hi' } })
  assert.deepEqual([(await me()).status, (await sendChat()).status], [200, 403])

  assert.equal((await updateApp({ scopes: [scopes.chatWrite] })).status, 200)
  const { content } = (await owner.callConsole('GET', own)).body
  assert.deepEqual(
    content.scopes.map((one: any) => one.scope),
    [scopes.chatWrite],
  )
  assert.deepEqual(content.dropped, [{ scope: scopes.user, people: 1 }])
  assert.equal(createContentValidator(consoleApps.getApp)(content), null)
  assert.deepEqual([(await me()).status, (await sendChat()).status], [200, 403])
  const openConsent = { clientId: client.clientId, redirectUri, state: 's' }
  const { text } = await other.get(`/account-interlock?${String(new URLSearchParams(openConsent))}`)
  assert.match(text, /Send chat messages|채팅/)

  for (const wrong of ['no scope', dropsScope]) assert.equal((await updateApp({ scopes: [wrong] })).status, 400, wrong)
  assert.equal((await updateApp({ organizationId: 'nobody' })).status, 400)
  await approveOrganization({ organizationId: 'games', name: 'Games', channelId: owner.channelId }, testApp.deps)
  assert.equal((await updateApp({ scopes: [dropsScope], organizationId: 'games' })).status, 200)
  assert.equal((await testApp.call('GET', '/open/v1/drops/reward-claims', { client })).status, 200)
  assert.equal((await updateApp({ scopes: [scopes.user, dropsScope] })).status, 200)
  assert.equal((await updateApp({ scopes: [] })).status, 200)
  assert.equal((await testApp.call('GET', '/open/v1/drops/reward-claims', { client })).status, 403)
  const body = { name: 'bot', redirectUri, wireProfile: 'observed', scopes: [scopes.user], organizationId: 'games' }
  const pathParams = { clientId: client.clientId }
  const taken = await findAcceptedInvalidInputs(owner, consoleApps.updateApp, { pathParams, body })
  assert.deepEqual(
    taken.filter((one) => !one.startsWith('clientId: an object: 404')),
    [],
  )
})

test('who speaks for the organization no more changes what is left of the scopes, and asks for drops no more', async () => {
  await using testApp = await openAppsTestApp()
  const { owner, other, own } = testApp
  const approveOrg = (channelId: string) =>
    approveOrganization({ organizationId: 'games', name: 'Games', channelId }, testApp.deps)
  const updateApp = async (json: object, browser = owner) => (await browser.callConsole('PATCH', own, json)).status
  await approveOrg(owner.channelId)
  assert.equal(await updateApp({ scopes: [scopes.user, dropsScope], organizationId: 'games' }), 200)
  await approveOrg(other.channelId)
  assert.equal(await updateApp({ scopes: [scopes.chatWrite, dropsScope], organizationId: 'games' }), 200)
  assert.equal(await updateApp({ scopes: [scopes.user] }), 200)
  assert.equal(await updateApp({ scopes: [scopes.user, dropsScope] }), 400)
  assert.equal(await updateApp({ scopes: [scopes.user], organizationId: 'nobody' }), 400)
  const openConsent = (await owner.callConsole('GET', own)).body.content.scopes.map((one: any) => one.scope)
  assert.deepEqual(openConsent, [scopes.user])
})

test('that an application is of someone else comes before what is wrong with its organization', async () => {
  await using testApp = await openAppsTestApp()
  const { other, own } = testApp
  for (const json of [{ organizationId: 'nobody' }, { scopes: [dropsScope] }, { scopes: [], organizationId: 'nobody' }])
    assert.equal((await other.callConsole('PATCH', own, json)).status, 404)
})

test('an application that its owner deletes is gone at once, with its tokens and sockets, and may be restored for a week', async () => {
  await using testApp = await openAppsTestApp()
  const { owner, other, own, client } = testApp
  const token = await testApp.tokenOf(other.channelId)
  const { url } = (await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content
  using connectedClient = await connect(url)
  assert.equal((await other.callConsole('DELETE', own)).status, 404)
  assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).status, 200)
  assert.equal((await owner.callConsole('DELETE', own)).status, 200)
  await connectedClient.readUntilClose()
  assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).body.message, 'INVALID_TOKEN')
  assert.equal((await testApp.call('GET', '/open/v1/lives', { client })).body.message, 'INVALID_CLIENT')
  assert.deepEqual((await owner.callConsole('GET', '/apps')).body.content.data, [])
  assert.deepEqual(
    [(await owner.callConsole('GET', own)).status, (await owner.callConsole('DELETE', own)).status],
    [404, 404],
  )

  await restoreApp(client.clientId, testApp.deps)
  assert.equal((await owner.callConsole('GET', own)).status, 200)
  assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).status, 200)
})

test('the socket of a deleted application is closed though the signal is lost, and a URL from before connects no more', async () => {
  const bus = faultBus()
  await using testApp = await openAppsTestApp({}, bus.wrap)
  const { owner, own, client } = testApp
  const createSessionUrlFor = async (path: string, given: object) =>
    (await testApp.call('GET', path, given)).body.content.url
  const token = await testApp.tokenOf(owner.channelId)
  const unused = await createSessionUrlFor('/open/v1/sessions/auth/client', { client })
  using connectedClient = await connect(await createSessionUrlFor('/open/v1/sessions/auth', { token }))
  await testApp.call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${connectedClient.sessionKey}`, {
    token,
  })
  const data = { eventType: 'CHAT', channelId: owner.channelId }
  assert.deepEqual(await connectedClient.next(), ['SYSTEM', { type: 'subscribed', data }])

  bus.setHandler(dropTopics(/^gateway/))
  assert.equal((await owner.callConsole('DELETE', own)).status, 200)
  using late = openSessionClient(unused)
  assert.deepEqual(await late.readUntilClose(), [['error', 'auth fail']])
  assert.deepEqual(await connectedClient.drain(), [])
  testApp.clock.advance(2_000)
  assert.deepEqual(await connectedClient.readUntilClose(), [['SYSTEM', { type: 'revoked', data }]])
})

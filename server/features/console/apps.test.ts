import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleApps, dropsScope, limits, scopes } from '@onair/contract'
import type { Config } from '../../config.ts'
import { takenThough } from '../../testing/console-scene.ts'
import { contentChecker } from '../../testing/exact-content.ts'
import { openScene } from '../../testing/scene.ts'
import { losing, roughBus } from '../../testing/rough-bus.ts'
import { enter, sessionClient } from '../../testing/session-client.ts'
import { visitor } from '../../testing/visitor.ts'
import type { Bus } from '../../world/bus/bus.ts'
import { restoreApp } from '../apps/idle-apps.ts'
import { approveOrganization } from '../apps/organizations.ts'

const redirectUri = 'http://127.0.0.1:9/callback'
const dayMs = 86_400_000

/** Two developers who are signed in, and an application of the first. */
async function openConsole(settings: Partial<Config> = {}, busAround?: (bus: Bus) => Bus) {
  await using opening = new AsyncDisposableStack()
  const scene = opening.use(await openScene({ settings, ...(busAround && { busAround }) }))
  const guests = opening.use(new DisposableStack())
  const signedIn = async (channelName: string) => {
    const person = await scene.play('POST', '/people', { channelName })
    const browser = visitor(scene.url)
    await browser.signIn(person.email, person.password)
    return { ...browser, channelId: person.channelId as string }
  }
  const [owner, other] = [await signedIn('개발자'), await signedIn('다른 사람')]
  const { body } = await owner.ask('POST', '/apps', { name: '나의 봇', redirectUri })
  const client = body.content as { clientId: string; clientSecret: string }
  const opened = opening.move()
  return {
    ...scene,
    owner,
    other,
    client,
    own: `/apps/${client.clientId}`,
    tokenOf: async (channelId: string): Promise<string> =>
      (await scene.play('POST', '/grants', { clientId: client.clientId, channelId })).accessToken,
    /** Connects a session and answers its key. */
    connect: async (url: string) => guests.use(await enter(url)).sessionKey,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

test('a person registers an application and sees it with what nobody has used yet', async () => {
  await using scene = await openConsole()
  const { owner, client, own, clock } = scene
  assert.equal((await scene.call('GET', '/open/v1/lives', { client })).status, 200)
  const { content } = (await owner.ask('GET', own)).body
  const createdDate = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`
  assert.deepEqual([content.name, content.redirectUri, content.wireProfile], ['나의 봇', redirectUri, null])
  assert.deepEqual(content.secrets, [{ createdDate, expiryDate: null }])
  const { quotaPerApp: limit, quotaPerToken: limitOfPerson } = scene.world.config
  assert.deepEqual(content.quota, { used: 1, limit, limitOfPerson })
  assert.deepEqual(content.scopes[0], { scope: scopes.user, people: 0, calls: 0, lastUsedDate: null })
  const { data } = (await owner.ask('GET', '/apps')).body.content
  assert.deepEqual(data, [
    { clientId: client.clientId, name: '나의 봇', createdDate, lastUsedDate: null, daysLeft: 90, hasDrops: false },
  ])
  assert.ok(!JSON.stringify([content, data]).includes(client.clientSecret))
})

test('an application of someone else is not there: neither to see, nor to change, nor to cut a session of', async () => {
  await using scene = await openConsole()
  const { owner, other, own, client } = scene
  const { body } = await scene.call('GET', '/open/v1/sessions/auth/client', { client })
  const sessionKey = await scene.connect(body.content.url)
  const asked = [
    ['GET', own],
    ['PATCH', own, { name: 'mine' }],
    ['GET', `${own}/sessions`],
    ['DELETE', `${own}/sessions/${sessionKey}`],
  ] as const
  for (const [method, path, json] of asked) assert.equal((await other.ask(method, path, json)).status, 404, path)
  assert.deepEqual((await other.ask('GET', '/apps')).body.content.data, [])
  assert.equal((await owner.ask('GET', own)).body.content.name, '나의 봇')

  const { clientId } = (await other.ask('POST', '/apps', { name: 'theirs', redirectUri })).body.content
  assert.equal((await other.ask('DELETE', `/apps/${clientId}/sessions/${sessionKey}`)).status, 404)
  assert.equal((await owner.ask('GET', `${own}/sessions`)).body.content.data.length, 1)
})

test('a name is judged while it is typed as it is when it is registered', async () => {
  await using scene = await openConsole({ refusedWords: ['사기'] })
  const { owner } = scene
  const judged = async (name: string) =>
    (await owner.ask('GET', `/app-names?name=${encodeURIComponent(name)}`)).body.content
  assert.deepEqual(await judged('나의 봇'), { fault: null, word: null })
  assert.deepEqual(await judged('O n-a_i r bot'), { fault: 'OFFICIAL_NAME', word: 'Onair' })
  assert.deepEqual(await judged('사 기 봇'), { fault: 'REFUSED_WORD', word: '사기' })
  assert.deepEqual(await judged('!!!'), { fault: 'NO_LETTER', word: null })
  for (const name of ['O n-a_i r bot', '사 기 봇', '!!!']) {
    assert.equal((await owner.ask('POST', '/apps', { name, redirectUri })).status, 400, name)
    assert.equal((await owner.ask('PATCH', scene.own, { name })).status, 400, name)
  }
})

test('a changed redirect URL holds from the next consent on, and a changed wire profile from the next call', async () => {
  await using scene = await openConsole()
  const { owner, own, client } = scene
  const token = await scene.tokenOf(owner.channelId)
  const role = async () =>
    (await scene.call('GET', '/open/v1/channels/streaming-roles', { token })).body.content.data[0].userRole
  assert.equal(await role(), 'STREAMING_CHANNEL_OWNER')
  const elsewhere = 'http://127.0.0.1:9/elsewhere'
  assert.equal((await owner.ask('PATCH', own, { redirectUri: elsewhere, wireProfile: 'observed' })).status, 200)
  assert.equal(await role(), 'STREAMER')
  const asked = (uri: string) =>
    owner.get(
      `/account-interlock?${String(new URLSearchParams({ clientId: client.clientId, redirectUri: uri, state: 's' }))}`,
    )
  assert.deepEqual([(await asked(redirectUri)).status, (await asked(elsewhere)).status], [400, 200])
  assert.equal((await owner.ask('PATCH', own, { redirectUri: 'javascript:alert(1)' })).status, 400)
})

test('granted and used scopes are counted', async () => {
  await using scene = await openConsole()
  const { owner, own } = scene
  const token = await scene.tokenOf(owner.channelId)
  await scene.call('GET', '/open/v1/users/me', { token })
  await scene.call('GET', '/open/v1/users/me', { token })
  scene.clock.advance(5_000)
  const used = async () => (await owner.ask('GET', own)).body.content.scopes[0]
  while ((await used()).calls === 0) await new Promise((resolve) => setImmediate(resolve))
  const { people, calls, lastUsedDate } = await used()
  assert.deepEqual([people, calls], [1, 2])
  assert.match(lastUsedDate, /Z$/)
})

test('the days until an unused application is deleted go down, and a use begins them anew', async () => {
  await using scene = await openConsole()
  const { owner, other, own } = scene
  const left = async () => (await owner.ask('GET', own)).body.content.daysLeft
  scene.clock.advance(20 * dayMs)
  assert.equal(await left(), 70)
  const token = await scene.tokenOf(other.channelId)
  await scene.call('GET', '/open/v1/users/me', { token })
  scene.clock.advance(5_000)
  while ((await left()) !== 90) await new Promise((resolve) => setImmediate(resolve))
})

test('the owner sees who is connected against the limits, and disconnects a session', async () => {
  await using scene = await openConsole()
  const { owner, own, client } = scene
  const token = await scene.tokenOf(owner.channelId)
  const opened = async (path: string, given: object) => (await scene.call('GET', path, given)).body.content.url
  const ofClient = await scene.connect(await opened('/open/v1/sessions/auth/client', { client }))
  const ofUser = await scene.connect(await opened('/open/v1/sessions/auth', { token }))
  await opened('/open/v1/sessions/auth/client', { client })
  await scene.call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${ofUser}`, { token })

  const listed = async () => (await owner.ask('GET', `${own}/sessions`)).body.content
  const { held, data } = await listed()
  assert.equal(held, 2)
  const byKey = new Map(data.map((session: { sessionKey: string }) => [session.sessionKey, session]))
  assert.deepEqual([byKey.size, (byKey.get(ofClient) as { owner: null }).owner], [2, null])
  const { owner: whose, subscribedEvents } = byKey.get(ofUser) as { owner: object; subscribedEvents: object[] }
  assert.deepEqual(whose, { channelId: owner.channelId, channelName: '개발자', held: 1 })
  assert.deepEqual(subscribedEvents, [{ eventType: 'CHAT', channelId: owner.channelId }])

  assert.equal((await owner.ask('DELETE', `${own}/sessions/${ofUser}`)).status, 200)
  while ((await listed()).data.length > 1) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(
    (await listed()).data.map(({ sessionKey }: { sessionKey: string }) => sessionKey),
    [ofClient],
  )
})

test('a person has fifty applications and no more, however many are registered at once; none has the drops scope', async () => {
  await using scene = await openConsole()
  const { other } = scene
  const register = (scopes?: string[]) =>
    other.ask('POST', '/apps', { name: 'bot', redirectUri, ...(scopes && { scopes }) })
  assert.equal((await register([dropsScope])).status, 400)
  const answers = await Promise.all(Array.from({ length: limits.appsPerPerson + 5 }, () => register()))
  const made = answers.filter(({ status }) => status === 200)
  assert.equal(made.length, limits.appsPerPerson)
  assert.equal((await other.ask('GET', '/apps')).body.content.data.length, limits.appsPerPerson)
})

test('who speaks for an approved organization registers an application for drops, and others are told why not', async () => {
  await using scene = await openConsole()
  const { owner, other } = scene
  const drops = { name: 'game', redirectUri, scopes: [dropsScope], organizationId: 'games' }
  assert.deepEqual((await owner.ask('GET', '/organizations')).body.content, { data: [] })
  assert.match((await owner.ask('POST', '/apps', drops)).body.message ?? '', /organizationId: there is no approved/)
  await approveOrganization({ organizationId: 'games', name: 'Games', channelId: owner.channelId }, scene.world)
  const organizations = (await owner.ask('GET', '/organizations')).body.content
  assert.deepEqual(organizations, { data: [{ organizationId: 'games', name: 'Games' }] })
  assert.equal(contentChecker(consoleApps.listOrganizations)(organizations), null)
  assert.deepEqual((await other.ask('GET', '/organizations')).body.content, { data: [] })
  assert.match((await other.ask('POST', '/apps', drops)).body.message ?? '', /is not verified for this organization/)

  const { clientId } = (await owner.ask('POST', '/apps', drops)).body.content
  const { content } = (await owner.ask('GET', `/apps/${clientId}`)).body
  assert.deepEqual([content.organizationId, content.scopes.map((one: any) => one.scope)], ['games', [dropsScope]])
  assert.equal(contentChecker(consoleApps.readApp)(content), null)
  const listed = (await owner.ask('GET', '/apps')).body.content
  assert.deepEqual(new Set(listed.data.map((one: any) => one.hasDrops)), new Set([true, false]))
  assert.equal(contentChecker(consoleApps.listApps)(listed), null)
})

test('a change of the scopes asks people for the new ones alone, and takes nothing from who allowed more', async () => {
  await using scene = await openConsole()
  const { owner, other, own, client } = scene
  const change = (json: object) => owner.ask('PATCH', own, json)
  assert.equal((await change({ scopes: [scopes.user] })).status, 200)
  const token = await scene.tokenOf(other.channelId)
  const me = () => scene.call('GET', '/open/v1/users/me', { token })
  const notice = () => scene.call('POST', '/open/v1/chats/send', { token, json: { message: 'hi' } })
  assert.deepEqual([(await me()).status, (await notice()).status], [200, 403])

  assert.equal((await change({ scopes: [scopes.chatWrite] })).status, 200)
  const { content } = (await owner.ask('GET', own)).body
  assert.deepEqual(
    content.scopes.map((one: any) => one.scope),
    [scopes.chatWrite],
  )
  assert.deepEqual(content.dropped, [{ scope: scopes.user, people: 1 }])
  assert.equal(contentChecker(consoleApps.readApp)(content), null)
  assert.deepEqual([(await me()).status, (await notice()).status], [200, 403])
  const asked = { clientId: client.clientId, redirectUri, state: 's' }
  const { text } = await other.get(`/account-interlock?${String(new URLSearchParams(asked))}`)
  assert.match(text, /Send chat messages|채팅/)

  for (const wrong of ['no scope', dropsScope]) assert.equal((await change({ scopes: [wrong] })).status, 400, wrong)
  assert.equal((await change({ organizationId: 'nobody' })).status, 400)
  await approveOrganization({ organizationId: 'games', name: 'Games', channelId: owner.channelId }, scene.world)
  assert.equal((await change({ scopes: [dropsScope], organizationId: 'games' })).status, 200)
  assert.equal((await scene.call('GET', '/open/v1/drops/reward-claims', { client })).status, 200)
  assert.equal((await change({ scopes: [scopes.user, dropsScope] })).status, 200)
  assert.equal((await change({ scopes: [] })).status, 200)
  assert.equal((await scene.call('GET', '/open/v1/drops/reward-claims', { client })).status, 403)
  const body = { name: 'bot', redirectUri, wireProfile: 'observed', scopes: [scopes.user], organizationId: 'games' }
  const inPath = { clientId: client.clientId }
  const taken = await takenThough(owner, consoleApps.changeApp, { inPath, body })
  assert.deepEqual(
    taken.filter((one) => !one.startsWith('clientId: an object: 404')),
    [],
  )
})

test('who speaks for the organization no more changes what is left of the scopes, and asks for drops no more', async () => {
  await using scene = await openConsole()
  const { owner, other, own } = scene
  const approve = (channelId: string) =>
    approveOrganization({ organizationId: 'games', name: 'Games', channelId }, scene.world)
  const change = async (json: object, who = owner) => (await who.ask('PATCH', own, json)).status
  await approve(owner.channelId)
  assert.equal(await change({ scopes: [scopes.user, dropsScope], organizationId: 'games' }), 200)
  await approve(other.channelId)
  assert.equal(await change({ scopes: [scopes.chatWrite, dropsScope], organizationId: 'games' }), 200)
  assert.equal(await change({ scopes: [scopes.user] }), 200)
  assert.equal(await change({ scopes: [scopes.user, dropsScope] }), 400)
  assert.equal(await change({ scopes: [scopes.user], organizationId: 'nobody' }), 400)
  const asked = (await owner.ask('GET', own)).body.content.scopes.map((one: any) => one.scope)
  assert.deepEqual(asked, [scopes.user])
})

test('that an application is of someone else comes before what is wrong with its organization', async () => {
  await using scene = await openConsole()
  const { other, own } = scene
  for (const json of [{ organizationId: 'nobody' }, { scopes: [dropsScope] }, { scopes: [], organizationId: 'nobody' }])
    assert.equal((await other.ask('PATCH', own, json)).status, 404)
})

test('an application that its owner deletes is gone at once, with its tokens and sockets, and may be restored for a week', async () => {
  await using scene = await openConsole()
  const { owner, other, own, client } = scene
  const token = await scene.tokenOf(other.channelId)
  const { url } = (await scene.call('GET', '/open/v1/sessions/auth', { token })).body.content
  using guest = await enter(url)
  assert.equal((await other.ask('DELETE', own)).status, 404)
  assert.equal((await scene.call('GET', '/open/v1/users/me', { token })).status, 200)
  assert.equal((await owner.ask('DELETE', own)).status, 200)
  await guest.end()
  assert.equal((await scene.call('GET', '/open/v1/users/me', { token })).body.message, 'INVALID_TOKEN')
  assert.equal((await scene.call('GET', '/open/v1/lives', { client })).body.message, 'INVALID_CLIENT')
  assert.deepEqual((await owner.ask('GET', '/apps')).body.content.data, [])
  assert.deepEqual([(await owner.ask('GET', own)).status, (await owner.ask('DELETE', own)).status], [404, 404])

  await restoreApp(client.clientId, scene.world)
  assert.equal((await owner.ask('GET', own)).status, 200)
  assert.equal((await scene.call('GET', '/open/v1/users/me', { token })).status, 200)
})

test('the socket of a deleted application is closed though the signal is lost, and a URL from before connects no more', async () => {
  const bus = roughBus()
  await using scene = await openConsole({}, bus.around)
  const { owner, own, client } = scene
  const urlFor = async (path: string, given: object) => (await scene.call('GET', path, given)).body.content.url
  const token = await scene.tokenOf(owner.channelId)
  const unused = await urlFor('/open/v1/sessions/auth/client', { client })
  using guest = await enter(await urlFor('/open/v1/sessions/auth', { token }))
  await scene.call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${guest.sessionKey}`, { token })
  const data = { eventType: 'CHAT', channelId: owner.channelId }
  assert.deepEqual(await guest.next(), ['SYSTEM', { type: 'subscribed', data }])

  bus.handle(losing(/^gateway/))
  assert.equal((await owner.ask('DELETE', own)).status, 200)
  using late = sessionClient(unused)
  assert.deepEqual(await late.end(), [['error', 'auth fail']])
  assert.deepEqual(await guest.soFar(), [])
  scene.clock.advance(2_000)
  assert.deepEqual(await guest.end(), [['SYSTEM', { type: 'revoked', data }]])
})

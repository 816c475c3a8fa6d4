import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consoleApi, dropsScope, limits, scopes } from '@onair/contract'
import type { Config } from '../../config/config.ts'
import { findAcceptedInvalidInputs } from '../../../../tests/support/apps/console-test-app.ts'
import { createContentValidator } from '../../../../tests/support/inputs/content-validator.ts'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'
import { utcSecond } from '../../shared/dates.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { dropTopics, faultBus } from '../../../../tests/support/programs/fault-bus.ts'
import { connect, openSessionClient } from '../../../../tests/support/clients/session-client.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import type { Bus } from '../../infra/bus/bus.ts'
import { restoreApp } from '../../features/apps/idle-apps.ts'
import { approveOrganization } from '../../features/apps/organizations.ts'
import { registerOwnedApp } from '../../features/apps/register-app.ts'

const redirectUri = 'http://127.0.0.1:9/callback'
const dayMs = 86_400_000

/** Two signed-in developers, and an application of the first. */
async function openAppsTestApp(settings: Partial<Config> = {}, wrapBus?: (bus: Bus) => Bus) {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openTestApp({ settings, ...(wrapBus && { busAround: wrapBus }) }))
  const clients = opening.use(new DisposableStack())
  const createSignedInPerson = async (channelName: string) => {
    const person = await testApp.act('createPerson', { channelName })
    const browser = httpBrowser(testApp.url)
    await browser.signIn(person.email, person.password)
    return { ...browser, channelId: person.channelId }
  }
  const [owner, other] = [await createSignedInPerson('개발자'), await createSignedInPerson('다른 사람')]
  const { body } = await owner.callConsole('POST', '/apps', { name: '나의 봇', redirectUri })
  const client = body.content as { clientId: string; clientSecret: string }
  const opened = opening.move()
  return {
    ...testApp,
    owner,
    other,
    client,
    own: `/apps/${client.clientId}`,
    tokenOf: async (channelId: string): Promise<string> =>
      (await testApp.act('createGrant', { clientId: client.clientId, channelId })).accessToken,
    /** Connects a session and returns its key. */
    connectSession: async (url: string) => clients.use(await connect(url)).sessionKey,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

describe('registerApp', () => {
  test('registers an application that shows zero usage', async () => {
    await using testApp = await openAppsTestApp()
    const { owner, client, own, clock } = testApp
    assert.equal((await testApp.call('GET', '/open/v1/lives', { client })).status, 200)
    const { content } = (await owner.callConsole('GET', own)).body
    const createdDate = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`
    assert.deepEqual([content.name, content.redirectUri, content.wireProfile], ['나의 봇', redirectUri, null])
    assert.deepEqual(content.secrets, [{ createdDate, expiryDate: null }])
    const { quotaPerApp: limit, quotaPerToken: limitOfPerson } = testApp.deps.config
    assert.deepEqual(content.quota, { used: 1, limit, limitOfPerson })
    assert.deepEqual(content.scopes[0], {
      scope: scopes.user,
      people: 0,
      calls: 0,
      failedCalls: 0,
      lastUsedDate: null,
    })
    const { data } = (await owner.callConsole('GET', '/apps')).body.content
    assert.deepEqual(data, [
      {
        clientId: client.clientId,
        name: '나의 봇',
        role: 'OWNER',
        team: null,
        createdDate,
        lastUsedDate: null,
        daysLeft: 90,
        hasDropsScope: false,
        connectedSessions: 0,
        webhook: null,
      },
    ])
    assert.ok(!JSON.stringify([content, data]).includes(client.clientSecret))
  })

  test('accepts exactly 50 of 55 concurrent registrations, and never the drops scope', async () => {
    await using testApp = await openAppsTestApp()
    const { other, deps } = testApp
    const app = { name: 'bot', redirectUri }
    assert.equal((await other.callConsole('POST', '/apps', { ...app, scopes: [dropsScope] })).status, 400)
    const { channelId: ownerChannelId } = (await other.callConsole('GET', '/me')).body.content
    // This does not use the API, which limits the registrations of a person.
    const results = await Promise.allSettled(
      Array.from({ length: limits.appsPerUser + 5 }, () =>
        registerOwnedApp({ ...app, ownerChannelId }, deps.config, deps),
      ),
    )
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, limits.appsPerUser)
    assert.equal((await other.callConsole('GET', '/apps')).body.content.data.length, limits.appsPerUser)
  })

  test('grants the drops scope only to the representative of an approved organization', async () => {
    await using testApp = await openAppsTestApp()
    const { owner, other } = testApp
    const drops = { name: 'game', redirectUri, scopes: [dropsScope], organizationId: 'games' }
    assert.deepEqual((await owner.callConsole('GET', '/organizations')).body.content, { data: [] })
    assert.match(
      (await owner.callConsole('POST', '/apps', drops)).body.message ?? '',
      /organizationId: no approved organization/,
    )
    await approveOrganization({ organizationId: 'games', name: 'Games', channelId: owner.channelId }, testApp.deps)
    const organizations = (await owner.callConsole('GET', '/organizations')).body.content
    assert.deepEqual(organizations, { data: [{ organizationId: 'games', name: 'Games', teamId: null }] })
    assert.equal(createContentValidator(consoleApi.apps.listOrganizations)(organizations), null)
    assert.deepEqual((await other.callConsole('GET', '/organizations')).body.content, { data: [] })
    assert.match(
      (await other.callConsole('POST', '/apps', drops)).body.message ?? '',
      /is not the representative of this organization/,
    )

    const { clientId } = (await owner.callConsole('POST', '/apps', drops)).body.content
    const { content } = (await owner.callConsole('GET', `/apps/${clientId}`)).body
    assert.deepEqual(
      [content.organizationId, content.scopes.map(({ scope }: { scope: string }) => scope)],
      ['games', [dropsScope]],
    )
    assert.equal(createContentValidator(consoleApi.apps.getApp)(content), null)
    const ownApps = (await owner.callConsole('GET', '/apps')).body.content
    assert.deepEqual(
      new Set(ownApps.data.map(({ hasDropsScope }: { hasDropsScope: boolean }) => hasDropsScope)),
      new Set([true, false]),
    )
    assert.equal(createContentValidator(consoleApi.apps.listApps)(ownApps), null)
  })
})

const namesOf = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)

describe('listApps', () => {
  test('searches, sorts and pages the own applications, each once', async () => {
    await using testApp = await openAppsTestApp()
    const { owner, other, client, clock } = testApp
    const own = [client.clientId]
    for (const name of ['b overlay', 'A overlay', 'b overlay']) {
      clock.advance(name.startsWith('A') ? 1_000 : 0)
      own.push((await owner.callConsole('POST', '/apps', { name, redirectUri })).body.content.clientId)
    }
    await other.callConsole('POST', '/apps', { name: 'overlay of another', redirectUri })
    await testApp.call('GET', '/open/v1/lives', { client })
    await eventually(async () => {
      clock.advance(5_000)
      assert.notEqual((await owner.callConsole('GET', testApp.own)).body.content.lastUsedDate, null)
    })
    const list = async (query: string) => (await owner.callConsole('GET', `/apps?${query}`)).body.content
    const page = await list('name=OVERLAY&sort=name&size=2')
    assert.deepEqual([page.page, page.totalCount, page.totalPages], [0, 3, 2])
    assert.deepEqual(namesOf(page), ['A overlay', 'b overlay'])
    const rest = await list('name=OVERLAY&sort=name&size=2&page=1')
    assert.deepEqual(namesOf(rest), ['b overlay'])
    const ids = [...page.data, ...rest.data].map(({ clientId }: { clientId: string }) => clientId)
    assert.deepEqual(new Set(ids), new Set(own.slice(1)), 'equal names are listed once each')
    assert.deepEqual((await list('page=9')).data, [])
    assert.equal((await list('sort=lastUsed&size=1')).data[0].clientId, client.clientId)
    assert.ok(['A overlay', 'b overlay'].includes(namesOf(await list(''))[0] ?? ''), 'newest first')
    assert.deepEqual(namesOf(await list(`name=${own[2]?.slice(0, 12)}`)), ['A overlay'])
    assert.equal((await list('name=%25')).totalCount, 0)
    assert.equal((await list('hasDropsScope=true')).totalCount, 0)
    assert.equal((await list('hasDropsScope=false')).totalCount, 4)
    assert.equal((await owner.callConsole('GET', '/apps?size=101')).status, 400)
  })
})

describe('checkAppName', () => {
  test('applies the rules of registerApp and updateApp', async () => {
    await using testApp = await openAppsTestApp({ refusedWords: ['사기'] })
    const { owner } = testApp
    const checkName = async (name: string) =>
      (await owner.callConsole('GET', `/app-names?name=${encodeURIComponent(name)}`)).body.content
    assert.deepEqual(await checkName('나의 봇'), { error: null, word: null })
    assert.deepEqual(await checkName('O n-a_i r bot'), { error: 'OFFICIAL_NAME', word: 'Onair' })
    assert.deepEqual(await checkName('사 기 봇'), { error: 'REFUSED_WORD', word: '사기' })
    assert.deepEqual(await checkName('!!!'), { error: 'NO_LETTER', word: null })
    for (const name of ['O n-a_i r bot', '사 기 봇', '!!!']) {
      assert.equal((await owner.callConsole('POST', '/apps', { name, redirectUri })).status, 400, name)
      assert.equal((await owner.callConsole('PATCH', testApp.own, { name })).status, 400, name)
    }
  })
})

describe('getApp', () => {
  test('counts grants and calls by scope', async () => {
    await using testApp = await openAppsTestApp()
    const { owner, own } = testApp
    const token = await testApp.tokenOf(owner.channelId)
    await testApp.call('GET', '/open/v1/users/me', { token })
    await testApp.call('GET', '/open/v1/users/me', { token })
    testApp.clock.advance(5_000)
    const loadUsage = async () => (await owner.callConsole('GET', own)).body.content.scopes[0]
    await eventually(async () => (await loadUsage()).calls > 0)
    const { people, calls, lastUsedDate } = await loadUsage()
    assert.deepEqual({ people, calls }, { people: 1, calls: 2 })
    assert.match(lastUsedDate, /Z$/)
  })

  test('counts the calls that failed after the check of the scope, by scope', async () => {
    await using testApp = await openAppsTestApp()
    const { clientId } = testApp.client
    const grant = { clientId, channelId: testApp.owner.channelId }
    const token = (await testApp.act('createGrant', { ...grant, scopes: [scopes.chatWrite] })).accessToken
    const send = (token: string) => testApp.call('POST', '/open/v1/chats/send', { token, json: {} })
    assert.equal((await send(token)).status, 400)
    assert.equal((await send('unknown')).status, 401)
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).status, 403)
    type Usage = { scope: string; calls: number; failedCalls: number }
    const usage = await eventually(async () => {
      testApp.clock.advance(5_000)
      const usage: Usage[] = (await testApp.owner.callConsole('GET', testApp.own)).body.content.scopes
      return usage.some(({ failedCalls }) => failedCalls > 0) && usage
    })
    assert.deepEqual(
      usage.flatMap(({ scope, calls, failedCalls }) => (calls + failedCalls > 0 ? [[scope, calls, failedCalls]] : [])),
      [[scopes.chatWrite, 0, 1]],
    )
  })

  test('counts down the days until deletion, and restarts after a call', async () => {
    await using testApp = await openAppsTestApp()
    const { owner, other, own } = testApp
    const loadDaysLeft = async () => (await owner.callConsole('GET', own)).body.content.daysLeft
    testApp.clock.advance(10 * dayMs)
    assert.equal(await loadDaysLeft(), 80)
    testApp.clock.advance(10 * dayMs)
    assert.equal(await loadDaysLeft(), 70)
    const token = await testApp.tokenOf(other.channelId)
    await testApp.call('GET', '/open/v1/users/me', { token })
    testApp.clock.advance(5_000)
    await eventually(async () => assert.equal(await loadDaysLeft(), 90))
    testApp.clock.advance(-2 * dayMs)
    assert.equal(await loadDaysLeft(), 90)
  })
})

describe('updateApp', () => {
  test('applies a redirect URL at the next consent and a wire profile at the next call', async () => {
    await using testApp = await openAppsTestApp()
    const { owner, own, client } = testApp
    const token = await testApp.tokenOf(owner.channelId)
    const loadRole = async () =>
      (await testApp.call('GET', '/open/v1/channels/streaming-roles', { token })).body.content.data[0].userRole
    assert.equal(await loadRole(), 'STREAMING_CHANNEL_OWNER')
    const elsewhere = 'http://127.0.0.1:9/elsewhere'
    assert.equal(
      (await owner.callConsole('PATCH', own, { redirectUri: elsewhere, wireProfile: 'observed' })).status,
      200,
    )
    assert.equal(await loadRole(), 'STREAMER')
    const openConsent = (uri: string) =>
      owner.get(
        `/account-interlock?${String(new URLSearchParams({ clientId: client.clientId, redirectUri: uri, state: 's' }))}`,
      )
    assert.deepEqual([(await openConsent(redirectUri)).status, (await openConsent(elsewhere)).status], [400, 200])
    assert.equal((await owner.callConsole('PATCH', own, { redirectUri: 'javascript:alert(1)' })).status, 400)
  })

  // Gap 140.
  test('requests only the new scopes at the next consent, and keeps the scopes granted before', async () => {
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
      content.scopes.map(({ scope }: { scope: string }) => scope),
      [scopes.chatWrite],
    )
    assert.deepEqual(content.removedScopes, [{ scope: scopes.user, people: 1 }])
    assert.equal(createContentValidator(consoleApi.apps.getApp)(content), null)
    assert.deepEqual([(await me()).status, (await sendChat()).status], [200, 403])
    const query = new URLSearchParams({ clientId: client.clientId, redirectUri, state: 's' })
    const { text } = await other.get(`/account-interlock?${String(query)}`)
    assert.match(text, /Send chat messages|채팅/)

    for (const wrong of ['no scope', dropsScope])
      assert.equal((await updateApp({ scopes: [wrong] })).status, 400, wrong)
    assert.equal((await updateApp({ organizationId: 'unknown' })).status, 400)
    await approveOrganization({ organizationId: 'games', name: 'Games', channelId: owner.channelId }, testApp.deps)
    assert.equal((await updateApp({ scopes: [dropsScope], organizationId: 'games' })).status, 200)
    assert.equal((await testApp.call('GET', '/open/v1/drops/reward-claims', { client })).status, 200)
    assert.equal((await updateApp({ scopes: [scopes.user, dropsScope] })).status, 200)
    assert.equal((await updateApp({ scopes: [] })).status, 200)
    assert.equal((await testApp.call('GET', '/open/v1/drops/reward-claims', { client })).status, 403)
    const body = { name: 'bot', redirectUri, wireProfile: 'observed', scopes: [scopes.user], organizationId: 'games' }
    const pathParams = { clientId: client.clientId }
    const accepted = await findAcceptedInvalidInputs(owner, consoleApi.apps.updateApp, { pathParams, body })
    assert.deepEqual(
      accepted.filter((problem) => !problem.startsWith('clientId: an object: 404')),
      [],
    )
  })

  test('lets a former representative reduce the scopes but not request drops again', async () => {
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
    assert.equal(await updateApp({ scopes: [scopes.user], organizationId: 'unknown' }), 400)
    const { content } = (await owner.callConsole('GET', own)).body
    assert.deepEqual(
      content.scopes.map(({ scope }: { scope: string }) => scope),
      [scopes.user],
    )
  })

  test('returns 404 for another owner before it validates the organization', async () => {
    await using testApp = await openAppsTestApp()
    const { other, own } = testApp
    for (const json of [
      { organizationId: 'unknown' },
      { scopes: [dropsScope] },
      { scopes: [], organizationId: 'unknown' },
    ])
      assert.equal((await other.callConsole('PATCH', own, json)).status, 404)
  })
})

describe('deleteApp', () => {
  // Gap 141.
  test('revokes tokens and sessions at once, and is reversible for a week', async () => {
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

  test('closes sockets when the bus loses the event, and rejects unused session URLs', async () => {
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
})

describe('listAppSessions, disconnectAppSession', () => {
  test('show the sessions and used slots, and disconnect a session', async () => {
    await using testApp = await openAppsTestApp()
    const { owner, own, client } = testApp
    const token = await testApp.tokenOf(owner.channelId)
    const openSession = async (path: string, credentials: object) =>
      (await testApp.call('GET', path, credentials)).body.content.url
    const ofClient = await testApp.connectSession(await openSession('/open/v1/sessions/auth/client', { client }))
    const ofUser = await testApp.connectSession(await openSession('/open/v1/sessions/auth', { token }))
    const [listed] = (await testApp.owner.callConsole('GET', '/apps')).body.content.data
    assert.equal(listed.connectedSessions, 2)
    await openSession('/open/v1/sessions/auth/client', { client })
    await openSession('/open/v1/sessions/auth', { token })
    await testApp.call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${ofUser}`, { token })

    const listSessions = async () => (await owner.callConsole('GET', `${own}/sessions`)).body.content
    const { usedSlots, unusedUserUrls, data } = await listSessions()
    assert.deepEqual([usedSlots, unusedUserUrls], [2, 1])
    const byKey = new Map(data.map((session: { sessionKey: string }) => [session.sessionKey, session]))
    assert.equal(byKey.size, 2)
    assert.equal((byKey.get(ofClient) as { owner: null }).owner, null)
    const userSession = byKey.get(ofUser) as { owner: object; subscribedEvents: object[] }
    assert.deepEqual(userSession.owner, { channelId: owner.channelId, channelName: '개발자', usedSlots: 2 })
    assert.deepEqual(userSession.subscribedEvents, [{ eventType: 'CHAT', channelId: owner.channelId }])

    assert.equal((await owner.callConsole('DELETE', `${own}/sessions/${ofUser}`)).status, 200)
    await eventually(async () => {
      await testApp.deps.recorder.flush()
      const { data } = await listSessions()
      assert.deepEqual(
        data.map(({ sessionKey, failure }: { sessionKey: string; failure: object | null }) => [sessionKey, failure]),
        [
          [ofClient, null],
          [ofUser, { code: 'DISCONNECTED_BY_OWNER', params: {} }],
        ],
      )
      assert.equal(data[0].disconnectedDate, null)
      assert.equal(data[1].disconnectedDate, utcSecond(testApp.clock.now()))
    })
    testApp.clock.advance(3_600_000)
    await eventually(async () => assert.equal((await listSessions()).data.length, 1))
  })
})

describe('access', () => {
  test('returns 404 for an application of another owner', async () => {
    await using testApp = await openAppsTestApp()
    const { owner, other, own, client } = testApp
    const { body } = await testApp.call('GET', '/open/v1/sessions/auth/client', { client })
    const sessionKey = await testApp.connectSession(body.content.url)
    const calls = [
      ['GET', own],
      ['PATCH', own, { name: 'mine' }],
      ['GET', `${own}/sessions`],
      ['DELETE', `${own}/sessions/${sessionKey}`],
    ] as const
    for (const [method, path, json] of calls)
      assert.equal((await other.callConsole(method, path, json)).status, 404, path)
    assert.deepEqual((await other.callConsole('GET', '/apps')).body.content.data, [])
    assert.equal((await owner.callConsole('GET', own)).body.content.name, '나의 봇')

    const { clientId } = (await other.callConsole('POST', '/apps', { name: 'theirs', redirectUri })).body.content
    assert.equal((await other.callConsole('DELETE', `/apps/${clientId}/sessions/${sessionKey}`)).status, 404)
    assert.equal((await owner.callConsole('GET', `${own}/sessions`)).body.content.data.length, 1)
  })
})

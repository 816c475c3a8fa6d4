import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@onair/contract'
import { openListener } from '../../listener.ts'
import { openRoles } from '../../program.ts'
import { createAuthorizationCode } from '../../test/auth-codes.ts'
import { openIdentityTestApp, type SignedInPerson, type IdentityTestApp } from '../../test/identity-test-app.ts'
import type { Fixture } from '../../test/test-app.ts'
import { openSessionClient } from '../../test/session-client.ts'
import { openViewerUrl } from '../../test/viewer-client.ts'
import { memoryLog } from '../../test/memory-log.ts'
import { fakeClock } from '../../infra/clock.ts'
import type { Log } from '../../infra/log.ts'

const hourMs = 3_600_000

type LifetimeFixture = { testApp: IdentityTestApp; owner: SignedInPerson; fixture: Fixture }
/** Whether a credential lets its holder in at the platform of this address. */
type IsGood = (at: string) => Promise<boolean>
type CredentialKind = { name: string; lifetimeMs: number; create: (stage: LifetimeFixture) => Promise<IsGood> }

async function openLifetimeFixture(): Promise<LifetimeFixture & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openIdentityTestApp())
  const owner = await testApp.createSignedInPerson()
  const fixture = await testApp.createFixture({ ownerChannelId: owner.channelId })
  const opened = opening.move()
  return { testApp, owner, fixture, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const issueTokens = async ({ testApp, fixture: { client, channelId } }: LifetimeFixture) =>
  testApp.sandbox('POST', '/grants', { clientId: client.clientId, channelId })

async function requestStatus(
  baseUrl: string,
  path: string,
  { headers = {}, json }: { headers?: object; json?: object },
) {
  const body = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
  const type = json === undefined ? {} : { 'content-type': 'application/json' }
  return (await fetch(`${baseUrl}${path}`, { headers: { ...headers, ...type }, ...body })).status
}

/** The first that is said to whoever connects to an address, at the platform of another. */
async function receiveFirstEvent(url: string, baseUrl: string): Promise<string> {
  using client = openSessionClient(`${baseUrl}${new URL(url).search}`)
  return (await client.next())[0]
}

const credentialKinds: CredentialKind[] = [
  {
    name: 'an access token',
    lifetimeMs: limits.accessTokenSec * 1000,
    async create(stage) {
      const { accessToken } = await issueTokens(stage)
      const headers = { authorization: `Bearer ${accessToken}` }
      return async (at) => (await requestStatus(at, '/open/v1/users/me', { headers })) === 200
    },
  },
  {
    name: 'a refresh token',
    lifetimeMs: limits.refreshTokenSec * 1000,
    async create(stage) {
      const { refreshToken } = await issueTokens(stage)
      const json = { grantType: 'refresh_token', ...stage.fixture.client, refreshToken }
      return async (at) => (await requestStatus(at, '/auth/v1/token', { json })) === 200
    },
  },
  {
    name: 'an authorization code',
    lifetimeMs: limits.authorizationCodeSec * 1000,
    async create({ testApp, fixture: { client, channelId } }) {
      const code = await createAuthorizationCode({ clientId: client.clientId, channelId }, testApp.deps)
      const json = { grantType: 'authorization_code', ...client, code, state: 'a state' }
      return async (at) => (await requestStatus(at, '/auth/v1/token', { json })) === 200
    },
  },
  {
    name: 'the older of two client secrets',
    lifetimeMs: limits.secretOverlapHours * hourMs,
    async create({ testApp, owner }) {
      const app = { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback', ownerChannelId: owner.channelId }
      const { clientId, clientSecret } = await testApp.sandbox('POST', '/apps', app)
      assert.equal((await owner.callConsole('POST', `/apps/${clientId}/secret`)).status, 200)
      const headers = { 'client-id': clientId, 'client-secret': clientSecret }
      return async (at) => (await requestStatus(at, '/open/v1/channels?channelIds=', { headers })) !== 401
    },
  },
  {
    name: 'a session URL',
    lifetimeMs: limits.sessionUrlSec * 1000,
    async create({ testApp, fixture: { client } }) {
      const { url } = (await testApp.call('GET', '/open/v1/sessions/auth/client', { client })).body.content
      return async (at) => (await receiveFirstEvent(url, at)) === 'SYSTEM'
    },
  },
  {
    name: 'the address of a viewer',
    lifetimeMs: 30_000,
    async create({ owner, fixture }) {
      const url = await openViewerUrl(owner, fixture.channelId)
      return async (at) => (await receiveFirstEvent(url, at)) === 'STATE'
    },
  },
  {
    name: 'being signed in',
    lifetimeMs: 30 * 24 * hourMs,
    async create({ owner }) {
      const browser = await owner.signInAgain()
      return async (at) => (await browser.get(`${at}/console/v1/me`)).status === 200
    },
  },
  {
    name: 'a check of an identity',
    lifetimeMs: 10 * 60_000,
    async create({ testApp }) {
      const person = await testApp.createSignedInPerson()
      const back = new URL(await person.verifyAs(`someone-${person.channelId}`))
      return async (at) => (await person.get(`${at}${back.pathname}${back.search}`)).status === 302
    },
  },
]

/** Lets time pass until the moment in which the credential ends, and then sets it back by an hour. Answers where to ask. */
type ClockSetBack = (
  lifetimeFixture: LifetimeFixture,
  lifetimeMs: number,
) => Promise<{ baseUrl: string } & AsyncDisposable>

const clockChanges: [name: string, setBack: ClockSetBack][] = [
  [
    'when the sandbox moves the clock back',
    async ({ testApp }, lifetimeMs) => {
      await testApp.sandbox('POST', '/clock', { advanceSeconds: lifetimeMs / 1000 })
      await testApp.sandbox('POST', '/clock', { advanceSeconds: -hourMs / 1000 })
      return { baseUrl: testApp.url, async [Symbol.asyncDispose]() {} }
    },
  ],
  [
    'when the time of the machine is set back',
    async ({ testApp }, lifetimeMs) => {
      testApp.clock.setOffsetMs(lifetimeMs)
      testApp.clock.setOffsetMs(lifetimeMs - hourMs)
      return { baseUrl: testApp.url, async [Symbol.asyncDispose]() {} }
    },
  ],
  [
    'when the program starts again on a machine whose time was set back',
    async (stage, lifetimeMs) => {
      const now = stage.testApp.clock.now()
      await (await startAt(now + lifetimeMs, stage))[Symbol.asyncDispose]()
      return startAt(now + lifetimeMs - hourMs, stage)
    },
  ],
]

/** The same platform on another machine, which has this time. */
async function startAt(
  time: number,
  { testApp }: LifetimeFixture,
  log: Log = testApp.deps.log,
): Promise<{ baseUrl: string } & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const clock = fakeClock(time)
  const { server, addresses } = opening.use(await openListener(testApp.deps.config))
  opening.use(await openRoles(server, { ...testApp.deps, clock, log }, clock))
  const opened = opening.move()
  return { baseUrl: addresses.baseUrl, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

for (const { name, lifetimeMs, create } of credentialKinds) {
  for (const [when, setBack] of clockChanges)
    test(`${name} that has expired stays so ${when}`, async () => {
      await using stage = await openLifetimeFixture()
      const isGood = await create(stage)
      await using platform = await setBack(stage, lifetimeMs)
      assert.equal(await isGood(platform.baseUrl), false)
    })

  test(`${name} lives as long as ever after the clock was moved two days ahead and three hours back`, async () => {
    await using stage = await openLifetimeFixture()
    const { testApp } = stage
    await testApp.sandbox('POST', '/clock', { advanceSeconds: 2 * 86_400 })
    await testApp.sandbox('POST', '/clock', { advanceSeconds: -3 * 3_600 })
    const [oneIsGood, otherIsGood] = [await create(stage), await create(stage)]
    testApp.clock.setOffsetMs(lifetimeMs - 1)
    assert.equal(await oneIsGood(testApp.url), true)
    await testApp.sandbox('POST', '/clock', { advanceSeconds: -3 * 3_600 })
    testApp.clock.setOffsetMs(lifetimeMs)
    assert.equal(await otherIsGood(testApp.url), false)
  })
}

test('who starts after the sandbox moved the clock is not behind, and who starts on a machine that is behind is told of', async () => {
  await using stage = await openLifetimeFixture()
  const { testApp } = stage
  const machine = testApp.clock.now()
  await testApp.sandbox('POST', '/clock', { advanceSeconds: 86_400 })
  const collectLogs = async (time: number) => {
    const log = memoryLog()
    await (await startAt(time, stage, log))[Symbol.asyncDispose]()
    return log.lines.map(({ text }) => text).filter((text) => text === 'clock.skew_detected')
  }
  // The first writes down at its end how far it came.
  await collectLogs(machine)
  assert.deepEqual(await collectLogs(machine), [])
  assert.ok((await collectLogs(machine - hourMs)).length > 0)
})

test('when a secret ends is said as the date at which it will be over', async () => {
  await using stage = await openLifetimeFixture()
  const { testApp, owner, fixture } = stage
  const path = `/apps/${fixture.client.clientId}`
  await testApp.sandbox('POST', '/clock', { advanceSeconds: 86_400 })
  await testApp.sandbox('POST', '/clock', { advanceSeconds: -86_400 })
  assert.equal(
    (await owner.callConsole('POST', `${path}/secret`)).body.content.olderEndsDate,
    '2026-07-19T14:32:12.000Z',
  )
  const listExpiryDates = async () =>
    (await owner.callConsole('GET', path)).body.content.secrets.map(
      ({ expiryDate }: { expiryDate: string | null }) => expiryDate,
    )
  assert.deepEqual((await listExpiryDates()).toSorted(), ['2026-07-19T14:32:12Z', null])
  await testApp.sandbox('POST', '/clock', { advanceSeconds: -3_600 })
  assert.deepEqual((await listExpiryDates()).toSorted(), ['2026-07-19T13:32:12Z', null])
})

test('of two secrets the older one is ended, also when the clock was moved back before the newer was made', async () => {
  await using stage = await openLifetimeFixture()
  const { testApp, owner, fixture } = stage
  await testApp.sandbox('POST', '/clock', { advanceSeconds: -86_400 })
  const path = `/apps/${fixture.client.clientId}/secret`
  const { clientSecret: newer } = (await owner.callConsole('POST', path)).body.content
  await owner.callConsole('DELETE', `${path}/older`)
  const isSecretAccepted = async (clientSecret: string) => {
    const headers = { 'client-id': fixture.client.clientId, 'client-secret': clientSecret }
    return (await requestStatus(testApp.url, '/open/v1/channels?channelIds=', { headers })) !== 401
  }
  assert.deepEqual([await isSecretAccepted(fixture.client.clientSecret), await isSecretAccepted(newer)], [false, true])
})

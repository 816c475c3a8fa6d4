import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '@onair/contract'
import { openListener } from '@onair/server/http/listener.ts'
import { openRoles } from '@onair/server/roles.ts'
import { createAuthorizationCode } from '../../../tests/support/apps/auth-codes.ts'
import {
  openIdentityTestApp,
  type SignedInPerson,
  type IdentityTestApp,
} from '../../../tests/support/apps/identity-test-app.ts'
import type { Fixture } from '../../../tests/support/apps/test-app.ts'
import { openSessionClient } from '../../../tests/support/clients/session-client.ts'
import { openViewerUrl } from '../../../tests/support/clients/viewer-client.ts'
import { memoryLog } from '../../../tests/support/apps/memory-log.ts'
import { fakeClock } from '../../../tests/support/fake-clock.ts'
import type { Log } from '@onair/server/infra/observability/log.ts'
import { addSandbox, testSandbox, type SandboxApp } from '../../../tests/support/apps/sandbox-app.ts'

const hourMs = 3_600_000

type LifetimeFixture = { testApp: IdentityTestApp & SandboxApp; owner: SignedInPerson; fixture: Fixture }
/** Whether the platform at this URL accepts the credential. */
type IsValid = (at: string) => Promise<boolean>
type CredentialKind = { name: string; lifetimeMs: number; create: (fixtures: LifetimeFixture) => Promise<IsValid> }

async function openLifetimeFixture(): Promise<LifetimeFixture & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(addSandbox(await openIdentityTestApp({ openExtension: testSandbox() })))
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

/** The first event of a session URL, opened at the platform of `baseUrl`. */
async function receiveFirstEvent(url: string, baseUrl: string): Promise<string> {
  using client = openSessionClient(`${baseUrl}${new URL(url).search}`)
  return (await client.next())[0]
}

const credentialKinds: CredentialKind[] = [
  {
    name: 'an access token',
    lifetimeMs: limits.accessTokenSec * 1000,
    async create(fixtures) {
      const { accessToken } = await issueTokens(fixtures)
      const headers = { authorization: `Bearer ${accessToken}` }
      return async (at) => (await requestStatus(at, '/open/v1/users/me', { headers })) === 200
    },
  },
  {
    name: 'a refresh token',
    lifetimeMs: limits.refreshTokenSec * 1000,
    async create(fixtures) {
      const { refreshToken } = await issueTokens(fixtures)
      const json = { grantType: 'refresh_token', ...fixtures.fixture.client, refreshToken }
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
      const browser = await owner.signInAgain()
      assert.equal((await browser.callConsole('POST', `/apps/${clientId}/secret`)).status, 200)
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
    name: 'a viewer URL',
    lifetimeMs: 30_000,
    async create({ owner, fixture }) {
      const url = await openViewerUrl(owner, fixture.channelId)
      return async (at) => (await receiveFirstEvent(url, at)) === 'STATE'
    },
  },
  {
    name: 'an idle web session',
    lifetimeMs: 14 * 24 * hourMs,
    async create({ owner }) {
      const browser = await owner.signInAgain()
      return async (at) => (await browser.get(`${at}/console/v1/me`)).status === 200
    },
  },
  {
    name: 'an identity check',
    lifetimeMs: 10 * 60_000,
    async create({ testApp }) {
      const person = await testApp.createSignedInPerson()
      const back = new URL(await person.verifyAs(`someone-${person.channelId}`))
      return async (at) => (await person.get(`${at}${back.pathname}${back.search}`)).status === 302
    },
  },
]

/** Moves the clock to the expiry of the credential and back by an hour. Returns the URL of the platform to ask. */
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
      testApp.clock.setSystemOffsetMs(lifetimeMs)
      testApp.clock.setSystemOffsetMs(lifetimeMs - hourMs)
      return { baseUrl: testApp.url, async [Symbol.asyncDispose]() {} }
    },
  ],
  [
    'when the program starts again on a machine whose time was set back',
    async (fixtures, lifetimeMs) => {
      const now = fixtures.testApp.clock.now()
      await (await startAt(now + lifetimeMs, fixtures))[Symbol.asyncDispose]()
      return startAt(now + lifetimeMs - hourMs, fixtures)
    },
  ],
]

/** Starts the same platform on another machine with this time. */
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

describe('lifetimes when the clock moves back', () => {
  for (const { name, lifetimeMs, create } of credentialKinds) {
    for (const [when, setBack] of clockChanges)
      // Gap 165.
      test(`${name} that has expired stays expired ${when}`, async () => {
        await using fixtures = await openLifetimeFixture()
        const isValid = await create(fixtures)
        await using platform = await setBack(fixtures, lifetimeMs)
        assert.equal(await isValid(platform.baseUrl), false)
      })

    test(`${name} keeps its full lifetime after the clock moved two days ahead and three hours back`, async () => {
      await using fixtures = await openLifetimeFixture()
      const { testApp } = fixtures
      await testApp.sandbox('POST', '/clock', { advanceSeconds: 2 * 86_400 })
      await testApp.sandbox('POST', '/clock', { advanceSeconds: -3 * 3_600 })
      const [firstIsValid, secondIsValid] = [await create(fixtures), await create(fixtures)]
      testApp.clock.setSystemOffsetMs(lifetimeMs - 1)
      assert.equal(await firstIsValid(testApp.url), true)
      await testApp.sandbox('POST', '/clock', { advanceSeconds: -3 * 3_600 })
      testApp.clock.setSystemOffsetMs(lifetimeMs)
      assert.equal(await secondIsValid(testApp.url), false)
    })
  }
})

describe('clock sync', () => {
  test('logs clock skew for a machine that is behind, and not after the sandbox moved the clock', async () => {
    await using fixtures = await openLifetimeFixture()
    const { testApp } = fixtures
    const machine = testApp.clock.now()
    await testApp.sandbox('POST', '/clock', { advanceSeconds: 86_400 })
    const collectLogs = async (time: number) => {
      const log = memoryLog()
      await (await startAt(time, fixtures, log))[Symbol.asyncDispose]()
      return log.lines.map(({ text }) => text).filter((text) => text === 'clock.skew_detected')
    }
    // The first process stores its high-water mark when it stops.
    await collectLogs(machine)
    assert.deepEqual(await collectLogs(machine), [])
    assert.ok((await collectLogs(machine - hourMs)).length > 0)
  })
})

describe('client secrets when the clock moves back', () => {
  test('the expiry date of a secret follows the clock', async () => {
    await using fixtures = await openLifetimeFixture()
    const { testApp, fixture } = fixtures
    const path = `/apps/${fixture.client.clientId}`
    await testApp.sandbox('POST', '/clock', { advanceSeconds: 86_400 })
    await testApp.sandbox('POST', '/clock', { advanceSeconds: -86_400 })
    const owner = await fixtures.owner.signInAgain()
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

  test('revokes the older of two secrets even if the clock moved back before the newer was created', async () => {
    await using fixtures = await openLifetimeFixture()
    const { testApp, owner, fixture } = fixtures
    await testApp.sandbox('POST', '/clock', { advanceSeconds: -86_400 })
    const path = `/apps/${fixture.client.clientId}/secret`
    const { clientSecret: newer } = (await owner.callConsole('POST', path)).body.content
    await owner.callConsole('DELETE', `${path}/older`)
    const isSecretAccepted = async (clientSecret: string) => {
      const headers = { 'client-id': fixture.client.clientId, 'client-secret': clientSecret }
      return (await requestStatus(testApp.url, '/open/v1/channels?channelIds=', { headers })) !== 401
    }
    assert.deepEqual(
      [await isSecretAccepted(fixture.client.clientSecret), await isSecretAccepted(newer)],
      [false, true],
    )
  })
})

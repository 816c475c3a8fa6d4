import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@onair/contract'
import { openListener } from '../../listener.ts'
import { openRoles } from '../../program.ts'
import { makeCode } from '../../testing/codes.ts'
import { openIdentityScene, type Guest, type IdentityScene } from '../../testing/identity-scene.ts'
import type { Cast } from '../../testing/scene.ts'
import { sessionClient } from '../../testing/session-client.ts'
import { viewerUrl } from '../../testing/viewer-client.ts'
import { keptLog } from '../../testing/log.ts'
import { heldClock } from '../../world/clock.ts'
import type { Log } from '../../world/log.ts'

const hourMs = 3_600_000

type Stage = { scene: IdentityScene; owner: Guest; cast: Cast }
/** Whether a credential lets its holder in at the platform of this address. */
type IsGood = (at: string) => Promise<boolean>
type Kind = { name: string; lifetimeMs: number; make: (stage: Stage) => Promise<IsGood> }

async function openStage(): Promise<Stage & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const scene = opening.use(await openIdentityScene())
  const owner = await scene.guest()
  const cast = await scene.cast({ ownerChannelId: owner.channelId })
  const opened = opening.move()
  return { scene, owner, cast, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const tokenOf = async ({ scene, cast: { client, channelId } }: Stage) =>
  scene.play('POST', '/grants', { clientId: client.clientId, channelId })

async function statusAt(at: string, path: string, { headers = {}, json }: { headers?: object; json?: object }) {
  const body = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
  const type = json === undefined ? {} : { 'content-type': 'application/json' }
  return (await fetch(`${at}${path}`, { headers: { ...headers, ...type }, ...body })).status
}

/** The first that is said to whoever connects to an address, at the platform of another. */
async function firstSaid(url: string, at: string): Promise<string> {
  using client = sessionClient(`${at}${new URL(url).search}`)
  return (await client.next())[0]
}

const kinds: Kind[] = [
  {
    name: 'an access token',
    lifetimeMs: limits.accessTokenSec * 1000,
    async make(stage) {
      const { accessToken } = await tokenOf(stage)
      const headers = { authorization: `Bearer ${accessToken}` }
      return async (at) => (await statusAt(at, '/open/v1/users/me', { headers })) === 200
    },
  },
  {
    name: 'a refresh token',
    lifetimeMs: limits.refreshTokenSec * 1000,
    async make(stage) {
      const { refreshToken } = await tokenOf(stage)
      const json = { grantType: 'refresh_token', ...stage.cast.client, refreshToken }
      return async (at) => (await statusAt(at, '/auth/v1/token', { json })) === 200
    },
  },
  {
    name: 'an authorization code',
    lifetimeMs: limits.authorizationCodeSec * 1000,
    async make({ scene, cast: { client, channelId } }) {
      const code = await makeCode({ clientId: client.clientId, channelId }, scene.world)
      const json = { grantType: 'authorization_code', ...client, code, state: 'a state' }
      return async (at) => (await statusAt(at, '/auth/v1/token', { json })) === 200
    },
  },
  {
    name: 'the older of two client secrets',
    lifetimeMs: limits.secretOverlapHours * hourMs,
    async make({ scene, owner }) {
      const app = { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback', ownerChannelId: owner.channelId }
      const { clientId, clientSecret } = await scene.play('POST', '/apps', app)
      assert.equal((await owner.ask('POST', `/apps/${clientId}/secret`)).status, 200)
      const headers = { 'client-id': clientId, 'client-secret': clientSecret }
      return async (at) => (await statusAt(at, '/open/v1/channels?channelIds=', { headers })) !== 401
    },
  },
  {
    name: 'a session URL',
    lifetimeMs: limits.sessionUrlSec * 1000,
    async make({ scene, cast: { client } }) {
      const { url } = (await scene.call('GET', '/open/v1/sessions/auth/client', { client })).body.content
      return async (at) => (await firstSaid(url, at)) === 'SYSTEM'
    },
  },
  {
    name: 'the address of a viewer',
    lifetimeMs: 30_000,
    async make({ owner, cast }) {
      const url = await viewerUrl(owner, cast.channelId)
      return async (at) => (await firstSaid(url, at)) === 'SHOWN'
    },
  },
  {
    name: 'being signed in',
    lifetimeMs: 30 * 24 * hourMs,
    async make({ owner }) {
      const browser = await owner.elsewhere()
      return async (at) => (await browser.get(`${at}/console/v1/me`)).status === 200
    },
  },
  {
    name: 'a check of an identity',
    lifetimeMs: 10 * 60_000,
    async make({ scene }) {
      const guest = await scene.guest()
      const back = new URL(await guest.showAs(`someone-${guest.channelId}`))
      return async (at) => (await guest.get(`${at}${back.pathname}${back.search}`)).status === 302
    },
  },
]

/** Lets time pass until the moment in which the credential ends, and then sets it back by an hour. Answers where to ask. */
type SetBack = (stage: Stage, lifetimeMs: number) => Promise<{ at: string } & AsyncDisposable>

const ways: [name: string, setBack: SetBack][] = [
  [
    'when the sandbox moves the clock back',
    async ({ scene }, lifetimeMs) => {
      await scene.play('POST', '/clock', { advanceSeconds: lifetimeMs / 1000 })
      await scene.play('POST', '/clock', { advanceSeconds: -hourMs / 1000 })
      return { at: scene.url, async [Symbol.asyncDispose]() {} }
    },
  ],
  [
    'when the time of the machine is set back',
    async ({ scene }, lifetimeMs) => {
      scene.clock.moveTo(lifetimeMs)
      scene.clock.moveTo(lifetimeMs - hourMs)
      return { at: scene.url, async [Symbol.asyncDispose]() {} }
    },
  ],
  [
    'when the program starts again on a machine whose time was set back',
    async (stage, lifetimeMs) => {
      const now = stage.scene.clock.now()
      await (await startedAt(now + lifetimeMs, stage))[Symbol.asyncDispose]()
      return startedAt(now + lifetimeMs - hourMs, stage)
    },
  ],
]

/** The same platform on another machine, which has this time. */
async function startedAt(
  time: number,
  { scene }: Stage,
  log: Log = scene.world.log,
): Promise<{ at: string } & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const clock = heldClock(time)
  const { server, addresses } = opening.use(await openListener(scene.world.config))
  opening.use(await openRoles(server, { ...scene.world, clock, log }, clock))
  const opened = opening.move()
  return { at: addresses.baseUrl, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

for (const { name, lifetimeMs, make } of kinds) {
  for (const [when, setBack] of ways)
    test(`${name} that has expired stays so ${when}`, async () => {
      await using stage = await openStage()
      const isGood = await make(stage)
      await using platform = await setBack(stage, lifetimeMs)
      assert.equal(await isGood(platform.at), false)
    })

  test(`${name} lives as long as ever after the clock was moved two days ahead and three hours back`, async () => {
    await using stage = await openStage()
    const { scene } = stage
    await scene.play('POST', '/clock', { advanceSeconds: 2 * 86_400 })
    await scene.play('POST', '/clock', { advanceSeconds: -3 * 3_600 })
    const [oneIsGood, otherIsGood] = [await make(stage), await make(stage)]
    scene.clock.moveTo(lifetimeMs - 1)
    assert.equal(await oneIsGood(scene.url), true)
    await scene.play('POST', '/clock', { advanceSeconds: -3 * 3_600 })
    scene.clock.moveTo(lifetimeMs)
    assert.equal(await otherIsGood(scene.url), false)
  })
}

test('who starts after the sandbox moved the clock is not behind, and who starts on a machine that is behind is told of', async () => {
  await using stage = await openStage()
  const { scene } = stage
  const machine = scene.clock.now()
  await scene.play('POST', '/clock', { advanceSeconds: 86_400 })
  const saidBy = async (time: number) => {
    const log = keptLog()
    await (await startedAt(time, stage, log))[Symbol.asyncDispose]()
    return log.lines.map(({ text }) => text).filter((text) => text === 'clock.behind')
  }
  // The first writes down at its end how far it came.
  await saidBy(machine)
  assert.deepEqual(await saidBy(machine), [])
  assert.ok((await saidBy(machine - hourMs)).length > 0)
})

test('when a secret ends is said as the date at which it will be over', async () => {
  await using stage = await openStage()
  const { scene, owner, cast } = stage
  const path = `/apps/${cast.client.clientId}`
  await scene.play('POST', '/clock', { advanceSeconds: 86_400 })
  await scene.play('POST', '/clock', { advanceSeconds: -86_400 })
  assert.equal((await owner.ask('POST', `${path}/secret`)).body.content.olderEndsDate, '2026-07-19T14:32:12.000Z')
  const dates = async () =>
    (await owner.ask('GET', path)).body.content.secrets.map(
      ({ expiryDate }: { expiryDate: string | null }) => expiryDate,
    )
  assert.deepEqual((await dates()).toSorted(), ['2026-07-19T14:32:12Z', null])
  await scene.play('POST', '/clock', { advanceSeconds: -3_600 })
  assert.deepEqual((await dates()).toSorted(), ['2026-07-19T13:32:12Z', null])
})

test('of two secrets the older one is ended, also when the clock was moved back before the newer was made', async () => {
  await using stage = await openStage()
  const { scene, owner, cast } = stage
  await scene.play('POST', '/clock', { advanceSeconds: -86_400 })
  const path = `/apps/${cast.client.clientId}/secret`
  const { clientSecret: newer } = (await owner.ask('POST', path)).body.content
  await owner.ask('DELETE', `${path}/older`)
  const isTaken = async (clientSecret: string) => {
    const headers = { 'client-id': cast.client.clientId, 'client-secret': clientSecret }
    return (await statusAt(scene.url, '/open/v1/channels?channelIds=', { headers })) !== 401
  }
  assert.deepEqual([await isTaken(cast.client.clientSecret), await isTaken(newer)], [false, true])
})

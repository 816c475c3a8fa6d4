import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter, sessionClient } from '../../testing/session-client.ts'
import { openScene, type Scene } from '../../testing/scene.ts'
import { losing, roughBus } from '../../testing/rough-bus.ts'
import type { Bus } from '../../world/bus/bus.ts'
import { endSessionsOfApp } from '../sessions/end-sessions-of-app.ts'
import { idleAppsSweep, restoreApp } from './idle-apps.ts'
import { registerApp } from './register-app.ts'
import { openUsage } from './usage.ts'

const dayMs = 86_400_000
/** A use may be known to its process alone for some seconds, which an application is given on top. */
const marginMs = 10_000

/** A scene whose worker is the test itself. */
async function openIdle(mode: 'sandbox' | 'production' = 'sandbox', busAround: (bus: Bus) => Bus = (bus) => bus) {
  const scene = await openScene({ settings: { mode, roles: ['api', 'gateway'] }, busAround })
  const sweep = idleAppsSweep(endSessionsOfApp)
  return { ...scene, sweep: () => sweep(scene.world) }
}

/** Moves the platform's time alone, as the sandbox and a wrong time server do. */
const leap = ({ clock }: Scene, ms: number) => clock.moveTo(clock.offsetMs() + ms)

async function stateOf({ world }: Scene, clientId: string) {
  const app = await world.db.read
    .selectFrom('app')
    .select(['warned_at', 'deleted_at'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (app === undefined) return 'removed'
  return app.deleted_at !== null ? 'deleted' : app.warned_at !== null ? 'warned' : 'there'
}

test('an application that nobody uses is warned of after 83 days, deleted after 90 and removed after 97, to the millisecond', async () => {
  await using scene = await openIdle()
  const { clientId } = (await scene.cast()).client
  const after = async (ms: number) => {
    leap(scene, ms)
    await scene.sweep()
    return stateOf(scene, clientId)
  }
  assert.equal(await after(83 * dayMs + marginMs - 1), 'there')
  assert.equal(await after(1), 'warned')
  assert.equal(await after(7 * dayMs - 1), 'warned')
  assert.equal(await after(1), 'deleted')
  assert.equal(await after(7 * dayMs - 1), 'deleted')
  assert.equal(await after(1), 'removed')
})

test('nothing is deleted that was not warned of seven days before', async () => {
  await using scene = await openIdle()
  const { clientId } = (await scene.cast()).client
  leap(scene, 200 * dayMs)
  await scene.sweep()
  await scene.sweep()
  assert.equal(await stateOf(scene, clientId), 'warned')
  leap(scene, 7 * dayMs)
  await scene.sweep()
  assert.equal(await stateOf(scene, clientId), 'deleted')
})

test('a use after the warning spares the application for another 90 days, with a warning of its own', async () => {
  await using scene = await openIdle()
  const { clientId } = (await scene.cast()).client
  leap(scene, 85 * dayMs)
  await scene.sweep()
  leap(scene, dayMs)
  await using usage = await openUsage(scene.world)
  usage.note({ kind: 'client', clientId, scopes: [], wireProfile: 'documented' }, null)
  await usage[Symbol.asyncDispose]()
  leap(scene, 82 * dayMs)
  await scene.sweep()
  leap(scene, 8 * dayMs + marginMs)
  await scene.sweep()
  assert.equal(await stateOf(scene, clientId), 'warned')
  leap(scene, 7 * dayMs)
  await scene.sweep()
  assert.equal(await stateOf(scene, clientId), 'deleted')
})

test('a deleted application is unknown: its credentials and tokens are refused, its subscriptions end and its sockets are closed', async () => {
  await using scene = await openIdle()
  const { client, channelId } = await scene.cast()
  leap(scene, 90 * dayMs)
  await scene.sweep()
  leap(scene, 7 * dayMs)
  // Tokens of the last moment: consent is no call, so it spares nothing.
  const { accessToken: token } = await scene.play('POST', '/grants', { clientId: client.clientId, channelId })
  const { url } = (await scene.call('GET', '/open/v1/sessions/auth', { token })).body.content
  using guest = await enter(url)
  const path = `/open/v1/sessions/events/subscribe/chat?sessionKey=${guest.sessionKey}`
  assert.equal((await scene.call('POST', path, { token })).status, 200)
  const data = { eventType: 'CHAT', channelId }
  assert.deepEqual(await guest.next(), ['SYSTEM', { type: 'subscribed', data }])
  await scene.sweep()

  assert.deepEqual(await guest.end(), [['SYSTEM', { type: 'revoked', data }]])
  assert.equal((await scene.call('GET', '/open/v1/users/me', { token })).body.message, 'INVALID_TOKEN')
  assert.equal((await scene.call('GET', '/open/v1/sessions/auth/client', { client })).body.message, 'INVALID_CLIENT')
  const left = await scene.world.db.read.selectFrom('session_subscription').selectAll().execute()
  assert.deepEqual(left, [])
})

test('the socket of an application deleted because nobody used it is closed though the signal is lost', async () => {
  const bus = roughBus()
  await using scene = await openIdle('sandbox', bus.around)
  const { client } = await scene.cast()
  leap(scene, 90 * dayMs)
  await scene.sweep()
  const urls = [1, 2].map(async () => (await scene.call('GET', '/open/v1/sessions/auth/client', { client })).body)
  const [used, unused] = (await Promise.all(urls)).map(({ content }) => content.url as string)
  using guest = await enter(used ?? '')
  await scene.world.db.read.deleteFrom('app_usage').execute()
  leap(scene, 7 * dayMs)
  bus.handle(losing(/^gateway/))
  await scene.sweep()
  assert.equal(await stateOf(scene, client.clientId), 'deleted')
  leap(scene, -7 * dayMs)
  using late = sessionClient(unused ?? '')
  assert.deepEqual(await late.end(), [['error', 'auth fail']])
  scene.clock.advance(2_000)
  assert.deepEqual(await guest.end(), [])
})

test('an operator restores a deleted application with its credentials and tokens, as if it were used then', async () => {
  await using scene = await openIdle()
  const { client, channelId } = await scene.cast()
  for (const days of [90, 7]) {
    leap(scene, days * dayMs + marginMs)
    const { accessToken: token } = await scene.play('POST', '/grants', { clientId: client.clientId, channelId })
    await scene.sweep()
    if (days === 90) continue
    await restoreApp(client.clientId, scene.world)
    assert.equal((await scene.call('GET', '/open/v1/users/me', { token })).status, 200)
  }
  leap(scene, 82 * dayMs)
  await scene.sweep()
  assert.equal(await stateOf(scene, client.clientId), 'there')
  await assert.rejects(restoreApp(client.clientId, scene.world), /there is no deleted application/)
})

const bot = { name: 'bot', redirectUri: 'http://127.0.0.1:9/' }

test('a clock that leaps 91 days ahead in production warns of nothing and deletes nothing; seen days alone count', async () => {
  await using scene = await openIdle('production')
  await scene.sweep()
  scene.clock.advance(30_000)
  const { clientId } = await registerApp(bot, scene.world)
  scene.clock.advance(30_000)
  leap(scene, 91 * dayMs)
  for (let minute = 0; minute < 3; minute++) {
    await scene.sweep()
    scene.clock.advance(60_000)
  }
  assert.equal(await stateOf(scene, clientId), 'there')
  for (const [seen, state] of [
    [82 * dayMs, 'there'],
    [dayMs + marginMs, 'warned'],
    [7 * dayMs, 'deleted'],
    [7 * dayMs, 'removed'],
  ] as const) {
    scene.clock.advance(seen)
    await scene.sweep()
    assert.equal(await stateOf(scene, clientId), state)
  }
})

test('a leap that the clock takes back leaves no trace', async () => {
  await using scene = await openIdle('production')
  const { clientId } = await registerApp(bot, scene.world)
  await scene.sweep()
  leap(scene, 91 * dayMs)
  await scene.sweep()
  leap(scene, -91 * dayMs)
  await scene.sweep()
  scene.clock.advance(83 * dayMs + marginMs)
  await scene.sweep()
  assert.equal(await stateOf(scene, clientId), 'warned')
})

test('of the time that no worker ran, a day counts', async () => {
  await using scene = await openIdle('production')
  const { clientId } = await registerApp(bot, scene.world)
  await scene.sweep()
  scene.clock.advance(100 * dayMs)
  const restarted = idleAppsSweep(endSessionsOfApp)
  await restarted(scene.world)
  assert.equal(await stateOf(scene, clientId), 'there')
  scene.clock.advance(82 * dayMs + marginMs)
  await restarted(scene.world)
  assert.equal(await stateOf(scene, clientId), 'warned')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@onair/contract'
import { enter } from '../../testing/session-client.ts'
import { openScene, type Scene } from '../../testing/scene.ts'
import { idleAppsSweep } from '../apps/idle-apps.ts'
import { endSessionsOfApp } from './end-sessions-of-app.ts'
import { sweepSessions } from './sweep-sessions.ts'

const keptMs = limits.sessionListedSec * 1000
const dayMs = 86_400_000

/** A scene whose worker is the test itself, with a session that was connected and has ended. */
async function openEnded(mode: 'sandbox' | 'production') {
  const scene = await openScene({ settings: { roles: ['api', 'gateway'] } })
  const { client, token } = await scene.cast()
  const guest = await enter((await scene.call('GET', '/open/v1/sessions/auth', { token })).body.content.url)
  const path = `/open/v1/sessions/events/subscribe/chat?sessionKey=${guest.sessionKey}`
  await scene.call('POST', path, { token })
  await guest.leave()
  const session = scene.world.db.read
    .selectFrom('session')
    .select('disconnected_at')
    .where('connected_at', 'is not', null)
  while ((await session.executeTakeFirst())?.disconnected_at === null);

  const world = { ...scene.world, config: { ...scene.world.config, mode } }
  const lookAtTime = idleAppsSweep(endSessionsOfApp)
  return {
    ...scene,
    client,
    async isThere() {
      await lookAtTime(world)
      await sweepSessions(world)
      return (await session.executeTakeFirst()) !== undefined
    },
    listed: async () =>
      (await scene.call('GET', '/open/v1/sessions/client', { client })).body.content?.totalCount as number | undefined,
  }
}

/** Moves the platform's time alone, as the sandbox and a wrong time server do. */
const leap = ({ clock }: Pick<Scene, 'clock'>, ms: number) => clock.moveTo(clock.offsetMs() + ms)

test('a session that ended is kept for ninety days and then removed, to the millisecond', async () => {
  await using scene = await openEnded('sandbox')
  leap(scene, keptMs - 1)
  assert.equal(await scene.isThere(), true)
  leap(scene, 1)
  assert.equal(await scene.isThere(), false)
  const subscriptions = await scene.world.db.read.selectFrom('session_subscription').selectAll().execute()
  assert.deepEqual(subscriptions, [])
})

test('a clock that leaps 91 days ahead removes no session; only days that were seen count', async () => {
  await using scene = await openEnded('production')
  assert.equal(await scene.isThere(), true)
  leap(scene, keptMs + dayMs)
  assert.equal(await scene.isThere(), true)
  leap(scene, -keptMs - dayMs)
  assert.equal(await scene.isThere(), true)
  leap(scene, keptMs + dayMs)
  for (const [seenMs, isThere] of [
    [30 * dayMs, true],
    [60 * dayMs - 1, true],
    [1, false],
  ] as const) {
    scene.clock.advance(seenMs)
    assert.equal(await scene.isThere(), isThere)
  }
})

test('a URL that nobody used is removed, and one that is still good is not', async () => {
  await using scene = await openEnded('sandbox')
  const open = () => scene.call('GET', '/open/v1/sessions/auth/client', { client: scene.client })
  await open()
  scene.clock.advance(limits.sessionUrlSec * 1000 - 1)
  const { url } = (await open()).body.content
  scene.clock.advance(1)
  await sweepSessions(scene.world)
  const unused = scene.world.db.read.selectFrom('session').select('key').where('connected_at', 'is', null)
  assert.equal((await unused.execute()).length, 1)
  using guest = await enter(url)
  assert.ok(guest.sessionKey)
})

test('more old sessions than a batch holds are all removed', async () => {
  await using scene = await openEnded('sandbox')
  const { clientId } = scene.client
  const many = Array.from({ length: 2_500 }, () => ({
    key: crypto.randomUUID(),
    client_id: clientId,
    owner_channel_id: null,
    ticket_hash: crypto.getRandomValues(Buffer.alloc(32)),
    issued_at: 0,
    ticket_expires_at: 0,
    connected_at: 0,
    disconnected_at: 0,
    gateway_id: null,
  }))
  await scene.world.db.read.insertInto('session').values(many).execute()
  await sweepSessions(scene.world)
  const left = await scene.world.db.read.selectFrom('session').select('key').execute()
  assert.equal(left.length, 1)
})

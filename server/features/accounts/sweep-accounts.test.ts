import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openIdentityScene } from '../../testing/identity-scene.ts'
import { insertWebSession } from './web-session-store.ts'
import { sweepAccounts } from './sweep-accounts.ts'

const month = 30 * 86_400_000

test('what has expired is removed, and nothing before', async () => {
  await using scene = await openIdentityScene()
  const { clock, world } = scene
  const left = async () => {
    await sweepAccounts(world)
    const sessions = await world.db.read.selectFrom('web_session').select('token_hash').execute()
    const checks = await world.db.read.selectFrom('identity_check').select('session_hash').execute()
    return [sessions.length, checks.length]
  }
  const guest = await scene.guest()
  await guest.showAs('alice')
  clock.advance(599_999)
  assert.deepEqual(await left(), [1, 1])
  clock.advance(1)
  assert.deepEqual(await left(), [1, 0])
  await guest.showAs('alice')
  clock.advance(month - 600_001)
  assert.deepEqual(await left(), [1, 0])
  clock.advance(1)
  assert.deepEqual(await left(), [0, 0])
})

test('a session that ends takes its check with it', async () => {
  await using scene = await openIdentityScene()
  const guest = await scene.guest()
  await guest.showAs('alice')
  await guest.get('/')
  assert.equal((await guest.post('/sign-out', {})).status, 303)
  assert.deepEqual(await scene.world.db.read.selectFrom('identity_check').selectAll().execute(), [])
})

test('a great many that have expired are removed in one run of the worker', async () => {
  await using scene = await openIdentityScene()
  const { clock, world } = scene
  const { channelId } = await scene.guest()
  const now = clock.now()
  await world.db.change(async (tx) => {
    for (let at = 0; at < 2_500; at++) {
      const token_hash = world.random.bytes(32)
      await insertWebSession(tx, { token_hash, channel_id: channelId, created_at: now - 2, expires_at: now - 1 })
    }
  })
  await sweepAccounts(world)
  assert.equal((await world.db.read.selectFrom('web_session').selectAll().execute()).length, 1)
})

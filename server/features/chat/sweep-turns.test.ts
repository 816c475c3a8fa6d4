import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStudio } from '../../testing/studio.ts'
import { sweepTurns } from './sweep-turns.ts'

test('who spoke last is forgotten when the slowest chat would let them speak again, and not before', async () => {
  await using studio = await openStudio({ settings: { roles: ['api'] } })
  const { clock, token, world } = studio
  await studio.call('PUT', '/open/v1/chats/settings', { token, json: { chatSlowModeSec: 300 } })
  const who = await studio.person()
  await studio.said(who)
  clock.advance(299_999)
  await sweepTurns(world)
  assert.equal((await studio.say(who)).status, 403)
  clock.advance(1)
  await sweepTurns(world)
  assert.deepEqual(await world.db.read.selectFrom('chat_turn').selectAll().execute(), [])
  assert.equal((await studio.say(who)).status, 200)
})

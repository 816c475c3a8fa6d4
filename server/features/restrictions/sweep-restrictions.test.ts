import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStudio } from '../../testing/studio.ts'
import { sweepRestrictions } from './sweep-restrictions.ts'

const dayMs = 86_400_000

test('a temporary restriction is removed a day after its end, and not before', async () => {
  await using studio = await openStudio({ settings: { roles: ['api'], temporaryRestrictionSec: 60 } })
  const { clock, token, world } = studio
  const json = { targetChannelId: await studio.person(), chatChannelId: await studio.chatChannelId() }
  await studio.call('POST', '/open/v1/temporary-restrict-channels', { token, json })
  const rows = async () => {
    await sweepRestrictions(world)
    return (await world.db.read.selectFrom('temporary_restriction').selectAll().execute()).length
  }
  clock.advance(60_000 + dayMs - 1)
  assert.equal(await rows(), 1)
  clock.advance(1)
  assert.equal(await rows(), 0)
})

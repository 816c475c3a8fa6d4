import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestChannel } from '../../../../tests/support/apps/test-channel.ts'
import { sweepOldRows } from '../../worker/old-rows-store.ts'

const dayMs = 86_400_000

describe('the sweep of restrictions', () => {
  test('deletes a temporary restriction a day after its end, and not before', async () => {
    await using testChannel = await openTestChannel({ settings: { roles: ['api'], temporaryRestrictionSec: 60 } })
    const { clock, token, deps } = testChannel
    const json = { targetChannelId: await testChannel.createPerson(), chatChannelId: await testChannel.chatChannelId() }
    await testChannel.call('POST', '/open/v1/temporary-restrict-channels', { token, json })
    const sweepAndCount = async () => {
      await sweepOldRows('restrictions', deps)
      return (await deps.db.read.selectFrom('temporary_restriction').selectAll().execute()).length
    }
    clock.advance(60_000 + dayMs - 1)
    assert.equal(await sweepAndCount(), 1)
    clock.advance(1)
    assert.equal(await sweepAndCount(), 0)
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestChannel } from '../../../../tests/support/apps/test-channel.ts'
import { sweepSlowMode } from './sweep-slow-mode.ts'

describe('sweepSlowMode', () => {
  test('deletes a slow-mode slot after the longest interval, and not before', async () => {
    await using testChannel = await openTestChannel({ settings: { roles: ['api'] } })
    const { clock, token, deps } = testChannel
    await testChannel.call('PUT', '/open/v1/chats/settings', { token, json: { chatSlowModeSec: 300 } })
    const who = await testChannel.createPerson()
    await testChannel.sendStoredChat(who)
    clock.advance(299_999)
    await sweepSlowMode(deps)
    assert.equal((await testChannel.sendChat(who)).status, 403)
    clock.advance(1)
    await sweepSlowMode(deps)
    assert.deepEqual(await deps.db.read.selectFrom('slow_mode').selectAll().execute(), [])
    assert.equal((await testChannel.sendChat(who)).status, 200)
  })
})

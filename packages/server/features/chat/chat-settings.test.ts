import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestChannel, statusAndMessage, invalidValue } from '../../../../tests/support/apps/test-channel.ts'

const path = '/open/v1/chats/settings'
const defaults = {
  chatAvailableCondition: 'NONE',
  chatAvailableGroup: 'ALL',
  minFollowerMinute: 0,
  allowSubscriberInFollowerMode: true,
  chatSlowModeSec: 0,
  chatEmojiMode: false,
}

describe('chat settings', () => {
  test('returns the defaults for a channel without changes, also after an empty update', async () => {
    await using testChannel = await openTestChannel()
    const { token } = testChannel
    assert.deepEqual((await testChannel.call('GET', path, { token })).body.content, defaults)
    for (const given of [{ json: {} }, { json: null }, {}]) {
      const { body } = await testChannel.call('PUT', path, { token, ...given })
      assert.deepEqual(body, { code: 200, message: null, content: null })
    }
    assert.deepEqual((await testChannel.call('GET', path, { token })).body.content, defaults)
  })

  // Gap 28.
  test('a field that is omitted or null keeps its value', async () => {
    await using testChannel = await openTestChannel()
    const { token } = testChannel
    const putSettings = (json: object) => testChannel.call('PUT', path, { token, json })
    await putSettings({ chatAvailableGroup: 'FOLLOWER', minFollowerMinute: 259_200 })
    await putSettings({ chatSlowModeSec: 300, chatAvailableGroup: null, minFollowerMinute: null })
    await putSettings({ allowSubscriberInFollowerMode: false })
    await putSettings({ chatEmojiMode: true, chatAvailableCondition: 'REAL_NAME' })
    assert.deepEqual((await testChannel.call('GET', path, { token })).body.content, {
      chatAvailableCondition: 'REAL_NAME',
      chatAvailableGroup: 'FOLLOWER',
      minFollowerMinute: 259_200,
      allowSubscriberInFollowerMode: false,
      chatSlowModeSec: 300,
      chatEmojiMode: true,
    })
  })

  test('accepts every allowed number', async () => {
    await using testChannel = await openTestChannel()
    const { token } = testChannel
    for (const [field, values] of [
      ['minFollowerMinute', [5, 10, 30, 60, 1440, 10080, 43200, 86400, 129600, 172800, 216000, 259200, 0]],
      ['chatSlowModeSec', [3, 5, 10, 30, 60, 120, 300, 0]],
    ] as const)
      for (const value of values) {
        assert.equal((await testChannel.call('PUT', path, { token, json: { [field]: value } })).status, 200)
        assert.equal((await testChannel.call('GET', path, { token })).body.content[field], value)
      }
  })

  test('one invalid value rejects the update; the observed profile names the field', async () => {
    for (const wireProfile of ['documented', 'observed']) {
      await using testChannel = await openTestChannel({ app: { wireProfile } })
      const { token } = testChannel
      for (const [field, values] of [
        ['chatAvailableCondition', ['ALL', '', 1]],
        ['chatAvailableGroup', ['NONE', 'follower', ['ALL']]],
        ['minFollowerMinute', [1, -5, 5.5, '5', true]],
        ['allowSubscriberInFollowerMode', ['true', 1]],
        ['chatSlowModeSec', [1, 4, '3', 3.5]],
        ['chatEmojiMode', ['false', 0]],
      ] as const)
        for (const value of values) {
          const json = { chatEmojiMode: true, [field]: value }
          const response = await testChannel.call('PUT', path, { token, json })
          const expected = wireProfile === 'documented' ? invalidValue : [400, `${field} 값이 올바르지 않습니다.`]
          assert.deepEqual(statusAndMessage(response), expected, `${field} ${JSON.stringify(value)}`)
        }
      assert.deepEqual((await testChannel.call('GET', path, { token })).body.content, defaults)
    }
  })

  test('concurrent updates of different fields all succeed', async () => {
    await using testChannel = await openTestChannel()
    const { token } = testChannel
    const changes = [{ chatEmojiMode: true }, { chatSlowModeSec: 60 }, { chatAvailableGroup: 'MANAGER' }]
    await Promise.all(changes.map((json) => testChannel.call('PUT', path, { token, json })))
    const { content } = (await testChannel.call('GET', path, { token })).body
    assert.deepEqual(content, { ...defaults, chatEmojiMode: true, chatSlowModeSec: 60, chatAvailableGroup: 'MANAGER' })
  })

  test('reading and updating require a scope each', async () => {
    await using testChannel = await openTestChannel()
    const read = await testChannel.grantToken(testChannel.channelId, ['채팅 설정 조회'])
    assert.equal((await testChannel.call('GET', path, { token: read })).status, 200)
    assert.equal((await testChannel.call('PUT', path, { token: read, json: {} })).status, 403)
  })
})

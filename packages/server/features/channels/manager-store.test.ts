import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ManagerRole } from '@onair/contract'
import { limits } from '@onair/contract'
import { createChannels } from '../../../../tests/support/apps/many-channels.ts'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'

const path = '/open/v1/channels/streaming-roles'
const roles = ['STREAMING_CHANNEL_MANAGER', 'STREAMING_CHAT_MANAGER', 'STREAMING_SETTLEMENT_MANAGER'] as const

describe('streaming roles', () => {
  test('lists the owner first, then managers of every role, longest-serving first', async () => {
    await using testApp = await openTestApp()
    const { channelId, channelName, token } = await testApp.createFixture()
    const people: { channelId: string; channelName: string }[] = []
    for (const userRole of roles) {
      const person = await testApp.act('createPerson', { channelName: userRole.slice(0, 20) })
      await testApp.act('moveClock', { advanceSeconds: 1 })
      await testApp.act('manage', { channelId, byChannelId: person.channelId, userRole })
      people.push(person)
    }
    const { data } = (await testApp.call('GET', path, { token })).body.content
    assert.deepEqual(
      data.map(({ createdDate, ...rest }: { createdDate: string }) => {
        assert.match(createdDate, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
        return rest
      }),
      [
        { managerChannelId: channelId, managerChannelName: channelName, userRole: 'STREAMING_CHANNEL_OWNER' },
        ...people.map((person, n) => ({
          managerChannelId: person.channelId,
          managerChannelName: person.channelName,
          userRole: roles[n],
        })),
      ],
    )
  })

  test('the owner is STREAMER in the observed wire profile', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture({ wireProfile: 'observed' })
    assert.equal((await testApp.call('GET', path, { token })).body.content.data[0].userRole, 'STREAMER')
  })

  test('a new role replaces the first and keeps its date; null removes it; both are idempotent', async () => {
    await using testApp = await openTestApp()
    const { channelId, token } = await testApp.createFixture()
    const { channelId: byChannelId } = await testApp.act('createPerson', { channelName: '매니저' })
    const setRole = (userRole: ManagerRole | null) => testApp.act('manage', { channelId, byChannelId, userRole })
    const listOtherRoles = async () => (await testApp.call('GET', path, { token })).body.content.data.slice(1)

    await setRole(roles[0])
    const [{ createdDate }] = await listOtherRoles()
    await testApp.act('moveClock', { advanceSeconds: 60 })
    await setRole(roles[1])
    await setRole(roles[1])
    const [{ createdDate: later, userRole }, ...more] = await listOtherRoles()
    assert.deepEqual([later, userRole, more], [createdDate, roles[1], []])
    await setRole(null)
    await setRole(null)
    assert.deepEqual(await listOtherRoles(), [])
  })

  test('rejects a role for the owner, and the role of owner for others', async () => {
    await using testApp = await openTestApp()
    const { channelId } = await testApp.createFixture()
    const { channelId: byChannelId } = await testApp.act('createPerson', { channelName: '매니저' })
    const expectRefusal = async (json: object) => {
      const { status, body } = await testApp.tryAct('manage', json)
      return [status, /\((\w+)/.exec(body.message ?? '')?.[1]]
    }
    assert.deepEqual(await expectRefusal({ channelId, byChannelId: channelId, userRole: roles[0] }), [
      400,
      'byChannelId',
    ])
    assert.deepEqual(await expectRefusal({ channelId, byChannelId, userRole: 'STREAMING_CHANNEL_OWNER' }), [
      400,
      'userRole',
    ])
    assert.deepEqual(await expectRefusal({ channelId, byChannelId }), [400, 'userRole'])
    assert.deepEqual(await expectRefusal({ channelId, byChannelId: 'f'.repeat(32), userRole: null }), [
      404,
      'byChannelId',
    ])
  })

  test('limits a channel to 100 managers when many are added concurrently', async () => {
    await using testApp = await openTestApp()
    const { channelId, token } = await testApp.createFixture()
    const crowd = await createChannels(testApp.deps.db, limits.managersPerChannel + 10)
    const manager = { channel_id: channelId, user_role: roles[0], created_at: 0 } as const
    const before = crowd.slice(0, limits.managersPerChannel - 5).map((id) => ({ ...manager, manager_channel_id: id }))
    await testApp.deps.db.read.insertInto('channel_manager').values(before).execute()
    const responses = await Promise.all(
      crowd.slice(before.length).map((byChannelId) => createManager(testApp, channelId, byChannelId)),
    )
    assert.equal(responses.filter(({ status }) => status === 200).length, 5)
    const { data } = (await testApp.call('GET', path, { token })).body.content
    assert.equal(data.length, 1 + limits.managersPerChannel)
    assert.equal((await createManager(testApp, channelId, crowd[0] ?? '')).status, 200)
  })

  test('returns 403 without the scope', async () => {
    await using testApp = await openTestApp()
    const { channelId, client } = await testApp.createFixture()
    const scopes = ['유저 정보 조회']
    const { accessToken } = await testApp.act('createGrant', { clientId: client.clientId, channelId, scopes })
    assert.equal((await testApp.call('GET', path, { token: accessToken })).status, 403)
  })
})

function createManager(testApp: TestApp, channelId: string, byChannelId: string) {
  return testApp.tryAct('manage', { channelId, byChannelId, userRole: roles[1] })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@onair/contract'
import { makeCrowd } from '../../testing/crowd.ts'
import { openScene, type Scene } from '../../testing/scene.ts'

const path = '/open/v1/channels/streaming-roles'
const roles = ['STREAMING_CHANNEL_MANAGER', 'STREAMING_CHAT_MANAGER', 'STREAMING_SETTLEMENT_MANAGER'] as const

test('the owner comes first, then managers of every role, the longest first', async () => {
  await using scene = await openScene()
  const { channelId, channelName, token } = await scene.cast()
  const people: { channelId: string; channelName: string }[] = []
  for (const userRole of roles) {
    const person = await scene.play('POST', '/people', { channelName: userRole.slice(0, 20) })
    await scene.play('POST', '/clock', { advanceSeconds: 1 })
    await scene.play('POST', '/acts/manage', { channelId, byChannelId: person.channelId, userRole })
    people.push(person)
  }
  const { data } = (await scene.call('GET', path, { token })).body.content
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

test('the owner is a STREAMER where the wire is the observed one', async () => {
  await using scene = await openScene()
  const { token } = await scene.cast({ wireProfile: 'observed' })
  assert.equal((await scene.call('GET', path, { token })).body.content.data[0].userRole, 'STREAMER')
})

test('another role replaces the first and keeps its date; null ends it, and twice changes nothing', async () => {
  await using scene = await openScene()
  const { channelId, token } = await scene.cast()
  const { channelId: byChannelId } = await scene.play('POST', '/people', { channelName: '매니저' })
  const manage = (userRole: string | null) => scene.play('POST', '/acts/manage', { channelId, byChannelId, userRole })
  const others = async () => (await scene.call('GET', path, { token })).body.content.data.slice(1)

  await manage(roles[0])
  const [{ createdDate }] = await others()
  await scene.play('POST', '/clock', { advanceSeconds: 60 })
  await manage(roles[1])
  await manage(roles[1])
  const [{ createdDate: later, userRole }, ...more] = await others()
  assert.deepEqual([later, userRole, more], [createdDate, roles[1], []])
  await manage(null)
  await manage(null)
  assert.deepEqual(await others(), [])
})

test('an owner is given no role, and nobody is made the owner', async () => {
  await using scene = await openScene()
  const { channelId } = await scene.cast()
  const { channelId: byChannelId } = await scene.play('POST', '/people', { channelName: '매니저' })
  const refused = async (json: object) => {
    const { status, body } = await scene.call('POST', '/sandbox/v1/acts/manage', { json })
    return [status, /\((\w+)/.exec(body.message ?? '')?.[1]]
  }
  assert.deepEqual(await refused({ channelId, byChannelId: channelId, userRole: roles[0] }), [400, 'byChannelId'])
  assert.deepEqual(await refused({ channelId, byChannelId, userRole: 'STREAMING_CHANNEL_OWNER' }), [400, 'userRole'])
  assert.deepEqual(await refused({ channelId, byChannelId }), [400, 'userRole'])
  assert.deepEqual(await refused({ channelId, byChannelId: 'f'.repeat(32), userRole: null }), [404, 'byChannelId'])
})

test('the hundredth manager is the last, however many are made at once', async () => {
  await using scene = await openScene()
  const { channelId, token } = await scene.cast()
  const crowd = await makeCrowd(scene.world.db, limits.managersPerChannel + 10)
  const manager = { channel_id: channelId, user_role: roles[0], created_at: 0 } as const
  const before = crowd.slice(0, limits.managersPerChannel - 5).map((id) => ({ ...manager, manager_channel_id: id }))
  await scene.world.db.read.insertInto('channel_manager').values(before).execute()
  const answers = await Promise.all(
    crowd.slice(before.length).map((byChannelId) => makeManager(scene, channelId, byChannelId)),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 5)
  const { data } = (await scene.call('GET', path, { token })).body.content
  assert.equal(data.length, 1 + limits.managersPerChannel)
  assert.equal((await makeManager(scene, channelId, crowd[0] ?? '')).status, 200)
})

test('roles need their scope', async () => {
  await using scene = await openScene()
  const { channelId, client } = await scene.cast()
  const scopes = ['유저 정보 조회']
  const { accessToken } = await scene.play('POST', '/grants', { clientId: client.clientId, channelId, scopes })
  assert.equal((await scene.call('GET', path, { token: accessToken })).status, 403)
})

function makeManager(scene: Scene, channelId: string, byChannelId: string) {
  return scene.call('POST', '/sandbox/v1/acts/manage', { json: { channelId, byChannelId, userRole: roles[1] } })
}

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createChannels } from '../../../../tests/support/apps/many-channels.ts'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'

describe('following', () => {
  test('following twice counts once and keeps the first date', async () => {
    await using testApp = await openTestApp()
    const { channelId, token } = await testApp.createFixture()
    const { channelId: byChannelId } = await testApp.act('createPerson', { channelName: '팬' })
    await testApp.act('follow', { channelId, byChannelId })
    const before = (await testApp.call('GET', '/open/v1/channels/followers', { token })).body.content
    await testApp.act('moveClock', { advanceSeconds: 60 })
    await testApp.act('follow', { channelId, byChannelId })
    const after = (await testApp.call('GET', '/open/v1/channels/followers', { token })).body.content
    assert.equal(after.totalCount, 1)
    assert.deepEqual(after, before)
  })

  test('unfollowing a channel that is not followed changes nothing', async () => {
    await using testApp = await openTestApp()
    const { channelId } = await testApp.createFixture()
    const { channelId: byChannelId } = await testApp.act('createPerson', { channelName: '팬' })
    await testApp.act('follow', { channelId, byChannelId })
    await testApp.act('unfollow', { channelId, byChannelId })
    await testApp.act('unfollow', { channelId, byChannelId })
    assert.deepEqual(await countFollowers(testApp, channelId), { rows: 0, members: 0 })
  })

  test('rejects following oneself, and unknown channels', async () => {
    await using testApp = await openTestApp()
    const { channelId } = await testApp.createFixture()
    const expectRefusal = async (json: object) => {
      const { status, body } = await testApp.tryAct('follow', json)
      return [status, /\((\w+)/.exec(body.message ?? '')?.[1]]
    }
    const unknown = 'f'.repeat(32)
    assert.deepEqual(await expectRefusal({ channelId, byChannelId: channelId }), [400, 'byChannelId'])
    assert.deepEqual(await expectRefusal({ channelId: unknown, byChannelId: channelId }), [404, 'channelId'])
    assert.deepEqual(await expectRefusal({ channelId, byChannelId: unknown }), [404, 'byChannelId'])
    assert.deepEqual(await expectRefusal({ channelId, byChannelId: 'x' }), [400, 'byChannelId'])
    assert.deepEqual(await expectRefusal({ channelId }), [400, 'byChannelId'])
  })

  test('the count is exact when 50 people follow and unfollow concurrently', async () => {
    await using testApp = await openTestApp()
    const { channelId } = await testApp.createFixture()
    const crowd = await createChannels(testApp.deps.db, 50)
    const actHere = testApp.actAt(channelId)
    await Promise.all(crowd.map((one) => actHere('follow', one)))
    assert.deepEqual(await countFollowers(testApp, channelId), { rows: 50, members: 50 })
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(crowd.map((one, n) => actHere((n + round) % 2 === 0 ? 'follow' : 'unfollow', one)))
      assert.deepEqual(await countFollowers(testApp, channelId), { rows: 25, members: 25 })
    }
  })

  test('the count is exact when one person follows and unfollows 50 times concurrently', async () => {
    await using testApp = await openTestApp()
    const { channelId } = await testApp.createFixture()
    const [byChannelId = ''] = await createChannels(testApp.deps.db, 1)
    for (let round = 0; round < 4; round += 1) {
      const acts = Array.from({ length: 50 }, (_, n) => (n % 2 === round % 2 ? 'follow' : 'unfollow'))
      await Promise.all(acts.map((name) => testApp.act(name, { channelId, byChannelId })))
      const { rows, members } = await countFollowers(testApp, channelId)
      assert.equal(members, rows)
      assert.ok(rows <= 1)
    }
    await Promise.all(Array.from({ length: 50 }, () => testApp.act('follow', { channelId, byChannelId })))
    assert.deepEqual(await countFollowers(testApp, channelId), { rows: 1, members: 1 })
  })
})

/** The rows that there are, and the number that a channel shows. */
async function countFollowers(testApp: TestApp, channelId: string) {
  const { rows } = await testApp.deps.db.read
    .selectFrom('channel_follower')
    .where('channel_id', '=', channelId)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  const client = await testApp.act('createApp', { name: 'counter', redirectUri: 'http://127.0.0.1:9/callback' })
  const { body } = await testApp.call('GET', `/open/v1/channels?channelIds=${channelId}`, { client })
  return { rows, members: body.content.data[0].followerCount }
}

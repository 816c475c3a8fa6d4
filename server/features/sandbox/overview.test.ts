import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandboxPeople } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { openScene } from '../../testing/scene.ts'

test('the overview tells where everything is and who lives in the demo world', async () => {
  await using scene = await openScene({ demo: true })
  const overview = await scene.play('GET', '')
  assert.equal(Compile(sandboxPeople.overview.content).Check(overview), true)
  const { baseUrl, authUrl, socketUrl, consoleUrl, mode, now, demo } = overview
  assert.deepEqual([baseUrl, authUrl, socketUrl], Array(3).fill(scene.url))
  assert.equal(consoleUrl, `${scene.url}/console`)
  assert.deepEqual([mode, now], ['sandbox', '2026-07-18T14:32:12.000Z'])
  assert.deepEqual(
    demo.people.map(({ is }: { is: string }) => is),
    ['streamer', 'manager', 'subscriber', 'follower', 'viewer', 'viewer'],
  )
})

test('the demo application and every person of the demo world work together', async () => {
  await using scene = await openScene({ demo: true })
  const { demo } = await scene.play('GET', '')
  const { clientId, clientSecret } = demo
  const client = { clientId, clientSecret }
  assert.equal((await scene.call('GET', '/open/v1/sessions/auth/client', { client })).status, 200)
  for (const { channelId, channelName } of demo.people) {
    const { accessToken } = await scene.play('POST', '/grants', { clientId, channelId })
    const { body } = await scene.call('GET', '/open/v1/users/me', { token: accessToken })
    assert.equal(body.content.channelName, channelName)
  }
})

test('the demo world has a manager, a subscriber and followers', async () => {
  await using scene = await openScene({ demo: true })
  const { demo } = await scene.play('GET', '')
  const who = (is: string): string => demo.people.find((person: { is: string }) => person.is === is).channelId
  const { db } = scene.world
  const managers = await db.read.selectFrom('channel_manager').selectAll().execute()
  assert.deepEqual(
    managers.map((row) => [row.channel_id, row.manager_channel_id]),
    [[who('streamer'), who('manager')]],
  )
  const subscribers = await db.read.selectFrom('channel_subscriber').selectAll().execute()
  assert.deepEqual(
    subscribers.map((row) => row.subscriber_channel_id),
    [who('subscriber')],
  )
  const followers = await db.read.selectFrom('channel_follower').selectAll().execute()
  assert.deepEqual(
    followers.map((row) => row.follower_channel_id).sort(),
    [who('manager'), who('subscriber'), who('follower')].sort(),
  )
})

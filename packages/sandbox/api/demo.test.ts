import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sandboxApi } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'

describe('getOverview', () => {
  test('returns the addresses and the demo people', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const overview = await testApp.sandbox('GET', '')
    assert.equal(Compile(sandboxApi.demo.getOverview.content).Check(overview), true)
    const { baseUrl, authUrl, socketUrl, consoleUrl, mode, now, demo } = overview
    assert.deepEqual([baseUrl, authUrl, socketUrl], Array(3).fill(testApp.url))
    assert.equal(consoleUrl, `${testApp.url}/console`)
    assert.deepEqual([mode, now], ['sandbox', '2026-07-18T14:32:12.000Z'])
    assert.deepEqual(
      demo.people.map(({ is }: { is: string }) => is),
      ['streamer', 'manager', 'subscriber', 'follower', 'viewer', 'viewer'],
    )
  })
})

describe('demo data', () => {
  test('has an application and people that work together', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const { demo } = await testApp.sandbox('GET', '')
    const { clientId, clientSecret } = demo
    const client = { clientId, clientSecret }
    assert.equal((await testApp.call('GET', '/open/v1/sessions/auth/client', { client })).status, 200)
    for (const { channelId, channelName } of demo.people) {
      const { accessToken } = await testApp.sandbox('POST', '/grants', { clientId, channelId })
      const { body } = await testApp.call('GET', '/open/v1/users/me', { token: accessToken })
      assert.equal(body.content.channelName, channelName)
    }
  })

  test('has a manager, a subscriber and followers', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const { demo } = await testApp.sandbox('GET', '')
    const personIdByRole = (role: string): string => demo.people.find(({ is }: { is: string }) => is === role).channelId
    const { db } = testApp.deps
    const managers = await db.read.selectFrom('channel_manager').selectAll().execute()
    assert.deepEqual(
      managers.map((row) => [row.channel_id, row.manager_channel_id]),
      [[personIdByRole('streamer'), personIdByRole('manager')]],
    )
    const subscribers = await db.read.selectFrom('channel_subscriber').selectAll().execute()
    assert.deepEqual(
      subscribers.map((row) => row.subscriber_channel_id),
      [personIdByRole('subscriber')],
    )
    const followers = await db.read.selectFrom('channel_follower').selectAll().execute()
    assert.deepEqual(
      followers.map((row) => row.follower_channel_id).sort(),
      [personIdByRole('manager'), personIdByRole('subscriber'), personIdByRole('follower')].sort(),
    )
  })
})

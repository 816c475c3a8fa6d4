import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consoleApi, limits } from '@onair/contract'
import { sql } from 'kysely'
import { lockChannel } from '../../features/channels/channel-store.ts'
import { deleteManager } from '../../features/channels/manager-store.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import {
  openConsoleTestApp,
  findAcceptedInvalidInputs,
  statusAndMessage,
} from '../../../../tests/support/apps/console-test-app.ts'
import { defaultSettings } from '../../features/chat/sending-rules.ts'

const valid = {
  chatAvailableCondition: 'NONE',
  chatAvailableGroup: 'FOLLOWER',
  minFollowerMinute: 60,
  allowSubscriberInFollowerMode: false,
  chatSlowModeSec: 30,
  chatEmojiMode: true,
}

describe('getChatSettings, updateChatSettings', () => {
  test('share the settings of the open API, and change only the fields sent', async () => {
    await using testApp = await openConsoleTestApp()
    const { viewer } = testApp
    const token = await testApp.grantToken(viewer.channelId)
    const readOpenSettings = async () => (await testApp.call('GET', '/open/v1/chats/settings', { token })).body.content
    const readOwnSettings = async () =>
      (await viewer.callConsole('GET', `/channels/${viewer.channelId}/chat/settings`)).body.content
    assert.deepEqual(await readOwnSettings(), await readOpenSettings())
    assert.deepEqual(
      statusAndMessage(await viewer.callConsole('PATCH', `/channels/${viewer.channelId}/chat/settings`, valid)),
      [200, null],
    )
    assert.deepEqual(await readOpenSettings(), valid)
    await testApp.call('PUT', '/open/v1/chats/settings', { token, json: { chatSlowModeSec: 5 } })
    await viewer.callConsole('PATCH', `/channels/${viewer.channelId}/chat/settings`, {
      chatEmojiMode: false,
      chatAvailableGroup: null,
    })
    assert.deepEqual(await readOwnSettings(), { ...valid, chatSlowModeSec: 5, chatEmojiMode: false })
    await viewer.callConsole('PATCH', `/channels/${viewer.channelId}/chat/settings`, {})
    assert.deepEqual(await readOwnSettings(), await readOpenSettings())
    const log = (await viewer.callConsole('GET', `/channels/${viewer.channelId}/moderation-log`)).body.content.data
    assert.deepEqual(
      log.map(({ action }: { action: string }) => action),
      Array(2).fill('chat_settings.changed'),
    )
    const { chatAvailableCondition: _, ...first } = valid
    const { chatAvailableCondition: __, ...before } = defaultSettings
    assert.deepEqual(
      log.map(({ chatSettings }: { chatSettings: unknown }) => chatSettings),
      [
        { from: { chatEmojiMode: true }, to: { chatEmojiMode: false } },
        { from: before, to: first },
      ],
    )
    // Of concurrent changes, each begins with the value that the one before left.
    await Promise.all(
      [10, 30, 60].map((chatSlowModeSec) =>
        viewer.callConsole('PATCH', `/channels/${viewer.channelId}/chat/settings`, { chatSlowModeSec }),
      ),
    )
    const latest = (await viewer.callConsole('GET', `/channels/${viewer.channelId}/moderation-log`)).body.content.data
    const slowModes = latest
      .slice(0, 3)
      .map(({ chatSettings }: { chatSettings: Record<'from' | 'to', object> }) => [chatSettings.from, chatSettings.to])
    assert.deepEqual(
      slowModes.map(([from]: object[]) => from),
      [...slowModes.slice(1).map(([, to]: object[]) => to), { chatSlowModeSec: 5 }],
    )
    // Entries of earlier versions have the new values alone.
    await sql`update audit_log set detail = detail - 'before'`.execute(testApp.deps.db.read)
    const old = (await viewer.callConsole('GET', `/channels/${viewer.channelId}/moderation-log`)).body.content.data
    assert.deepEqual(
      old.map(({ chatSettings }: { chatSettings: unknown }) => chatSettings),
      Array(5).fill(null),
    )
  })

  test('refuse REAL_NAME on a site that verifies no identities; the open API accepts it', async () => {
    await using testApp = await openConsoleTestApp()
    const { viewer } = testApp
    const token = await testApp.grantToken(viewer.channelId)
    const json = { chatAvailableCondition: 'REAL_NAME' }
    const refused = await viewer.callConsole('PATCH', `/channels/${viewer.channelId}/chat/settings`, json)
    assert.deepEqual([refused.status, refused.body.reason?.code], [400, 'NO_IDENTITY_PROVIDER'])
    assert.equal((await testApp.call('PUT', '/open/v1/chats/settings', { token, json })).status, 200)
    assert.equal(
      (await viewer.callConsole('PATCH', `/channels/${viewer.channelId}/chat/settings`, { chatEmojiMode: true }))
        .status,
      200,
    )
  })

  test('refuse a manager whose role ends before the change, as do the blocked words', async () => {
    await using testApp = await openConsoleTestApp()
    const { deps, viewer: streamer } = testApp
    const manager = await testApp.signedIn('매니저')
    await streamer.callConsole('PUT', `/managers/${manager.channelId}`, { userRole: 'STREAMING_CHAT_MANAGER' })
    const channel = `/channels/${streamer.channelId}`
    const changes = await deps.db.transaction(async (tx) => {
      await lockChannel(tx, streamer.channelId)
      const calls = [
        manager.callConsole('PATCH', `${channel}/chat/settings`, { chatEmojiMode: true }),
        manager.callConsole('PUT', `${channel}/chat/blocked-words`, { words: ['도박'] }),
      ]
      await eventually(async () => {
        const { rows } = await sql`select from pg_locks where not granted`.execute(deps.db.read)
        assert.ok(rows.length >= calls.length)
      })
      await deleteManager(tx, streamer.channelId, manager.channelId)
      return calls
    })
    const statuses = (await Promise.all(changes)).map(({ status }) => status)
    assert.deepEqual(statuses, [403, 403])
  })

  test('accept every value of the specification and no other', async () => {
    await using testApp = await openConsoleTestApp()
    const { viewer } = testApp
    const updateSettings = async (body: object) =>
      (await viewer.callConsole('PATCH', `/channels/${viewer.channelId}/chat/settings`, body)).status
    for (const minFollowerMinute of limits.minFollowerMinutes)
      assert.equal(await updateSettings({ minFollowerMinute }), 200)
    for (const chatSlowModeSec of limits.chatSlowModeSecs) assert.equal(await updateSettings({ chatSlowModeSec }), 200)
    for (const chatSlowModeSec of [1, 4, 301]) assert.equal(await updateSettings({ chatSlowModeSec }), 400)
    assert.deepEqual(
      await findAcceptedInvalidInputs(viewer, consoleApi.chatSettings.updateChatSettings, {
        pathParams: { channelId: viewer.channelId },
        body: valid,
      }),
      [],
    )
  })
})

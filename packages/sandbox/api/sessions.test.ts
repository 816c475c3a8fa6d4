import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sandboxApi } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { openSessionsTestApp } from '@onair/server/features/sessions/test-helpers.ts'
import { addSandbox, testSandbox } from '../../../tests/support/apps/sandbox-app.ts'

describe('listSessions, disconnectSession', () => {
  test('list the sessions of one application or all, the newest first, and disconnect one', async () => {
    await using testApp = addSandbox(await openSessionsTestApp({}, { openExtension: testSandbox() }))
    const { channelId, channelName, client } = testApp
    const users = await testApp.connectUser()
    await testApp.subscribe(users.sessionKey)
    testApp.clock.advance(1_000)
    const other = await testApp.sandbox('POST', '/apps', { name: 'other', redirectUri: 'http://127.0.0.1:9/callback' })
    const theirs = await testApp.connectClient(other)
    await testApp.openUser()

    const list = (query = '') => testApp.sandbox('GET', `/sessions${query}`)
    const content = await list()
    assert.deepEqual(Compile(sandboxApi.sessions.listSessions.content).Errors(content), [])
    const ofUser = {
      sessionKey: users.sessionKey,
      clientId: client.clientId,
      appName: 'bot',
      owner: { channelId, channelName },
      connectedDate: '2026-07-18T14:32:12Z',
      subscribedEvents: [{ eventType: 'CHAT', channelId }],
    }
    const ofOther = {
      sessionKey: theirs.sessionKey,
      clientId: other.clientId,
      appName: 'other',
      owner: null,
      connectedDate: '2026-07-18T14:32:13Z',
      subscribedEvents: [],
    }
    assert.deepEqual(content.data, [ofOther, ofUser])
    assert.deepEqual((await list(`?clientId=${client.clientId}`)).data, [ofUser])

    await testApp.sandbox('POST', `/sessions/${users.sessionKey}/disconnect`)
    await testApp.waitForDisconnect(users.sessionKey)
    assert.deepEqual((await list()).data, [ofOther])
  })

  test('return 404 for an unknown application', async () => {
    await using testApp = addSandbox(await openSessionsTestApp({}, { openExtension: testSandbox() }))
    const { status, body } = await testApp.call('GET', '/sandbox/v1/sessions?clientId=unknown')
    assert.deepEqual([status, body.message], [404, 'NOT_FOUND (clientId: no such application)'])
  })
})

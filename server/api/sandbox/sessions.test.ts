import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandboxSessions } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { openSessionsTestApp } from '../../features/sessions/test-helpers.ts'

test('the sessions of all applications are listed with whose they are, newest first, or those of one', async () => {
  await using testApp = await openSessionsTestApp()
  const { channelId, channelName, client } = testApp
  const users = await testApp.connectUser()
  await testApp.subscribe(users.sessionKey)
  testApp.clock.advance(1_000)
  const other = await testApp.sandbox('POST', '/apps', { name: 'other', redirectUri: 'http://127.0.0.1:9/callback' })
  const theirs = await testApp.connectClient(other)
  await testApp.openUser()

  const list = (query = '') => testApp.sandbox('GET', `/sessions${query}`)
  const content = await list()
  assert.deepEqual(Compile(sandboxSessions.listSessions.content).Errors(content), [])
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

test('the sessions of an unknown application are refused, naming the field', async () => {
  await using testApp = await openSessionsTestApp()
  const { status, body } = await testApp.call('GET', '/sandbox/v1/sessions?clientId=nobody')
  assert.deepEqual([status, body.message], [404, 'NOT_FOUND (clientId: there is no such application)'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandboxSessions } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { openSessions } from '../sessions/testing.ts'

test('the sessions of all applications are listed with whose they are, newest first, or those of one', async () => {
  await using scene = await openSessions()
  const { channelId, channelName, client } = scene
  const users = await scene.enterUser()
  await scene.subscribe(users.sessionKey)
  scene.clock.advance(1_000)
  const other = await scene.play('POST', '/apps', { name: 'other', redirectUri: 'http://127.0.0.1:9/callback' })
  const theirs = await scene.enterClient(other)
  await scene.openUser()

  const list = (query = '') => scene.play('GET', `/sessions${query}`)
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

  await scene.play('POST', `/sessions/${users.sessionKey}/disconnect`)
  await scene.disconnected(users.sessionKey)
  assert.deepEqual((await list()).data, [ofOther])
})

test('the sessions of an unknown application are refused, naming the field', async () => {
  await using scene = await openSessions()
  const { status, body } = await scene.call('GET', '/sandbox/v1/sessions?clientId=nobody')
  assert.deepEqual([status, body.message], [404, 'NOT_FOUND (clientId: there is no such application)'])
})

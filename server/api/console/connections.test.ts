import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes, userScopes } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { openConsoleTestApp, statusAndMessage } from '../../test/console-test-app.ts'
import { connect } from '../../test/session-client.ts'

const notConnectedError = [404, 'NOT_FOUND (clientId: there is no such application that you allowed)']

test('a person sees which applications they allowed what, who made them, and when they were used', async () => {
  await using testChannel = await openConsoleTestApp()
  const { clock, viewer } = testChannel
  const listConnections = async () => (await viewer.callConsole('GET', '/connections')).body.content.data
  assert.deepEqual(await listConnections(), [])

  const token = await testChannel.grantToken(viewer.channelId, [scopes.user, scopes.chatRead])
  const allowedAt = clock.now()
  clock.advance(60_000)
  const maker = await testChannel.signedIn('만든 사람')
  const app = { name: 'overlay', redirectUri: 'http://127.0.0.1:9/overlay', ownerChannelId: maker.channelId }
  const overlay = await testChannel.sandbox('POST', '/apps', app)
  await testChannel.sandbox('POST', '/grants', { clientId: overlay.clientId, channelId: viewer.channelId })
  const now = clock.now()

  await testChannel.call('GET', '/open/v1/users/me', { token })
  clock.advance(5_000)
  const unused = { firstUsedDate: null, lastUsedDate: null, sessions: 0 }
  const expected = [
    {
      clientId: overlay.clientId,
      name: 'overlay',
      makerName: '만든 사람',
      scopes: [...userScopes],
      createdDate: utcSecond(now),
      ...unused,
    },
    {
      clientId: testChannel.client.clientId,
      name: 'bot',
      makerName: null,
      scopes: [scopes.user, scopes.chatRead],
      createdDate: utcSecond(allowedAt),
      ...unused,
      firstUsedDate: utcSecond(now),
      lastUsedDate: utcSecond(now),
    },
  ]
  let seen = await listConnections()
  while (seen[1].lastUsedDate === null) seen = await listConnections()
  assert.deepEqual(seen, expected)
  assert.deepEqual((await maker.callConsole('GET', '/connections')).body.content.data, [])
})

test('consent is withdrawn by the person: tokens and codes end, open sessions hear revoked, other people keep theirs', async () => {
  await using testChannel = await openConsoleTestApp()
  const { client, viewer } = testChannel
  const token = await testChannel.grantToken(viewer.channelId)
  const me = async (token: string) => (await testChannel.call('GET', '/open/v1/users/me', { token })).status
  using session = await connect((await testChannel.call('GET', '/open/v1/sessions/auth', { token })).body.content.url)
  await testChannel.call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${session.sessionKey}`, { token })
  await session.next()
  const { data } = (await viewer.callConsole('GET', '/connections')).body.content
  assert.equal(data[0].sessions, 1)

  assert.deepEqual(statusAndMessage(await viewer.callConsole('DELETE', `/connections/${client.clientId}`)), [200, null])
  assert.deepEqual([await me(token), await me(testChannel.token)], [401, 200])
  const revoked = { type: 'revoked', data: { eventType: 'CHAT', channelId: viewer.channelId } }
  assert.deepEqual(await session.next(), ['SYSTEM', revoked])
  assert.deepEqual((await viewer.callConsole('GET', '/connections')).body.content.data, [])
  assert.deepEqual(
    statusAndMessage(await viewer.callConsole('DELETE', `/connections/${client.clientId}`)),
    notConnectedError,
  )
})

test('what another person allowed, and what nobody knows, is not found', async () => {
  await using testChannel = await openConsoleTestApp()
  const { client, viewer } = testChannel
  for (const clientId of [client.clientId, 'unknown'])
    assert.deepEqual(
      statusAndMessage(await viewer.callConsole('DELETE', `/connections/${clientId}`)),
      notConnectedError,
    )
  assert.equal((await testChannel.call('GET', '/open/v1/users/me', { token: testChannel.token })).status, 200)
  for (const wrong of ['x'.repeat(101), 'a%00b'])
    assert.match(
      String(statusAndMessage(await viewer.callConsole('DELETE', `/connections/${wrong}`))),
      /^400,.*\(clientId/,
    )
})

test('of many who withdraw at once exactly one has done it', async () => {
  await using testChannel = await openConsoleTestApp()
  await testChannel.grantToken(testChannel.viewer.channelId)
  const path = `/connections/${testChannel.client.clientId}`
  const answers = await Promise.all(Array.from({ length: 20 }, () => testChannel.viewer.callConsole('DELETE', path)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(answers.filter(({ status }) => status === 404).length, 19)
})

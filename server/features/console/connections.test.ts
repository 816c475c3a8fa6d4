import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes, userScopes } from '@onair/contract'
import { utcSecond } from '../../kit/dates.ts'
import { openConsole, told } from '../../testing/console-scene.ts'
import { enter } from '../../testing/session-client.ts'

const gone = [404, 'NOT_FOUND (clientId: there is no such application that you allowed)']

test('a person sees which applications they allowed what, who made them, and when they were used', async () => {
  await using studio = await openConsole()
  const { clock, viewer } = studio
  const connections = async () => (await viewer.ask('GET', '/connections')).body.content.data
  assert.deepEqual(await connections(), [])

  const token = await studio.tokenOf(viewer.channelId, [scopes.user, scopes.chatRead])
  const allowedAt = clock.now()
  clock.advance(60_000)
  const maker = await studio.signedIn('만든 사람')
  const app = { name: 'overlay', redirectUri: 'http://127.0.0.1:9/overlay', ownerChannelId: maker.channelId }
  const overlay = await studio.play('POST', '/apps', app)
  await studio.play('POST', '/grants', { clientId: overlay.clientId, channelId: viewer.channelId })
  const now = clock.now()

  await studio.call('GET', '/open/v1/users/me', { token })
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
      clientId: studio.client.clientId,
      name: 'bot',
      makerName: null,
      scopes: [scopes.user, scopes.chatRead],
      createdDate: utcSecond(allowedAt),
      ...unused,
      firstUsedDate: utcSecond(now),
      lastUsedDate: utcSecond(now),
    },
  ]
  let seen = await connections()
  while (seen[1].lastUsedDate === null) seen = await connections()
  assert.deepEqual(seen, expected)
  assert.deepEqual((await maker.ask('GET', '/connections')).body.content.data, [])
})

test('consent is withdrawn by the person: tokens and codes end, open sessions hear revoked, other people keep theirs', async () => {
  await using studio = await openConsole()
  const { client, viewer } = studio
  const token = await studio.tokenOf(viewer.channelId)
  const me = async (token: string) => (await studio.call('GET', '/open/v1/users/me', { token })).status
  using guest = await enter((await studio.call('GET', '/open/v1/sessions/auth', { token })).body.content.url)
  await studio.call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${guest.sessionKey}`, { token })
  await guest.next()
  const { data } = (await viewer.ask('GET', '/connections')).body.content
  assert.equal(data[0].sessions, 1)

  assert.deepEqual(told(await viewer.ask('DELETE', `/connections/${client.clientId}`)), [200, null])
  assert.deepEqual([await me(token), await me(studio.token)], [401, 200])
  const revoked = { type: 'revoked', data: { eventType: 'CHAT', channelId: viewer.channelId } }
  assert.deepEqual(await guest.next(), ['SYSTEM', revoked])
  assert.deepEqual((await viewer.ask('GET', '/connections')).body.content.data, [])
  assert.deepEqual(told(await viewer.ask('DELETE', `/connections/${client.clientId}`)), gone)
})

test('what another person allowed, and what nobody knows, is not found', async () => {
  await using studio = await openConsole()
  const { client, viewer } = studio
  for (const clientId of [client.clientId, 'unknown'])
    assert.deepEqual(told(await viewer.ask('DELETE', `/connections/${clientId}`)), gone)
  assert.equal((await studio.call('GET', '/open/v1/users/me', { token: studio.token })).status, 200)
  for (const wrong of ['x'.repeat(101), 'a%00b'])
    assert.match(String(told(await viewer.ask('DELETE', `/connections/${wrong}`))), /^400,.*\(clientId/)
})

test('of many who withdraw at once exactly one has done it', async () => {
  await using studio = await openConsole()
  await studio.tokenOf(studio.viewer.channelId)
  const path = `/connections/${studio.client.clientId}`
  const answers = await Promise.all(Array.from({ length: 20 }, () => studio.viewer.ask('DELETE', path)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(answers.filter(({ status }) => status === 404).length, 19)
})

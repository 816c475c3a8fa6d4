import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scopes, userScopes } from '@onair/contract'
import { utcSecond } from '../../shared/dates.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { openConsoleTestApp, statusAndMessage } from '../../../../tests/support/apps/console-test-app.ts'
import { connect } from '../../../../tests/support/clients/session-client.ts'

const notConnectedError = [404, 'NOT_FOUND (no such application has access to your account)']

describe('listConnectedApps', () => {
  test('returns the granted applications with owner, scopes and last use, unused ones last', async () => {
    await using testApp = await openConsoleTestApp()
    const { clock, viewer } = testApp
    const listConnectedApps = async () => (await viewer.callConsole('GET', '/connected-apps')).body.content.data
    assert.deepEqual(await listConnectedApps(), [])

    const token = await testApp.grantToken(viewer.channelId, [scopes.user, scopes.chatRead])
    const allowedAt = clock.now()
    clock.advance(60_000)
    const maker = await testApp.signedIn('만든 사람')
    const app = { name: 'overlay', redirectUri: 'http://127.0.0.1:9/overlay', ownerChannelId: maker.channelId }
    const overlay = await testApp.act('createApp', app)
    await testApp.act('createGrant', { clientId: overlay.clientId, channelId: viewer.channelId })
    const now = clock.now()

    await testApp.call('GET', '/open/v1/users/me', { token })
    clock.advance(5_000)
    const unused = { firstUsedDate: null, lastUsedDate: null, sessions: 0 }
    const expected = [
      {
        clientId: testApp.client.clientId,
        name: 'bot',
        makerName: null,
        overlay: null,
        scopes: [scopes.user, scopes.chatRead],
        createdDate: utcSecond(allowedAt),
        ...unused,
        firstUsedDate: utcSecond(now),
        lastUsedDate: utcSecond(now),
      },
      {
        clientId: overlay.clientId,
        name: 'overlay',
        makerName: '만든 사람',
        overlay: null,
        scopes: [...userScopes],
        createdDate: utcSecond(now),
        ...unused,
      },
    ]
    await eventually(async () => assert.deepEqual(await listConnectedApps(), expected))
    assert.deepEqual((await maker.callConsole('GET', '/connected-apps')).body.content.data, [])
  })
})

describe('withdrawConsent', () => {
  // Gap 135.
  test('revokes tokens and sends `revoked` to open sessions; other users keep theirs', async () => {
    await using testApp = await openConsoleTestApp()
    const { client, viewer } = testApp
    const token = await testApp.grantToken(viewer.channelId)
    const me = async (token: string) => (await testApp.call('GET', '/open/v1/users/me', { token })).status
    using session = await connect((await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content.url)
    await testApp.call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${session.sessionKey}`, {
      token,
    })
    await session.next()
    const { data } = (await viewer.callConsole('GET', '/connected-apps')).body.content
    assert.equal(data[0].sessions, 1)

    assert.deepEqual(statusAndMessage(await viewer.callConsole('DELETE', `/connected-apps/${client.clientId}`)), [
      200,
      null,
    ])
    assert.equal(await me(token), 401)
    assert.equal(await me(testApp.token), 200)
    const revoked = { type: 'revoked', data: { eventType: 'CHAT', channelId: viewer.channelId } }
    assert.deepEqual(await session.next(), ['SYSTEM', revoked])
    assert.deepEqual((await viewer.callConsole('GET', '/connected-apps')).body.content.data, [])
    assert.deepEqual(
      statusAndMessage(await viewer.callConsole('DELETE', `/connected-apps/${client.clientId}`)),
      notConnectedError,
    )
  })

  test('returns 404 for an application without a grant of this user', async () => {
    await using testApp = await openConsoleTestApp()
    const { client, viewer } = testApp
    for (const clientId of [client.clientId, 'unknown'])
      assert.deepEqual(
        statusAndMessage(await viewer.callConsole('DELETE', `/connected-apps/${clientId}`)),
        notConnectedError,
      )
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token: testApp.token })).status, 200)
    for (const wrong of ['x'.repeat(101), 'a%00b'])
      assert.match(
        String(statusAndMessage(await viewer.callConsole('DELETE', `/connected-apps/${wrong}`))),
        /^400,.*\(clientId/,
      )
  })

  test('succeeds for exactly one of 20 concurrent calls', async () => {
    await using testApp = await openConsoleTestApp()
    await testApp.grantToken(testApp.viewer.channelId)
    const path = `/connected-apps/${testApp.client.clientId}`
    const responses = await Promise.all(Array.from({ length: 20 }, () => testApp.viewer.callConsole('DELETE', path)))
    assert.equal(responses.filter(({ status }) => status === 200).length, 1)
    assert.equal(responses.filter(({ status }) => status === 404).length, 19)
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '@onair/contract'
import { connect, openSessionClient } from '../../../../tests/support/clients/session-client.ts'
import type { ApiResponse } from '../../../../tests/support/apps/test-app.ts'
import { openSessionsTestApp } from './test-helpers.ts'

const authFail = [['error', 'auth fail']]

describe('Open a session', () => {
  test('the session URL has a port, no path and a ticket of 128 URL-safe characters', async () => {
    await using sessions = await openSessionsTestApp()
    const { port } = new URL(sessions.url)
    for (const { status, body } of [await sessions.openUser(), await sessions.openClient()]) {
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body.content), ['url'])
      assert.match(body.content.url, new RegExp(`^http://127\\.0\\.0\\.1:${port}\\?auth=[\\w-]{128}$`))
    }
  })

  test('the first message contains the session key, a UUID', async () => {
    await using sessions = await openSessionsTestApp()
    const { sessionKey } = await sessions.connectUser()
    assert.match(sessionKey, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })

  test('of twenty simultaneous connections with one session URL exactly one succeeds', async () => {
    await using sessions = await openSessionsTestApp()
    const { url } = (await sessions.openClient()).body.content
    const clients = Array.from({ length: 20 }, () => openSessionClient(url))
    const firsts = await Promise.all(clients.map((client) => client.next()))
    assert.equal(firsts.filter(([event]) => event === 'SYSTEM').length, 1)
    assert.equal(firsts.filter(([event, payload]) => event === 'error' && payload === 'auth fail').length, 19)
    for (const client of clients) client[Symbol.dispose]()
    assert.deepEqual(await openSessionClient(url).readUntilClose(), authFail)
  })

  test('a session URL is valid for exactly one minute', async () => {
    await using sessions = await openSessionsTestApp()
    const inTime = (await sessions.openUser()).body.content.url
    const late = (await sessions.openUser()).body.content.url
    sessions.clock.advance(limits.sessionUrlSec * 1000 - 1)
    using session = await connect(inTime)
    assert.ok(session.sessionKey)
    sessions.clock.advance(1)
    assert.deepEqual(await openSessionClient(late).readUntilClose(), authFail)
  })

  test('rejects an unknown ticket with auth fail', async () => {
    await using sessions = await openSessionsTestApp()
    assert.deepEqual(await openSessionClient(`${sessions.url}?auth=${'x'.repeat(128)}`).readUntilClose(), authFail)
  })

  for (const [kind, most] of [
    ['client', limits.clientSessions],
    ['user', limits.userSessions],
  ] as const) {
    const createSession = (sessions: Awaited<ReturnType<typeof openSessionsTestApp>>): Promise<ApiResponse> =>
      kind === 'client' ? sessions.openClient() : sessions.openUser()

    test(`of fifty simultaneous requests for ${kind} sessions exactly ${most} succeed, in five rounds`, async () => {
      await using sessions = await openSessionsTestApp()
      for (let round = 0; round < 5; round++) {
        const responses = await Promise.all(Array.from({ length: 50 }, () => createSession(sessions)))
        assert.equal(responses.filter(({ status }) => status === 200).length, most)
        for (const { status, body } of responses)
          if (status !== 200)
            assert.deepEqual([status, body.message], [400, `no more than ${most} sessions at once for this ${kind}`])
        sessions.clock.advance(limits.sessionUrlSec * 1000)
      }
    })

    test(`a disconnect releases one of the ${most} slots of ${kind} sessions`, async () => {
      await using sessions = await openSessionsTestApp()
      const sessionClients = []
      for (let opened = 0; opened < most; opened++)
        sessionClients.push(await (kind === 'client' ? sessions.connectClient() : sessions.connectUser()))
      assert.equal((await createSession(sessions)).status, 400)
      sessions.clock.advance(limits.sessionUrlSec * 1000)
      assert.equal((await createSession(sessions)).status, 400)

      const [first] = sessionClients
      await first?.disconnect()
      await sessions.waitForDisconnect(first?.sessionKey ?? '')
      assert.equal((await createSession(sessions)).status, 200)
      assert.equal((await createSession(sessions)).status, 400)
    })

    test(`an unused ${kind} session URL releases its slot when it expires`, async () => {
      await using sessions = await openSessionsTestApp()
      for (let opened = 0; opened < most; opened++) assert.equal((await createSession(sessions)).status, 200)
      sessions.clock.advance(limits.sessionUrlSec * 1000 - 1)
      assert.equal((await createSession(sessions)).status, 400)
      sessions.clock.advance(1)
      assert.equal((await createSession(sessions)).status, 200)
    })
  }

  // Gap 36.
  test("a user's slots count over all applications, and not for the application", async () => {
    await using sessions = await openSessionsTestApp()
    const other = await sessions.act('createApp', { name: 'other', redirectUri: 'http://127.0.0.1:9/other' })
    const { accessToken } = await sessions.act('createGrant', {
      clientId: other.clientId,
      channelId: sessions.channelId,
    })
    for (let opened = 0; opened < limits.userSessions; opened++) await sessions.openUser()
    assert.equal((await sessions.openUser(accessToken)).status, 400)
    assert.equal((await sessions.openUser((await sessions.createOtherPerson()).token)).status, 200)
    assert.equal((await sessions.openClient()).status, 200)
  })
})

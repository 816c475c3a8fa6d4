import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@onair/contract'
import { connect, openSessionClient } from '../../test/session-client.ts'
import type { ApiResponse } from '../../test/test-app.ts'
import { openSessionsTestApp } from './test-helpers.ts'

const authFail = [['error', 'auth fail']]

test('the URL of a session has a port, no path and 128 characters that are safe in URLs', async () => {
  await using sessions = await openSessionsTestApp()
  const { port } = new URL(sessions.url)
  for (const { status, body } of [await sessions.openUser(), await sessions.openClient()]) {
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body.content), ['url'])
    assert.match(body.content.url, new RegExp(`^http://127\\.0\\.0\\.1:${port}\\?auth=[\\w-]{128}$`))
  }
})

test('the first message of a connection holds the key of its session, a UUID', async () => {
  await using sessions = await openSessionsTestApp()
  const { sessionKey } = await sessions.connectUser()
  assert.match(sessionKey, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})

test('a URL lets one connection in, and of twenty at once exactly one', async () => {
  await using sessions = await openSessionsTestApp()
  const { url } = (await sessions.openClient()).body.content
  const clients = Array.from({ length: 20 }, () => openSessionClient(url))
  const firsts = await Promise.all(clients.map((client) => client.next()))
  assert.equal(firsts.filter(([event]) => event === 'SYSTEM').length, 1)
  assert.equal(firsts.filter(([event, payload]) => event === 'error' && payload === 'auth fail').length, 19)
  for (const client of clients) client[Symbol.dispose]()
  assert.deepEqual(await openSessionClient(url).readUntilClose(), authFail)
})

test('a URL is good for a minute: in its last millisecond, and not after it', async () => {
  await using sessions = await openSessionsTestApp()
  const inTime = (await sessions.openUser()).body.content.url
  const late = (await sessions.openUser()).body.content.url
  sessions.clock.advance(limits.sessionUrlSec * 1000 - 1)
  using entered = await connect(inTime)
  assert.ok(entered.sessionKey)
  sessions.clock.advance(1)
  assert.deepEqual(await openSessionClient(late).readUntilClose(), authFail)
})

test('an unknown ticket is told so and let go', async () => {
  await using sessions = await openSessionsTestApp()
  assert.deepEqual(await openSessionClient(`${sessions.url}?auth=${'x'.repeat(128)}`).readUntilClose(), authFail)
})

for (const [kind, most] of [
  ['client', limits.clientSessions],
  ['user', limits.userSessions],
] as const) {
  const createSession = (sessions: Awaited<ReturnType<typeof openSessionsTestApp>>): Promise<ApiResponse> =>
    kind === 'client' ? sessions.openClient() : sessions.openUser()

  test(`of fifty ${kind} sessions opened at once exactly ${most} are, twenty times over`, async () => {
    await using sessions = await openSessionsTestApp()
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => createSession(sessions)))
      assert.equal(answers.filter(({ status }) => status === 200).length, most)
      for (const { status, body } of answers)
        if (status !== 200)
          assert.deepEqual([status, body.message], [400, `no more than ${most} sessions at once for this ${kind}`])
      sessions.clock.advance(limits.sessionUrlSec * 1000)
    }
  })

  test(`a place of the ${most} ${kind} sessions is free again when one disconnects`, async () => {
    await using sessions = await openSessionsTestApp()
    const sessionClients = []
    for (let held = 0; held < most; held++)
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

  test(`the place of an unused ${kind} URL is free again when it expires`, async () => {
    await using sessions = await openSessionsTestApp()
    for (let held = 0; held < most; held++) assert.equal((await createSession(sessions)).status, 200)
    sessions.clock.advance(limits.sessionUrlSec * 1000 - 1)
    assert.equal((await createSession(sessions)).status, 400)
    sessions.clock.advance(1)
    assert.equal((await createSession(sessions)).status, 200)
  })
}

test("a user's places are theirs over all applications, and do not count for the application", async () => {
  await using sessions = await openSessionsTestApp()
  const other = await sessions.sandbox('POST', '/apps', { name: 'other', redirectUri: 'http://127.0.0.1:9/other' })
  const { accessToken } = await sessions.sandbox('POST', '/grants', {
    clientId: other.clientId,
    channelId: sessions.channelId,
  })
  for (let held = 0; held < limits.userSessions; held++) await sessions.openUser()
  assert.equal((await sessions.openUser(accessToken)).status, 400)
  assert.equal((await sessions.openUser((await sessions.createOtherPerson()).token)).status, 200)
  assert.equal((await sessions.openClient()).status, 200)
})

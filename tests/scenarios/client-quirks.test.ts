import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { openPollingClient } from '../support/clients/polling-client.ts'
import { connect } from '../support/clients/session-client.ts'
import { openTestApp, type Fixture } from '../support/apps/test-app.ts'
import { openTestSite, shareTestSite, siteUnavailable, type TestSite } from '../support/apps/test-site.ts'

// Requests that clients in use send beyond the specification, repeated byte for byte.

const subscribePath = '/open/v1/sessions/events/subscribe/chat'
const binaryPing = Buffer.from('0001ff32', 'hex')

async function createSessionUrl(testApp: Pick<TestSite, 'call'>, { token }: Fixture): Promise<URL> {
  return new URL((await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content.url)
}

describe('clients in use', { skip: siteUnavailable }, () => {
  shareTestSite()

  test('binary polling, a second 40, an upgrade and binary pings work', async () => {
    await using testApp = await openTestSite()
    const fixture = await testApp.createFixture()
    const url = await createSessionUrl(testApp, fixture)
    const library = await openPollingClient(url.origin, url.searchParams.get('auth')!)
    assert.equal(library.handshakeResponse.headers.get('content-type'), 'application/octet-stream')
    const [connectPacket, system] = await library.read(2)
    assert.equal(connectPacket, '40')
    const { sessionKey } = JSON.parse(system!.slice(2))[1].data

    // The packets 40, a ping and a ping with a payload, in one body.
    const multiplePackets = Buffer.from('0002ff34300001ff320006ff3270726f6265', 'hex')
    assert.equal((await library.post(multiplePackets)).status, 200)
    assert.deepEqual(await library.read(2), ['3', '3probe'])

    const websocket = library.websocket()
    await new Promise((resolve) => websocket.socket.once('open', resolve))
    websocket.send('2probe')
    websocket.send('5')
    websocket.send(binaryPing)
    assert.deepEqual(await websocket.read(2), ['3probe', '3'])

    const { client, token, channelId } = fixture
    const headers = { 'content-type': 'application/json' }
    const query = `${subscribePath}?sessionKey=${sessionKey}`
    assert.equal((await testApp.call('POST', query, { token, client, raw: '', headers })).status, 200)
    await testApp.call('POST', '/open/v1/chats/send', { token, client, json: { message: '안녕 👋' } })
    const [subscribed, chat] = await websocket.read(2)
    assert.deepEqual(JSON.parse(subscribed!.slice(2)), [
      'SYSTEM',
      { type: 'subscribed', data: { eventType: 'CHAT', channelId } },
    ])
    assert.equal(JSON.parse(chat!.slice(2))[1].content, '안녕 👋')
    websocket.send('41')
    await websocket.readUntilClose()
  })

  for (const [place, inputFor] of [
    ['the query, with an empty JSON body', (sessionKey) => ({ query: `?sessionKey=${sessionKey}`, raw: '' })],
    ['the query, with a body of {}', (sessionKey) => ({ query: `?sessionKey=${sessionKey}`, raw: '{}' })],
    ['a JSON body', (sessionKey) => ({ json: { sessionKey } })],
    ['a form', (sessionKey) => ({ form: { sessionKey } })],
  ] satisfies [string, (sessionKey: string) => object][])
    test(`subscribing with both kinds of credentials works with the session key in ${place}`, async () => {
      await using testApp = await openTestSite()
      const fixture = await testApp.createFixture()
      using session = await connect((await createSessionUrl(testApp, fixture)).href)
      const { query = '', ...body } = inputFor(session.sessionKey) as { query?: string }
      const { client, token } = fixture
      assert.equal((await testApp.call('POST', `${subscribePath}${query}`, { token, client, ...body })).status, 200)
      const [, { type }] = await session.next()
      assert.equal(type, 'subscribed')
    })

  // On the fake clock of one process: six would take 85 seconds.
  test('a session without a ping for 85 seconds is closed then, and not before', async () => {
    await using testApp = await openTestApp()
    const fixture = await testApp.createFixture()
    using session = await connect((await createSessionUrl(testApp, fixture)).href)
    await session.drain()
    testApp.clock.advance(84_999)
    await testApp.call('POST', `${subscribePath}?sessionKey=${session.sessionKey}`, { token: fixture.token })
    const [, { type }] = await session.next()
    assert.equal(type, 'subscribed')
    testApp.clock.advance(1)
    assert.deepEqual(await session.readUntilClose(), [])
    const loadListedSession = async () =>
      (await testApp.call('GET', '/open/v1/sessions', { token: fixture.token })).body.content.data[0]
    await eventually(async () => (await loadListedSession()).disconnectedDate !== undefined)
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pollingClient } from '../server/testing/polling-client.ts'
import { enter } from '../server/testing/session-client.ts'
import { openScene, type Cast, type Scene } from '../server/testing/scene.ts'

/** What clients in use do besides what the specification asks of them, each replayed by the letter. */
const subscribing = '/open/v1/sessions/events/subscribe/chat'
const binaryPing = Buffer.from('0001ff32', 'hex')

async function openUrl(scene: Scene, { token }: Cast): Promise<URL> {
  return new URL((await scene.call('GET', '/open/v1/sessions/auth', { token })).body.content.url)
}

test('a library that polls bytes, says 40 once more, goes over to a websocket and pings in binary is served throughout', async () => {
  await using scene = await openScene()
  const cast = await scene.cast()
  const url = await openUrl(scene, cast)
  const library = await pollingClient(url.origin, url.searchParams.get('auth')!)
  assert.equal(library.first.headers.get('content-type'), 'application/octet-stream')
  const [connect, system] = await library.hear(2)
  assert.equal(connect, '40')
  const { sessionKey } = JSON.parse(system!.slice(2))[1].data

  // 40, a ping and a ping that carries something, in one body.
  const several = Buffer.from('0002ff34300001ff320006ff3270726f6265', 'hex')
  assert.equal((await library.post(several)).status, 200)
  assert.deepEqual(await library.hear(2), ['3', '3probe'])

  const websocket = library.websocket()
  await new Promise((resolve) => websocket.socket.once('open', resolve))
  websocket.send('2probe')
  websocket.send('5')
  websocket.send(binaryPing)
  assert.deepEqual(await websocket.hear(2), ['3probe', '3'])

  const { client, token, channelId } = cast
  const headers = { 'content-type': 'application/json' }
  const query = `${subscribing}?sessionKey=${sessionKey}`
  assert.equal((await scene.call('POST', query, { token, client, raw: '', headers })).status, 200)
  await scene.call('POST', '/open/v1/chats/send', { token, client, json: { message: '안녕 👋' } })
  const [subscribed, chat] = await websocket.hear(2)
  assert.deepEqual(JSON.parse(subscribed!.slice(2)), [
    'SYSTEM',
    { type: 'subscribed', data: { eventType: 'CHAT', channelId } },
  ])
  assert.equal(JSON.parse(chat!.slice(2))[1].content, '안녕 👋')
  websocket.send('41')
  await websocket.hearTheEnd()
})

for (const [where, given] of [
  ['the query, with an empty JSON body', (sessionKey) => ({ query: `?sessionKey=${sessionKey}`, raw: '' })],
  ['the query, with a body of {}', (sessionKey) => ({ query: `?sessionKey=${sessionKey}`, raw: '{}' })],
  ['a JSON body', (sessionKey) => ({ json: { sessionKey } })],
  ['a form', (sessionKey) => ({ form: { sessionKey } })],
] satisfies [string, (sessionKey: string) => object][])
  test(`a client that shows both kinds of credentials and names its session in ${where} is subscribed`, async () => {
    await using scene = await openScene()
    const cast = await scene.cast()
    using session = await enter((await openUrl(scene, cast)).href)
    const { query = '', ...body } = given(session.sessionKey) as { query?: string }
    const { client, token } = cast
    assert.equal((await scene.call('POST', `${subscribing}${query}`, { token, client, ...body })).status, 200)
    const [, { type }] = await session.next()
    assert.equal(type, 'subscribed')
  })

test('a client that says 40 and then nothing for 85 seconds is closed then, and not before', async () => {
  await using scene = await openScene()
  const cast = await scene.cast()
  using session = await enter((await openUrl(scene, cast)).href)
  await session.soFar()
  scene.clock.advance(84_999)
  await scene.call('POST', `${subscribing}?sessionKey=${session.sessionKey}`, { token: cast.token })
  const [, { type }] = await session.next()
  assert.equal(type, 'subscribed')
  scene.clock.advance(1)
  assert.deepEqual(await session.end(), [])
  const listed = async () => (await scene.call('GET', '/open/v1/sessions', { token: cast.token })).body.content.data[0]
  while ((await listed()).disconnectedDate === undefined);
})

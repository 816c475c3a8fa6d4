import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'

import { eventually } from '../../../../tests/support/eventually.ts'
import { openTestGateway } from '../../../../tests/support/apps/test-gateway.ts'
import { openPollingClient } from '../../../../tests/support/clients/polling-client.ts'

const connectedPacket = (auth: string) => `42["SYSTEM",{"type":"connected","data":{"sessionKey":"${auth}"}}]`
const hangul = '안녕 👋'
const escaped = '\\uc548\\ub155 \\ud83d\\udc4b'

type TestGateway = Awaited<ReturnType<typeof openTestGateway>>
const gatewayOrigin = (testGateway: TestGateway) => `http://127.0.0.1:${testGateway.port}`

/** A polling client that has received the first packets. */
async function connectPolling(testGateway: TestGateway, auth: string) {
  const client = await openPollingClient(gatewayOrigin(testGateway), auth)
  assert.deepEqual(await client.read(2), ['40', connectedPacket(auth)])
  return client
}

/** A poll that has arrived and is open. */
async function startPoll(
  testGateway: TestGateway,
  client: Awaited<ReturnType<typeof connectPolling>>,
  signal?: AbortSignal,
) {
  const requestsBefore = testGateway.requestCount
  const response = client.poll(signal && { signal })
  await testGateway.waitFor(() => testGateway.requestCount > requestsBefore)
  return { answer: response }
}

describe('Polling', () => {
  for (const [name, framing] of [
    ['binary framing', undefined],
    ['text with b64=1', 'b64=1'],
    ['JSONP with j', 'j=7'],
  ] as const)
    // Gap 80.
    test(`responds in ${name}, with the handshake alone in its body`, async () => {
      await using testGateway = await openTestGateway()
      const ann = await openPollingClient(gatewayOrigin(testGateway), 'ann', framing && { framing })
      assert.deepEqual(
        { ...ann.handshake, sid: '' },
        { sid: '', upgrades: ['websocket'], pingInterval: 25_000, pingTimeout: 60_000 },
      )
      assert.equal(ann.handshakeResponse.packets.length, 1)
      assert.deepEqual(await ann.read(2), ['40', connectedPacket('ann')])
      testGateway.hub.broadcast('chat', 'CHAT', { content: hangul })
      testGateway.hub.broadcast('chat', 'CHAT', { content: 'two' })
      const { body, headers, packets } = await ann.poll()
      assert.deepEqual(packets, [`42["CHAT",{"content":"${escaped}"}]`, '42["CHAT",{"content":"two"}]'])
      const type = headers.get('content-type')
      if (framing === undefined) {
        assert.equal(type, 'application/octet-stream')
        assert.deepEqual([...body.subarray(0, 4)], [0, 5, 0, 0xff])
      } else if (framing === 'b64=1') {
        assert.equal(type, 'text/plain; charset=UTF-8')
        assert.match(body.toString(), /^50:42\["CHAT"/)
      } else {
        assert.equal(type, 'text/javascript; charset=UTF-8')
        assert.match(body.toString(), /^___eio\[7\]\("50:42\[\\"CHAT\\".*"\);$/)
      }
    })

  test('the JSONP callback is a number for any value of j', async () => {
    await using testGateway = await openTestGateway()
    const ann = await openPollingClient(gatewayOrigin(testGateway), 'ann', { framing: 'j=1]%3balert(2' })
    assert.match(ann.handshakeResponse.body.toString(), /^___eio\[12\]\("/)
    assert.equal(ann.handshakeResponse.headers.get('x-content-type-options'), 'nosniff')
  })

  test('a poll waits until a packet is pending', async () => {
    await using testGateway = await openTestGateway()
    const ann = await connectPolling(testGateway, 'ann')
    const { answer } = await startPoll(testGateway, ann)
    testGateway.hub.broadcast('chat', 'CHAT', { content: 1 })
    assert.deepEqual((await answer).packets, ['42["CHAT",{"content":1}]'])
  })

  test('accepts the path without its trailing slash for polls', async () => {
    await using testGateway = await openTestGateway()
    const response = await fetch(`${gatewayOrigin(testGateway)}/socket.io?auth=ann&EIO=3&transport=polling&b64=1`)
    assert.match(await response.text(), /^\d+:0\{"sid"/)
  })

  test('a text POST contains several packets, with lengths in UTF-16 units', async () => {
    await using testGateway = await openTestGateway()
    const ann = await connectPolling(testGateway, 'ann')
    const event = `42["hello","${hangul}"]`
    const response = await ann.post(`${event.length}:${event}1:26:2probe10:b4AAECAw==1:3`)
    assert.deepEqual([response.status, await response.text()], [200, 'ok'])
    assert.deepEqual(await ann.read(2), ['3', '3probe'])
  })

  test('a binary POST contains several packets, with lengths in bytes', async () => {
    await using testGateway = await openTestGateway()
    const ann = await connectPolling(testGateway, 'ann')
    const event = Buffer.from(`42["hello","${hangul}"]`)
    assert.equal(event.length, 25)
    const packets = [
      Buffer.from('000205ff', 'hex'),
      event,
      Buffer.from('0001ff32', 'hex'),
      Buffer.from('0103ff040102', 'hex'),
      Buffer.from('0006ff3270726f6265', 'hex'),
    ]
    assert.equal((await ann.post(Buffer.concat(packets))).status, 200)
    assert.deepEqual(await ann.read(2), ['3', '3probe'])
  })

  test('a form POST contains its packets in d, with escaped line breaks', async () => {
    await using testGateway = await openTestGateway()
    const ann = await connectPolling(testGateway, 'ann')
    const type = 'application/x-www-form-urlencoded'
    const event = String.raw`42["hello","a\nb"]`
    const form = new URLSearchParams({ d: `1:2${event.length}:${event.replace('\\n', '\\\\n')}4:2a\\nb` })
    assert.equal((await ann.post(String(form), type, '&j=0')).status, 200)
    assert.deepEqual(await ann.read(2), ['3', '3a\nb'])
  })

  for (const [what, body] of [
    ['no packet', ''],
    ['a wrong length', '9:2'],
    ['no length', '2'],
    ['a malformed packet', '1:9'],
    ['bytes without framing', Buffer.from('32')],
    ['bytes with a length beyond the end', Buffer.from('0002ff32', 'hex')],
  ] as const)
    test(`a POST with ${what} closes only its own session`, async () => {
      await using testGateway = await openTestGateway()
      const ann = await connectPolling(testGateway, 'ann')
      const bob = await connectPolling(testGateway, 'bob')
      const response = await ann.post(body)
      assert.deepEqual([response.status, await response.json()], [400, { code: 3, message: 'Bad request' }])
      assert.deepEqual(testGateway.disconnects, ['ann: MALFORMED_FRAME'])
      assert.deepEqual(await ann.read(2), ['41', '1'])
      testGateway.hub.broadcast('chat', 'CHAT', { n: 1 })
      assert.deepEqual(await bob.read(1), ['42["CHAT",{"n":1}]'])
    })

  test('accepts a POST of 64 KiB; a larger one gets 413 and closes the session', async () => {
    await using testGateway = await openTestGateway()
    const ann = await connectPolling(testGateway, 'ann')
    const full = `65530:2${'x'.repeat(65_529)}`
    assert.equal(full.length, 64 * 1024)
    assert.equal((await ann.post(full)).status, 200)
    assert.equal((await ann.read(1))[0]?.length, 65_530)
    assert.equal((await ann.post(`${full}1:2`)).status, 413)
    assert.deepEqual(testGateway.disconnects, ['ann: MALFORMED_FRAME'])
  })

  test('returns 400 for an unknown sid, on GET and POST', async () => {
    await using testGateway = await openTestGateway()
    for (const method of ['GET', 'POST']) {
      const response = await fetch(`${gatewayOrigin(testGateway)}/socket.io/?EIO=3&transport=polling&sid=unknown`, {
        method,
      })
      assert.deepEqual([response.status, await response.json()], [400, { code: 1, message: 'Session ID unknown' }])
    }
  })

  for (const [what, query, method, answer] of [
    ['no transport', '', 'GET', { code: 0, message: 'Transport unknown' }],
    ['an unknown transport', 'transport=pigeon', 'GET', { code: 0, message: 'Transport unknown' }],
    ['a websocket without an upgrade', 'transport=websocket', 'GET', { code: 3, message: 'Bad request' }],
    ['a handshake by POST', 'transport=polling', 'POST', { code: 2, message: 'Bad handshake method' }],
    ['another method', 'transport=polling', 'DELETE', { code: 2, message: 'Bad handshake method' }],
  ] as const)
    test(`rejects ${what} and opens no session`, async () => {
      await using testGateway = await openTestGateway()
      const response = await fetch(`${gatewayOrigin(testGateway)}/socket.io/?auth=ann&EIO=3&${query}`, { method })
      assert.deepEqual([response.status, await response.json()], [400, answer])
      assert.equal(testGateway.gateway.connectionCount, 0)
    })

  test('rejects other methods on a session and keeps the session', async () => {
    await using testGateway = await openTestGateway()
    const ann = await connectPolling(testGateway, 'ann')
    for (const method of ['PUT', 'DELETE', 'PATCH']) assert.equal((await ann.request({ method })).status, 400)
    await ann.post('1:2')
    assert.deepEqual(await ann.read(1), ['3'])
  })

  // Gap 82.
  test('pages of any origin may poll, without cookies', async () => {
    await using testGateway = await openTestGateway()
    const headers = { origin: 'https://overlay.example' }
    const ann = await openPollingClient(gatewayOrigin(testGateway), 'ann', { headers })
    const preflight = await ann.request({
      method: 'OPTIONS',
      headers: {
        ...headers,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers.get('access-control-allow-headers'), 'Content-Type')
    const refused = await fetch(`${gatewayOrigin(testGateway)}/socket.io/?transport=polling&sid=x`, { headers })
    for (const { headers: answered } of [ann.handshakeResponse, preflight, refused]) {
      assert.equal(answered.get('access-control-allow-origin'), 'https://overlay.example')
      assert.equal(answered.get('access-control-allow-credentials'), null)
      assert.equal(answered.get('vary'), 'Origin')
    }
  })

  test('sends auth fail for an invalid ticket in polls and closes', async () => {
    await using testGateway = await openTestGateway()
    const client = await openPollingClient(gatewayOrigin(testGateway), 'bad')
    assert.deepEqual(await client.read(4), ['40', '42["error","auth fail"]', '41', '1'])
    assert.equal((await client.poll()).status, 400)
    assert.equal(testGateway.gateway.connectionCount, 0)
  })

  for (const packet of ['2:41', '1:1'])
    test(`${packet} closes the session and answers its open poll`, async () => {
      await using testGateway = await openTestGateway()
      const ann = await connectPolling(testGateway, 'ann')
      const { answer } = await startPoll(testGateway, ann)
      await ann.post(packet)
      assert.deepEqual((await answer).packets, ['41', '1'])
      assert.deepEqual(testGateway.disconnects, ['ann: CLIENT_DISCONNECTED'])
      assert.equal((await ann.poll()).status, 400)
    })

  test('concurrent polls close the session', async () => {
    await using testGateway = await openTestGateway()
    const ann = await connectPolling(testGateway, 'ann')
    const polls = await Promise.allSettled([ann.poll(), ann.poll()])
    const statuses = polls.map((poll) => (poll.status === 'fulfilled' ? poll.value.status : null))
    assert.deepEqual(new Set(statuses), new Set([400, null]))
    assert.deepEqual(testGateway.disconnects, ['ann: CONCURRENT_POLLS'])
  })

  test('concurrent POSTs close the session', async () => {
    await using testGateway = await openTestGateway()
    const ann = await connectPolling(testGateway, 'ann')
    const slow = connect(testGateway.port, '127.0.0.1')
    slow.on('error', () => {})
    slow.write(
      `POST /socket.io/?EIO=3&transport=polling&sid=${ann.handshake.sid} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n`,
    )
    // 100 Continue means that the server is reading the body.
    await new Promise((resolve) => slow.once('data', resolve))
    assert.equal((await ann.post('1:2')).status, 400)
    assert.deepEqual(testGateway.disconnects, ['ann: CONCURRENT_POSTS'])
    slow.destroy()
  })

  test('closes the session when the client aborts its poll', async () => {
    await using testGateway = await openTestGateway()
    const ann = await connectPolling(testGateway, 'ann')
    const leaving = new AbortController()
    const { answer } = await startPoll(testGateway, ann, leaving.signal)
    leaving.abort()
    await assert.rejects(answer)
    await testGateway.waitFor(() => testGateway.disconnects.length > 0)
    assert.deepEqual(testGateway.disconnects, ['ann: CONNECTION_LOST'])
    assert.equal((await ann.poll()).status, 400)
  })

  test('closes a client that polls without pinging after exactly 85 s', async () => {
    await using testGateway = await openTestGateway()
    const ann = await connectPolling(testGateway, 'ann')
    const { answer } = await startPoll(testGateway, ann)
    testGateway.clock.advance(84_999)
    assert.deepEqual(testGateway.disconnects, [])
    testGateway.clock.advance(1)
    assert.deepEqual(testGateway.disconnects, ['ann: IDLE_TIMEOUT'])
    assert.deepEqual((await answer).packets, ['41', '1'])
  })

  test('a ping in a POST restarts the idle timeout', async () => {
    await using testGateway = await openTestGateway()
    const ann = await connectPolling(testGateway, 'ann')
    testGateway.clock.advance(50_000)
    await ann.post(Buffer.from('0001ff32', 'hex'))
    assert.deepEqual(await ann.read(1), ['3'])
    testGateway.clock.advance(84_999)
    assert.deepEqual(testGateway.disconnects, [])
    testGateway.clock.advance(1)
    assert.deepEqual(testGateway.disconnects, ['ann: IDLE_TIMEOUT'])
  })

  test('closes a client that pings and does not poll for 10 s', async () => {
    await using testGateway = await openTestGateway()
    const ann = await connectPolling(testGateway, 'ann')
    await ann.post('1:2')
    testGateway.clock.advance(9_999)
    assert.deepEqual(testGateway.disconnects, [])
    testGateway.clock.advance(1)
    assert.deepEqual(testGateway.disconnects, ['ann: SLOW_CONSUMER'])
    assert.equal((await ann.poll()).status, 400)
    assert.equal(testGateway.gateway.connectionCount, 0)
  })

  test('allows 1,000 pending packets, and closes the session at 1,001', async () => {
    await using testGateway = await openTestGateway()
    const ann = await connectPolling(testGateway, 'ann')
    for (let n = 0; n < 1_000; n++) testGateway.hub.broadcast('chat', 'CHAT', { n })
    assert.deepEqual(testGateway.disconnects, [])
    assert.equal((await ann.read(1_000)).length, 1_000)
    for (let n = 0; n < 1_001; n++) testGateway.hub.broadcast('chat', 'CHAT', { n })
    await eventually(() => assert.deepEqual(testGateway.disconnects, ['ann: SLOW_CONSUMER']))
  })

  test('allows 256 KiB of pending packets, and closes the session above', async () => {
    await using testGateway = await openTestGateway()
    const ann = await connectPolling(testGateway, 'ann')
    const content = 'x'.repeat(128 * 1024 - 100)
    for (let n = 0; n < 2; n++) testGateway.hub.broadcast('chat', 'CHAT', { content })
    assert.deepEqual(testGateway.disconnects, [])
    await ann.read(2)
    for (let n = 0; n < 3; n++) testGateway.hub.broadcast('chat', 'CHAT', { content })
    assert.deepEqual(testGateway.disconnects, ['ann: SLOW_CONSUMER'])
  })

  test('closes a client that polls without reading the response', async () => {
    await using testGateway = await openTestGateway({ limits: { maxPendingBytes: Infinity } })
    const ann = await connectPolling(testGateway, 'ann')
    const stalled = connect(testGateway.port, '127.0.0.1')
    stalled.on('error', () => {})
    stalled.pause()
    testGateway.hub.broadcast('chat', 'CHAT', { content: 'x'.repeat(30_000_000) })
    const before = testGateway.requestCount
    stalled.write(`GET /socket.io/?transport=polling&sid=${ann.handshake.sid} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await testGateway.waitFor(() => testGateway.requestCount > before)
    testGateway.clock.advance(9_999)
    assert.deepEqual(testGateway.disconnects, [])
    testGateway.clock.advance(1)
    assert.deepEqual(testGateway.disconnects, ['ann: SLOW_CONSUMER'])
    stalled.destroy()
  })

  test('at shutdown answers open polls and closes clients that do not poll', async () => {
    await using testGateway = await openTestGateway()
    const ann = await connectPolling(testGateway, 'ann')
    await connectPolling(testGateway, 'bob')
    const { answer } = await startPoll(testGateway, ann)
    const stopped = testGateway.gateway[Symbol.asyncDispose]()
    assert.deepEqual((await answer).packets, ['41', '1'])
    assert.equal((await fetch(`${gatewayOrigin(testGateway)}/socket.io/?auth=late&transport=polling`)).status, 503)
    testGateway.clock.advance(2_000)
    await stopped
    assert.deepEqual(testGateway.disconnects, ['ann: SERVER_STOPPING', 'bob: SERVER_STOPPING'])
    assert.equal(testGateway.gateway.connectionCount, 0)
  })
})

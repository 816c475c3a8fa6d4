import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'

import { openTestGateway } from '../../test/test-gateway.ts'
import { openPollingClient } from '../../test/polling-client.ts'

const connectedPacket = (auth: string) => `42["SYSTEM",{"type":"connected","data":{"sessionKey":"${auth}"}}]`
const hangul = '안녕 👋'
const escaped = '\\uc548\\ub155 \\ud83d\\udc4b'

type Gate = Awaited<ReturnType<typeof openTestGateway>>
const gatewayOrigin = (testGateway: Gate) => `http://127.0.0.1:${testGateway.port}`

/** A polling client that has heard what comes first. */
async function connectPolling(testGateway: Gate, auth: string) {
  const client = await openPollingClient(gatewayOrigin(testGateway), auth)
  assert.deepEqual(await client.read(2), ['40', connectedPacket(auth)])
  return client
}

/** A poll that has arrived and is held. */
async function startPoll(testGateway: Gate, client: Awaited<ReturnType<typeof connectPolling>>, signal?: AbortSignal) {
  const requestsBefore = testGateway.requests
  const answer = client.poll(signal && { signal })
  await testGateway.waitFor(() => testGateway.requests > requestsBefore)
  return { answer }
}

for (const [name, framing] of [
  ['binary framing', undefined],
  ['text where b64=1 is asked for', 'b64=1'],
  ['a call of JSONP where j is asked for', 'j=7'],
] as const)
  test(`a client that polls is answered in ${name}, and the handshake is alone in its body`, async () => {
    await using gate = await openTestGateway()
    const ann = await openPollingClient(gatewayOrigin(gate), 'ann', framing && { framing })
    assert.deepEqual(
      { ...ann.handshake, sid: '' },
      { sid: '', upgrades: ['websocket'], pingInterval: 25_000, pingTimeout: 60_000 },
    )
    assert.equal(ann.handshakeResponse.packets.length, 1)
    assert.deepEqual(await ann.read(2), ['40', connectedPacket('ann')])
    gate.rooms.broadcast('chat', 'CHAT', { content: hangul })
    gate.rooms.broadcast('chat', 'CHAT', { content: 'two' })
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

test('the number of a JSONP call is a number, whatever is asked for', async () => {
  await using gate = await openTestGateway()
  const ann = await openPollingClient(gatewayOrigin(gate), 'ann', { framing: 'j=1]%3balert(2' })
  assert.match(ann.handshakeResponse.body.toString(), /^___eio\[12\]\("/)
  assert.equal(ann.handshakeResponse.headers.get('x-content-type-options'), 'nosniff')
})

test('a poll is held until something is to be told', async () => {
  await using gate = await openTestGateway()
  const ann = await connectPolling(gate, 'ann')
  const { answer } = await startPoll(gate, ann)
  gate.rooms.broadcast('chat', 'CHAT', { content: 1 })
  assert.deepEqual((await answer).packets, ['42["CHAT",{"content":1}]'])
})

test('the address without its slash serves polls too', async () => {
  await using gate = await openTestGateway()
  const response = await fetch(`${gatewayOrigin(gate)}/socket.io?auth=ann&EIO=3&transport=polling&b64=1`)
  assert.match(await response.text(), /^\d+:0\{"sid"/)
})

test('posts of text hold several packets, whose lengths count UTF-16 units', async () => {
  await using gate = await openTestGateway()
  const ann = await connectPolling(gate, 'ann')
  const said = `42["hello","${hangul}"]`
  const response = await ann.post(`${said.length}:${said}1:26:2probe10:b4AAECAw==1:3`)
  assert.deepEqual([response.status, await response.text()], [200, 'ok'])
  assert.deepEqual(await ann.read(2), ['3', '3probe'])
})

test('posts of bytes hold several packets, whose lengths count bytes', async () => {
  await using gate = await openTestGateway()
  const ann = await connectPolling(gate, 'ann')
  const said = Buffer.from(`42["hello","${hangul}"]`)
  assert.equal(said.length, 25)
  const packets = [
    Buffer.from('000205ff', 'hex'),
    said,
    Buffer.from('0001ff32', 'hex'),
    Buffer.from('0103ff040102', 'hex'),
    Buffer.from('0006ff3270726f6265', 'hex'),
  ]
  assert.equal((await ann.post(Buffer.concat(packets))).status, 200)
  assert.deepEqual(await ann.read(2), ['3', '3probe'])
})

test('posts of a form hold their packets in d, with line breaks written twice', async () => {
  await using gate = await openTestGateway()
  const ann = await connectPolling(gate, 'ann')
  const type = 'application/x-www-form-urlencoded'
  const said = String.raw`42["hello","a\nb"]`
  const form = new URLSearchParams({ d: `1:2${said.length}:${said.replace('\\n', '\\\\n')}4:2a\\nb` })
  assert.equal((await ann.post(String(form), type, '&j=0')).status, 200)
  assert.deepEqual(await ann.read(2), ['3', '3a\nb'])
})

for (const [what, body] of [
  ['no packet', ''],
  ['a wrong length', '9:2'],
  ['no length', '2'],
  ['a packet that is malformed', '1:9'],
  ['bytes without framing', Buffer.from('32')],
  ['bytes with a length beyond the end', Buffer.from('0002ff32', 'hex')],
] as const)
  test(`a post with ${what} ends its session and no other`, async () => {
    await using gate = await openTestGateway()
    const ann = await connectPolling(gate, 'ann')
    const bob = await connectPolling(gate, 'bob')
    const response = await ann.post(body)
    assert.deepEqual([response.status, await response.json()], [400, { code: 3, message: 'Bad request' }])
    assert.deepEqual(gate.closings, ['ann: MALFORMED_FRAME'])
    assert.deepEqual(await ann.read(2), ['41', '1'])
    gate.rooms.broadcast('chat', 'CHAT', { n: 1 })
    assert.deepEqual(await bob.read(1), ['42["CHAT",{"n":1}]'])
  })

test('a post of 64 KiB is read, a larger one is 413 and ends the session', async () => {
  await using gate = await openTestGateway()
  const ann = await connectPolling(gate, 'ann')
  const full = `65530:2${'x'.repeat(65_529)}`
  assert.equal(full.length, 64 * 1024)
  assert.equal((await ann.post(full)).status, 200)
  assert.equal((await ann.read(1))[0]?.length, 65_530)
  assert.equal((await ann.post(`${full}1:2`)).status, 413)
  assert.deepEqual(gate.closings, ['ann: MALFORMED_FRAME'])
})

test('an unknown sid is 400, for a poll and for a post', async () => {
  await using gate = await openTestGateway()
  for (const method of ['GET', 'POST']) {
    const response = await fetch(`${gatewayOrigin(gate)}/socket.io/?EIO=3&transport=polling&sid=unknown`, { method })
    assert.deepEqual([response.status, await response.json()], [400, { code: 1, message: 'Session ID unknown' }])
  }
})

for (const [what, query, method, answer] of [
  ['no transport', '', 'GET', { code: 0, message: 'Transport unknown' }],
  ['a transport that nobody knows', 'transport=pigeon', 'GET', { code: 0, message: 'Transport unknown' }],
  ['a websocket without an upgrade', 'transport=websocket', 'GET', { code: 3, message: 'Bad request' }],
  ['a post that wants to begin', 'transport=polling', 'POST', { code: 2, message: 'Bad handshake method' }],
  ['another method', 'transport=polling', 'DELETE', { code: 2, message: 'Bad handshake method' }],
] as const)
  test(`${what} is refused, and nobody is let in`, async () => {
    await using gate = await openTestGateway()
    const response = await fetch(`${gatewayOrigin(gate)}/socket.io/?auth=ann&EIO=3&${query}`, { method })
    assert.deepEqual([response.status, await response.json()], [400, answer])
    assert.equal(gate.gateway.connectionCount, 0)
  })

test('another method on a session is refused and the session goes on', async () => {
  await using gate = await openTestGateway()
  const ann = await connectPolling(gate, 'ann')
  for (const method of ['PUT', 'DELETE', 'PATCH']) assert.equal((await ann.request({ method })).status, 400)
  await ann.post('1:2')
  assert.deepEqual(await ann.read(1), ['3'])
})

test('a page of any origin may poll, with its cookies or without', async () => {
  await using gate = await openTestGateway()
  const headers = { origin: 'https://overlay.example' }
  const ann = await openPollingClient(gatewayOrigin(gate), 'ann', { headers })
  const preflight = await ann.request({
    method: 'OPTIONS',
    headers: { ...headers, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  })
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers.get('access-control-allow-headers'), 'Content-Type')
  const refused = await fetch(`${gatewayOrigin(gate)}/socket.io/?transport=polling&sid=x`, { headers })
  for (const { headers: answered } of [ann.handshakeResponse, preflight, refused]) {
    assert.equal(answered.get('access-control-allow-origin'), 'https://overlay.example')
    assert.equal(answered.get('access-control-allow-credentials'), 'true')
    assert.equal(answered.get('vary'), 'Origin')
  }
})

test('a bad auth is told so in polls, and let go', async () => {
  await using gate = await openTestGateway()
  const client = await openPollingClient(gatewayOrigin(gate), 'bad')
  assert.deepEqual(await client.read(4), ['40', '42["error","auth fail"]', '41', '1'])
  assert.equal((await client.poll()).status, 400)
  assert.equal(gate.gateway.connectionCount, 0)
})

for (const goodbye of ['2:41', '1:1'])
  test(`${goodbye} ends the session and lets its poll go`, async () => {
    await using gate = await openTestGateway()
    const ann = await connectPolling(gate, 'ann')
    const { answer } = await startPoll(gate, ann)
    await ann.post(goodbye)
    assert.deepEqual((await answer).packets, ['41', '1'])
    assert.deepEqual(gate.closings, ['ann: CLIENT_DISCONNECTED'])
    assert.equal((await ann.poll()).status, 400)
  })

test('two polls at once end the session', async () => {
  await using gate = await openTestGateway()
  const ann = await connectPolling(gate, 'ann')
  const polls = await Promise.allSettled([ann.poll(), ann.poll()])
  const statuses = polls.map((poll) => (poll.status === 'fulfilled' ? poll.value.status : null))
  assert.deepEqual(new Set(statuses), new Set([400, null]))
  assert.deepEqual(gate.closings, ['ann: CONCURRENT_POLLS'])
})

test('two posts at once end the session', async () => {
  await using gate = await openTestGateway()
  const ann = await connectPolling(gate, 'ann')
  const slow = connect(gate.port!, '127.0.0.1')
  slow.on('error', () => {})
  slow.write(
    `POST /socket.io/?EIO=3&transport=polling&sid=${ann.handshake.sid} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n`,
  )
  // The server says that it is reading.
  await new Promise((resolve) => slow.once('data', resolve))
  assert.equal((await ann.post('1:2')).status, 400)
  assert.deepEqual(gate.closings, ['ann: CONCURRENT_POSTS'])
  slow.destroy()
})

test('a client that lets go of its poll has left', async () => {
  await using gate = await openTestGateway()
  const ann = await connectPolling(gate, 'ann')
  const leaving = new AbortController()
  const { answer } = await startPoll(gate, ann, leaving.signal)
  leaving.abort()
  await assert.rejects(answer)
  await gate.waitFor(() => gate.closings.length > 0)
  assert.deepEqual(gate.closings, ['ann: CONNECTION_LOST'])
  assert.equal((await ann.poll()).status, 400)
})

test('a client that polls and never pings is closed after 85 seconds, and not a millisecond earlier', async () => {
  await using gate = await openTestGateway()
  const ann = await connectPolling(gate, 'ann')
  const { answer } = await startPoll(gate, ann)
  gate.clock.advance(84_999)
  assert.deepEqual(gate.closings, [])
  gate.clock.advance(1)
  assert.deepEqual(gate.closings, ['ann: IDLE_TIMEOUT'])
  assert.deepEqual((await answer).packets, ['41', '1'])
})

test('a ping in a post buys a client that polls another 85 seconds', async () => {
  await using gate = await openTestGateway()
  const ann = await connectPolling(gate, 'ann')
  gate.clock.advance(50_000)
  await ann.post(Buffer.from('0001ff32', 'hex'))
  assert.deepEqual(await ann.read(1), ['3'])
  gate.clock.advance(84_999)
  assert.deepEqual(gate.closings, [])
  gate.clock.advance(1)
  assert.deepEqual(gate.closings, ['ann: IDLE_TIMEOUT'])
})

test('a client that pings and never polls again is a slow reader', async () => {
  await using gate = await openTestGateway()
  const ann = await connectPolling(gate, 'ann')
  await ann.post('1:2')
  gate.clock.advance(9_999)
  assert.deepEqual(gate.closings, [])
  gate.clock.advance(1)
  assert.deepEqual(gate.closings, ['ann: SLOW_CONSUMER'])
  assert.equal((await ann.poll()).status, 400)
  assert.equal(gate.gateway.connectionCount, 0)
})

test('a thousand packets may wait for the next poll, and not one more', async () => {
  await using gate = await openTestGateway()
  const ann = await connectPolling(gate, 'ann')
  for (let n = 0; n < 1_000; n++) gate.rooms.broadcast('chat', 'CHAT', { n })
  assert.deepEqual(gate.closings, [])
  assert.equal((await ann.read(1_000)).length, 1_000)
  for (let n = 0; n < 1_001; n++) gate.rooms.broadcast('chat', 'CHAT', { n })
  assert.deepEqual(gate.closings, ['ann: SLOW_CONSUMER'])
})

test('256 KiB may wait for the next poll, and no more', async () => {
  await using gate = await openTestGateway()
  const ann = await connectPolling(gate, 'ann')
  const content = 'x'.repeat(128 * 1024 - 100)
  for (let n = 0; n < 2; n++) gate.rooms.broadcast('chat', 'CHAT', { content })
  assert.deepEqual(gate.closings, [])
  await ann.read(2)
  for (let n = 0; n < 3; n++) gate.rooms.broadcast('chat', 'CHAT', { content })
  assert.deepEqual(gate.closings, ['ann: SLOW_CONSUMER'])
})

test('who asks for answers without reading them is a slow reader', async () => {
  await using gate = await openTestGateway({ limits: { maxPendingBytes: Infinity } })
  const ann = await connectPolling(gate, 'ann')
  const stalled = connect(gate.port!, '127.0.0.1')
  stalled.on('error', () => {})
  stalled.pause()
  gate.rooms.broadcast('chat', 'CHAT', { content: 'x'.repeat(30_000_000) })
  const before = gate.requests
  stalled.write(`GET /socket.io/?transport=polling&sid=${ann.handshake.sid} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await gate.waitFor(() => gate.requests > before)
  gate.clock.advance(9_999)
  assert.deepEqual(gate.closings, [])
  gate.clock.advance(1)
  assert.deepEqual(gate.closings, ['ann: SLOW_CONSUMER'])
  stalled.destroy()
})

test('a server that stops answers the polls that it holds, and lets go of who does not poll', async () => {
  await using gate = await openTestGateway()
  const ann = await connectPolling(gate, 'ann')
  await connectPolling(gate, 'bob')
  const { answer } = await startPoll(gate, ann)
  const stopped = gate.gateway[Symbol.asyncDispose]()
  assert.deepEqual((await answer).packets, ['41', '1'])
  assert.equal((await fetch(`${gatewayOrigin(gate)}/socket.io/?auth=late&transport=polling`)).status, 503)
  gate.clock.advance(2_000)
  await stopped
  assert.deepEqual(gate.closings, ['ann: SERVER_STOPPING', 'bob: SERVER_STOPPING'])
  assert.equal(gate.gateway.connectionCount, 0)
})

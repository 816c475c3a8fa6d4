import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'

import { openTestGateway } from '../../../../tests/support/apps/test-gateway.ts'

const connectedFrame = (auth: string) => `42["SYSTEM",{"type":"connected","data":{"sessionKey":"${auth}"}}]`

describe('EngineIo3', () => {
  // Gap 39.
  test('a client receives the handshake, then 40, then SYSTEM connected', async () => {
    await using testGateway = await openTestGateway()
    const [open, ...rest] = await testGateway.connect('ann').read(3)

    assert.deepEqual(
      { ...JSON.parse(open!.slice(1)), sid: '' },
      { sid: '', upgrades: [], pingInterval: 25_000, pingTimeout: 60_000 },
    )
    assert.deepEqual(rest, ['40', connectedFrame('ann')])
  })

  for (const query of ['EIO=2', 'EIO=4', 'EIO=x', 't=1'])
    test(`accepts a client with ${query}`, async () => {
      await using testGateway = await openTestGateway()
      assert.equal((await testGateway.connect(`ann&${query}`).read(3)).length, 3)
    })

  test('accepts the path without its trailing slash', async () => {
    await using testGateway = await openTestGateway()
    assert.equal((await testGateway.connect('ann', '/socket.io').read(3))[2], connectedFrame('ann'))
  })

  test('ignores other paths', async () => {
    await using testGateway = await openTestGateway()
    for (const path of ['/', '/socket.io/more', '/socket.iox', '//socket.io/'])
      assert.deepEqual(await testGateway.connect('ann', path).readUntilClose(), [])
    assert.equal(testGateway.gateway.connectionCount, 0)
  })

  for (const [query, response] of [
    ['transport=websocket&sid=unknown', '{"code":400,"message":"Session ID unknown"}'],
    ['transport=pigeon', '{"code":400,"message":"Transport unknown"}'],
    ['transport=websocket', '{"code":400,"message":"Missing or invalid Sec-WebSocket-Key header"}'],
  ] as const)
    test(`rejects an upgrade with ${query} with ${response}`, async () => {
      await using testGateway = await openTestGateway()
      const stream = connect(testGateway.port, '127.0.0.1')
      stream.write(
        `GET /socket.io/?EIO=3&${query} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      )
      const text = (await stream.toArray()).join('')
      assert.match(text, /^HTTP\/1\.1 400 /)
      assert.equal(text.split('\r\n\r\n')[1], response)
    })

  test('does not negotiate compression', async () => {
    await using testGateway = await openTestGateway()
    const { socket } = testGateway.connect('ann')
    await once(socket, 'open')
    assert.equal(socket.extensions, '')
  })

  test('answers a ping with its data, and a binary ping as text', async () => {
    await using testGateway = await openTestGateway()
    const ann = await testGateway.connectReady('ann')
    ann.send('2')
    ann.send('2probe')
    ann.send(Buffer.from('0001ff32', 'hex'))
    assert.deepEqual(await ann.read(3), ['3', '3probe', '3'])
  })

  test('answers a websocket ping', async () => {
    await using testGateway = await openTestGateway()
    const ann = await testGateway.connectReady('ann')
    ann.socket.ping('hello')
    const [data] = await once(ann.socket, 'pong')
    assert.equal(String(data), 'hello')
  })

  test('reads a fragmented frame as one', async () => {
    await using testGateway = await openTestGateway()
    const ann = await testGateway.connectReady('ann')
    ann.socket.send('2pr', { fin: false })
    ann.socket.send('obe', { fin: true })
    assert.deepEqual(await ann.read(1), ['3probe'])
  })

  test('ignores valid packets that have no effect', async () => {
    await using testGateway = await openTestGateway()
    const ann = await testGateway.connectReady('ann')
    for (const frame of ['3', '5', '40', '42["hello"]', '431[]', '41/other', '451-["a",{"_placeholder":true,"num":0}]'])
      ann.send(frame)
    ann.send(Buffer.from([4, 0xff, 0]))
    ann.send('2')
    assert.deepEqual(await ann.read(1), ['3'])
  })

  test('rejects another namespace and keeps the session', async () => {
    await using testGateway = await openTestGateway()
    const ann = await testGateway.connectReady('ann')
    ann.send('40/chat')
    ann.send('2')
    assert.deepEqual(await ann.read(2), ['44/chat,"Invalid namespace"', '3'])
  })

  test('closes the session on 41', async () => {
    await using testGateway = await openTestGateway()
    const ann = await testGateway.connectReady('ann')
    ann.send('41')
    await ann.readUntilClose()
    assert.deepEqual(testGateway.disconnects, ['ann: CLIENT_DISCONNECTED'])
  })

  test('closes the session when the client disconnects', async () => {
    await using testGateway = await openTestGateway()
    const ann = await testGateway.connectReady('ann')
    ann.socket.terminate()
    await testGateway.waitFor(() => testGateway.disconnects.length > 0)
    assert.deepEqual(testGateway.disconnects, ['ann: CONNECTION_LOST'])
  })

  // Gap 42.
  test('closes only the session that sent a malformed frame', async () => {
    await using testGateway = await openTestGateway()
    const ann = await testGateway.connectReady('ann')
    const bob = await testGateway.connectReady('bob')
    ann.send('42{"not":"an event"}')
    assert.deepEqual(await ann.readUntilClose(), ['41'])
    assert.deepEqual(testGateway.disconnects, ['ann: MALFORMED_FRAME'])

    testGateway.hub.broadcast('chat', 'CHAT', { content: 'still here' })
    assert.deepEqual(await bob.read(1), ['42["CHAT",{"content":"still here"}]'])
  })

  test('accepts a frame of 64 KiB and closes the session on a larger one', async () => {
    await using testGateway = await openTestGateway({ limits: { maxBytesPerMinute: 1_000_000_000 } })
    const ann = await testGateway.connectReady('ann')
    ann.send(`2${'x'.repeat(64 * 1024 - 1)}`)
    assert.equal((await ann.read(1))[0]?.length, 64 * 1024)
    ann.send(`2${'x'.repeat(64 * 1024)}`)
    await ann.readUntilClose()
    assert.deepEqual(testGateway.disconnects, ['ann: MALFORMED_FRAME'])
  })

  test('sends auth fail for an invalid ticket and closes', async () => {
    await using testGateway = await openTestGateway()
    const [, ...rest] = await testGateway.connect('bad').readUntilClose()
    assert.deepEqual(rest, ['40', '42["error","auth fail"]', '41'])
    assert.deepEqual(testGateway.disconnects, [])
  })

  test('logs an error during authentication and closes only that client', async () => {
    await using testGateway = await openTestGateway()
    const ann = await testGateway.connectReady('ann')
    assert.deepEqual((await testGateway.connect('error').readUntilClose()).slice(1), ['41'])
    assert.equal(testGateway.loggedErrors.length, 1)
    ann.send('2')
    assert.deepEqual(await ann.read(1), ['3'])
  })

  test('handles packets sent before authentication has finished', async () => {
    const { promise: admission, resolve: decide } = Promise.withResolvers<void>()
    await using testGateway = await openTestGateway({ admission })
    const ann = testGateway.connect('ann')
    await ann.read(1)
    ann.send('2probe')
    ann.send('40/chat')
    assert.deepEqual(await ann.read(2), ['3probe', '44/chat,"Invalid namespace"'])
    decide()
    assert.deepEqual(await ann.read(2), ['40', connectedFrame('ann')])
  })

  test('reports a client that disconnects before authentication as closed, never as opened', async () => {
    const { promise: admission, resolve: decide } = Promise.withResolvers<void>()
    await using testGateway = await openTestGateway({ admission })
    const ann = testGateway.connect('ann')
    await ann.read(1)
    ann.send('41')
    await ann.readUntilClose()
    decide()
    await testGateway.waitFor(() => testGateway.disconnects.length > 0)
    assert.deepEqual(testGateway.disconnects, ['ann: CLIENT_DISCONNECTED'])
    assert.equal(testGateway.sockets.size, 0)
  })

  // Gap 41.
  test('closes a client after exactly 85 s without a packet', async () => {
    await using testGateway = await openTestGateway()
    const ann = await testGateway.connectReady('ann')
    testGateway.clock.advance(84_999)
    assert.deepEqual(testGateway.disconnects, [])
    testGateway.clock.advance(1)
    assert.deepEqual(testGateway.disconnects, ['ann: IDLE_TIMEOUT'])
    assert.deepEqual(await ann.readUntilClose(), ['41'])
  })

  test('a ping restarts the idle timeout of its sender only', async () => {
    await using testGateway = await openTestGateway()
    const ann = await testGateway.connectReady('ann')
    await testGateway.connectReady('bob')
    testGateway.clock.advance(50_000)
    ann.send('2')
    await ann.read(1)
    testGateway.clock.advance(84_999)
    assert.deepEqual(testGateway.disconnects, ['bob: IDLE_TIMEOUT'])
    testGateway.clock.advance(1)
    assert.deepEqual(testGateway.disconnects, ['bob: IDLE_TIMEOUT', 'ann: IDLE_TIMEOUT'])
  })

  // Gap 43.
  test('closes a client that stops reading, and the others receive everything', async () => {
    await using testGateway = await openTestGateway()
    const stalled = await testGateway.connectReady('stalled')
    const bob = await testGateway.connectReady('bob')
    stalled.socket.pause()

    const content = 'x'.repeat(200_000)
    let sent = 0
    for (; testGateway.disconnects.length === 0 && sent < 500; sent++) {
      testGateway.hub.broadcast('chat', 'CHAT', { content })
      await bob.read(1)
    }
    assert.deepEqual(testGateway.disconnects, ['stalled: SLOW_CONSUMER'])
    assert.ok(sent > 1)
  })

  test('closes a client whose pending data is 10 s old', async () => {
    await using testGateway = await openTestGateway({ limits: { maxPendingBytes: Infinity } })
    const stalled = await testGateway.connectReady('stalled')
    stalled.socket.pause()
    const content = 'x'.repeat(30_000_000)
    testGateway.hub.broadcast('chat', 'CHAT', { content })
    testGateway.clock.advance(9_999)
    assert.deepEqual(testGateway.disconnects, [])
    testGateway.clock.advance(1)
    assert.deepEqual(testGateway.disconnects, ['stalled: SLOW_CONSUMER'])
  })

  test('closes a client that pings without reading the pongs', async () => {
    await using testGateway = await openTestGateway({
      limits: { maxFrames: 1_000_000, maxBytesPerMinute: 1_000_000_000 },
    })
    const flooder = await testGateway.connectReady('flooder')
    flooder.socket.pause()
    const data = 'x'.repeat(60_000)
    for (let sent = 0; testGateway.disconnects.length === 0 && sent < 1_000; sent++)
      await new Promise<void>((written) => flooder.socket.send(`2${data}`, () => written()))
    assert.deepEqual(testGateway.disconnects, ['flooder: SLOW_CONSUMER'])
  })

  test('sends 41 to all clients at shutdown and accepts no others', async () => {
    await using testGateway = await openTestGateway()
    const clients = [await testGateway.connectReady('ann'), await testGateway.connectReady('bob')]
    await testGateway.gateway[Symbol.asyncDispose]()
    for (const client of clients) assert.deepEqual(await client.readUntilClose(), ['41'])
    assert.deepEqual(testGateway.disconnects, ['ann: SERVER_STOPPING', 'bob: SERVER_STOPPING'])
    assert.equal(testGateway.gateway.connectionCount, 0)
    assert.deepEqual(await testGateway.connect('late').readUntilClose(), [])
  })
})

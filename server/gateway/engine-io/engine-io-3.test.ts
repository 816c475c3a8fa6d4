import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'

import { openTestGateway } from '../../test/test-gateway.ts'

const connectedFrame = (auth: string) => `42["SYSTEM",{"type":"connected","data":{"sessionKey":"${auth}"}}]`

test('a client gets the handshake, 40, and then what the platform says first', async () => {
  await using testGateway = await openTestGateway()
  const [open, ...rest] = await testGateway.connect('ann').read(3)

  assert.deepEqual(
    { ...JSON.parse(open!.slice(1)), sid: '' },
    { sid: '', upgrades: [], pingInterval: 25_000, pingTimeout: 60_000 },
  )
  assert.deepEqual(rest, ['40', connectedFrame('ann')])
})

for (const query of ['EIO=2', 'EIO=4', 'EIO=x', 't=1'])
  test(`a client that asks with ${query} is served like any other`, async () => {
    await using gate = await openTestGateway()
    assert.equal((await gate.connect(`ann&${query}`).read(3)).length, 3)
  })

test('the address without its slash is the same address', async () => {
  await using testGateway = await openTestGateway()
  assert.equal((await testGateway.connect('ann', '/socket.io').read(3))[2], connectedFrame('ann'))
})

test('another address is left to others', async () => {
  await using testGateway = await openTestGateway()
  for (const path of ['/', '/socket.io/more', '/socket.iox', '//socket.io/'])
    assert.deepEqual(await testGateway.connect('ann', path).readUntilClose(), [])
  assert.equal(testGateway.gateway.connectionCount, 0)
})

for (const [query, answer] of [
  ['transport=websocket&sid=unknown', '{"code":1,"message":"Session ID unknown"}'],
  ['transport=pigeon', '{"code":0,"message":"Transport unknown"}'],
] as const)
  test(`an upgrade with ${query} is refused with ${answer}`, async () => {
    await using gate = await openTestGateway()
    const stream = connect(gate.port!, '127.0.0.1')
    stream.write(
      `GET /socket.io/?EIO=3&${query} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    )
    const text = (await stream.toArray()).join('')
    assert.match(text, /^HTTP\/1\.1 400 /)
    assert.equal(text.split('\r\n\r\n')[1], answer)
  })

test('compression is not agreed to', async () => {
  await using testGateway = await openTestGateway()
  const { socket } = testGateway.connect('ann')
  await once(socket, 'open')
  assert.equal(socket.extensions, '')
})

test('pings are answered with what they carry, binary ones as text', async () => {
  await using testGateway = await openTestGateway()
  const ann = await testGateway.connectReady('ann')
  ann.send('2')
  ann.send('2probe')
  ann.send(Buffer.from('0001ff32', 'hex'))
  assert.deepEqual(await ann.read(3), ['3', '3probe', '3'])
})

test('a ping of the websocket itself is answered', async () => {
  await using testGateway = await openTestGateway()
  const ann = await testGateway.connectReady('ann')
  ann.socket.ping('hello')
  const [data] = await once(ann.socket, 'pong')
  assert.equal(String(data), 'hello')
})

test('a frame in fragments is one frame', async () => {
  await using testGateway = await openTestGateway()
  const ann = await testGateway.connectReady('ann')
  ann.socket.send('2pr', { fin: false })
  ann.socket.send('obe', { fin: true })
  assert.deepEqual(await ann.read(1), ['3probe'])
})

test('what a session has no use for is ignored', async () => {
  await using testGateway = await openTestGateway()
  const ann = await testGateway.connectReady('ann')
  for (const frame of ['3', '5', '40', '42["hello"]', '431[]', '41/other', '451-["a",{"_placeholder":true,"num":0}]'])
    ann.send(frame)
  ann.send(Buffer.from([4, 0xff, 0]))
  ann.send('2')
  assert.deepEqual(await ann.read(1), ['3'])
})

test('another namespace is refused and the session goes on', async () => {
  await using testGateway = await openTestGateway()
  const ann = await testGateway.connectReady('ann')
  ann.send('40/chat')
  ann.send('2')
  assert.deepEqual(await ann.read(2), ['44/chat,"Invalid namespace"', '3'])
})

test('41 ends the session', async () => {
  await using testGateway = await openTestGateway()
  const ann = await testGateway.connectReady('ann')
  ann.send('41')
  await ann.readUntilClose()
  assert.deepEqual(testGateway.closings, ['ann: CLIENT_DISCONNECTED'])
})

test('a client that hangs up has left', async () => {
  await using testGateway = await openTestGateway()
  const ann = await testGateway.connectReady('ann')
  ann.socket.terminate()
  await testGateway.waitFor(() => testGateway.closings.length > 0)
  assert.deepEqual(testGateway.closings, ['ann: CONNECTION_LOST'])
})

test('a malformed frame ends its session and no other', async () => {
  await using testGateway = await openTestGateway()
  const ann = await testGateway.connectReady('ann')
  const bob = await testGateway.connectReady('bob')
  ann.send('42{"not":"an event"}')
  assert.deepEqual(await ann.readUntilClose(), ['41'])
  assert.deepEqual(testGateway.closings, ['ann: MALFORMED_FRAME'])

  testGateway.rooms.broadcast('chat', 'CHAT', { content: 'still here' })
  assert.deepEqual(await bob.read(1), ['42["CHAT",{"content":"still here"}]'])
})

test('a frame of 64 KiB is read, a larger one ends the session', async () => {
  await using testGateway = await openTestGateway()
  const ann = await testGateway.connectReady('ann')
  ann.send(`2${'x'.repeat(64 * 1024 - 1)}`)
  assert.equal((await ann.read(1))[0]?.length, 64 * 1024)
  ann.send(`2${'x'.repeat(64 * 1024)}`)
  await ann.readUntilClose()
  assert.deepEqual(testGateway.closings, ['ann: MALFORMED_FRAME'])
})

test('a bad auth is told so, and let go', async () => {
  await using testGateway = await openTestGateway()
  const [, ...rest] = await testGateway.connect('bad').readUntilClose()
  assert.deepEqual(rest, ['40', '42["error","auth fail"]', '41'])
  assert.deepEqual(testGateway.closings, [])
})

test('a fault while letting a client in is logged and ends that client alone', async () => {
  await using testGateway = await openTestGateway()
  const ann = await testGateway.connectReady('ann')
  assert.deepEqual((await testGateway.connect('fault').readUntilClose()).slice(1), ['41'])
  assert.equal(testGateway.faults.length, 1)
  ann.send('2')
  assert.deepEqual(await ann.read(1), ['3'])
})

test('what a client says before it is let in is not lost', async () => {
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

test('a client that leaves before it is let in is reported as closed and never as opened', async () => {
  const { promise: admission, resolve: decide } = Promise.withResolvers<void>()
  await using testGateway = await openTestGateway({ admission })
  const ann = testGateway.connect('ann')
  await ann.read(1)
  ann.send('41')
  await ann.readUntilClose()
  decide()
  await testGateway.waitFor(() => testGateway.closings.length > 0)
  assert.deepEqual(testGateway.closings, ['ann: CLIENT_DISCONNECTED'])
  assert.equal(testGateway.sockets.size, 0)
})

test('a client not heard of for 85 seconds is closed, and not a millisecond earlier', async () => {
  await using testGateway = await openTestGateway()
  const ann = await testGateway.connectReady('ann')
  testGateway.clock.advance(84_999)
  assert.deepEqual(testGateway.closings, [])
  testGateway.clock.advance(1)
  assert.deepEqual(testGateway.closings, ['ann: IDLE_TIMEOUT'])
  assert.deepEqual(await ann.readUntilClose(), ['41'])
})

test('each ping buys another 85 seconds, for its sender alone', async () => {
  await using testGateway = await openTestGateway()
  const ann = await testGateway.connectReady('ann')
  await testGateway.connectReady('bob')
  testGateway.clock.advance(50_000)
  ann.send('2')
  await ann.read(1)
  testGateway.clock.advance(84_999)
  assert.deepEqual(testGateway.closings, ['bob: IDLE_TIMEOUT'])
  testGateway.clock.advance(1)
  assert.deepEqual(testGateway.closings, ['bob: IDLE_TIMEOUT', 'ann: IDLE_TIMEOUT'])
})

test('a reader that stops is closed and the others hear everything', async () => {
  await using testGateway = await openTestGateway()
  const stalled = await testGateway.connectReady('stalled')
  const bob = await testGateway.connectReady('bob')
  stalled.socket.pause()

  const content = 'x'.repeat(200_000)
  let told = 0
  for (; testGateway.closings.length === 0 && told < 500; told++) {
    testGateway.rooms.broadcast('chat', 'CHAT', { content })
    await bob.read(1)
  }
  assert.deepEqual(testGateway.closings, ['stalled: SLOW_CONSUMER'])
  assert.ok(told > 1)
})

test('a reader that stops and is sent no more is closed after ten seconds', async () => {
  await using testGateway = await openTestGateway({ limits: { maxPendingBytes: Infinity } })
  const stalled = await testGateway.connectReady('stalled')
  stalled.socket.pause()
  const content = 'x'.repeat(30_000_000)
  testGateway.rooms.broadcast('chat', 'CHAT', { content })
  testGateway.clock.advance(9_999)
  assert.deepEqual(testGateway.closings, [])
  testGateway.clock.advance(1)
  assert.deepEqual(testGateway.closings, ['stalled: SLOW_CONSUMER'])
})

test('a client that pings without reading the answers is a slow reader', async () => {
  await using testGateway = await openTestGateway()
  const flooder = await testGateway.connectReady('flooder')
  flooder.socket.pause()
  const data = 'x'.repeat(60_000)
  for (let sent = 0; testGateway.closings.length === 0 && sent < 1_000; sent++)
    await new Promise<void>((written) => flooder.socket.send(`2${data}`, () => written()))
  assert.deepEqual(testGateway.closings, ['flooder: SLOW_CONSUMER'])
})

test('a server that stops says goodbye to everyone and accepts nobody', async () => {
  await using testGateway = await openTestGateway()
  const clients = [await testGateway.connectReady('ann'), await testGateway.connectReady('bob')]
  await testGateway.gateway[Symbol.asyncDispose]()
  for (const client of clients) assert.deepEqual(await client.readUntilClose(), ['41'])
  assert.deepEqual(testGateway.closings, ['ann: SERVER_STOPPING', 'bob: SERVER_STOPPING'])
  assert.equal(testGateway.gateway.connectionCount, 0)
  assert.deepEqual(await testGateway.connect('late').readUntilClose(), [])
})

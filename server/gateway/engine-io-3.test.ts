import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'

import { openGate } from '../testing/gate.ts'

const connected = (auth: string) => `42["SYSTEM",{"type":"connected","data":{"sessionKey":"${auth}"}}]`

test('a client gets the handshake, 40, and then what the platform says first', async () => {
  await using gate = await openGate()
  const [open, ...rest] = await gate.connect('ann').hear(3)

  assert.deepEqual(
    { ...JSON.parse(open!.slice(1)), sid: '' },
    { sid: '', upgrades: [], pingInterval: 25_000, pingTimeout: 60_000 },
  )
  assert.deepEqual(rest, ['40', connected('ann')])
})

for (const query of ['EIO=2', 'EIO=4', 'EIO=x', 't=1'])
  test(`a client that asks with ${query} is served like any other`, async () => {
    await using gate = await openGate()
    assert.equal((await gate.connect(`ann&${query}`).hear(3)).length, 3)
  })

test('the address without its slash is the same address', async () => {
  await using gate = await openGate()
  assert.equal((await gate.connect('ann', '/socket.io').hear(3))[2], connected('ann'))
})

test('another address is left to others', async () => {
  await using gate = await openGate()
  for (const path of ['/', '/socket.io/more', '/socket.iox', '//socket.io/'])
    assert.deepEqual(await gate.connect('ann', path).hearTheEnd(), [])
  assert.equal(gate.gateway.sockets, 0)
})

for (const [query, answer] of [
  ['transport=websocket&sid=unknown', '{"code":1,"message":"Session ID unknown"}'],
  ['transport=pigeon', '{"code":0,"message":"Transport unknown"}'],
] as const)
  test(`an upgrade with ${query} is refused with ${answer}`, async () => {
    await using gate = await openGate()
    const stream = connect(gate.port!, '127.0.0.1')
    stream.write(
      `GET /socket.io/?EIO=3&${query} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    )
    const text = (await stream.toArray()).join('')
    assert.match(text, /^HTTP\/1\.1 400 /)
    assert.equal(text.split('\r\n\r\n')[1], answer)
  })

test('compression is not agreed to', async () => {
  await using gate = await openGate()
  const { socket } = gate.connect('ann')
  await once(socket, 'open')
  assert.equal(socket.extensions, '')
})

test('pings are answered with what they carry, binary ones as text', async () => {
  await using gate = await openGate()
  const ann = await gate.enter('ann')
  ann.send('2')
  ann.send('2probe')
  ann.send(Buffer.from('0001ff32', 'hex'))
  assert.deepEqual(await ann.hear(3), ['3', '3probe', '3'])
})

test('a ping of the websocket itself is answered', async () => {
  await using gate = await openGate()
  const ann = await gate.enter('ann')
  ann.socket.ping('hello')
  const [data] = await once(ann.socket, 'pong')
  assert.equal(String(data), 'hello')
})

test('a frame in fragments is one frame', async () => {
  await using gate = await openGate()
  const ann = await gate.enter('ann')
  ann.socket.send('2pr', { fin: false })
  ann.socket.send('obe', { fin: true })
  assert.deepEqual(await ann.hear(1), ['3probe'])
})

test('what a session has no use for is ignored', async () => {
  await using gate = await openGate()
  const ann = await gate.enter('ann')
  for (const frame of ['3', '5', '40', '42["hello"]', '431[]', '41/other', '451-["a",{"_placeholder":true,"num":0}]'])
    ann.send(frame)
  ann.send(Buffer.from([4, 0xff, 0]))
  ann.send('2')
  assert.deepEqual(await ann.hear(1), ['3'])
})

test('another namespace is refused and the session goes on', async () => {
  await using gate = await openGate()
  const ann = await gate.enter('ann')
  ann.send('40/chat')
  ann.send('2')
  assert.deepEqual(await ann.hear(2), ['44/chat,"Invalid namespace"', '3'])
})

test('41 ends the session', async () => {
  await using gate = await openGate()
  const ann = await gate.enter('ann')
  ann.send('41')
  await ann.hearTheEnd()
  assert.deepEqual(gate.closings, ['ann: client left'])
})

test('a client that hangs up has left', async () => {
  await using gate = await openGate()
  const ann = await gate.enter('ann')
  ann.socket.terminate()
  await gate.until(() => gate.closings.length > 0)
  assert.deepEqual(gate.closings, ['ann: client went away'])
})

test('a malformed frame ends its session and no other', async () => {
  await using gate = await openGate()
  const ann = await gate.enter('ann')
  const bob = await gate.enter('bob')
  ann.send('42{"not":"an event"}')
  assert.deepEqual(await ann.hearTheEnd(), ['41'])
  assert.deepEqual(gate.closings, ['ann: malformed frame'])

  gate.rooms.tell('chat', 'CHAT', { content: 'still here' })
  assert.deepEqual(await bob.hear(1), ['42["CHAT",{"content":"still here"}]'])
})

test('a frame of 64 KiB is read, a larger one ends the session', async () => {
  await using gate = await openGate()
  const ann = await gate.enter('ann')
  ann.send(`2${'x'.repeat(64 * 1024 - 1)}`)
  assert.equal((await ann.hear(1))[0]?.length, 64 * 1024)
  ann.send(`2${'x'.repeat(64 * 1024)}`)
  await ann.hearTheEnd()
  assert.deepEqual(gate.closings, ['ann: malformed frame'])
})

test('a bad auth is told so, and let go', async () => {
  await using gate = await openGate()
  const [, ...rest] = await gate.connect('bad').hearTheEnd()
  assert.deepEqual(rest, ['40', '42["error","auth fail"]', '41'])
  assert.deepEqual(gate.closings, [])
})

test('a fault while letting a client in is logged and ends that client alone', async () => {
  await using gate = await openGate()
  const ann = await gate.enter('ann')
  assert.deepEqual((await gate.connect('fault').hearTheEnd()).slice(1), ['41'])
  assert.equal(gate.faults.length, 1)
  ann.send('2')
  assert.deepEqual(await ann.hear(1), ['3'])
})

test('what a client says before it is let in is not lost', async () => {
  const { promise: admission, resolve: decide } = Promise.withResolvers<void>()
  await using gate = await openGate({ admission })
  const ann = gate.connect('ann')
  await ann.hear(1)
  ann.send('2probe')
  ann.send('40/chat')
  assert.deepEqual(await ann.hear(2), ['3probe', '44/chat,"Invalid namespace"'])
  decide()
  assert.deepEqual(await ann.hear(2), ['40', connected('ann')])
})

test('a client that leaves before it is let in is reported as closed and never as opened', async () => {
  const { promise: admission, resolve: decide } = Promise.withResolvers<void>()
  await using gate = await openGate({ admission })
  const ann = gate.connect('ann')
  await ann.hear(1)
  ann.send('41')
  await ann.hearTheEnd()
  decide()
  await gate.until(() => gate.closings.length > 0)
  assert.deepEqual(gate.closings, ['ann: client left'])
  assert.equal(gate.sockets.size, 0)
})

test('a client not heard of for 85 seconds is closed, and not a millisecond earlier', async () => {
  await using gate = await openGate()
  const ann = await gate.enter('ann')
  gate.clock.advance(84_999)
  assert.deepEqual(gate.closings, [])
  gate.clock.advance(1)
  assert.deepEqual(gate.closings, ['ann: silence'])
  assert.deepEqual(await ann.hearTheEnd(), ['41'])
})

test('each ping buys another 85 seconds, for its sender alone', async () => {
  await using gate = await openGate()
  const ann = await gate.enter('ann')
  await gate.enter('bob')
  gate.clock.advance(50_000)
  ann.send('2')
  await ann.hear(1)
  gate.clock.advance(84_999)
  assert.deepEqual(gate.closings, ['bob: silence'])
  gate.clock.advance(1)
  assert.deepEqual(gate.closings, ['bob: silence', 'ann: silence'])
})

test('a reader that stops is closed and the others hear everything', async () => {
  await using gate = await openGate()
  const stalled = await gate.enter('stalled')
  const bob = await gate.enter('bob')
  stalled.socket.pause()

  const content = 'x'.repeat(200_000)
  let told = 0
  for (; gate.closings.length === 0 && told < 500; told++) {
    gate.rooms.tell('chat', 'CHAT', { content })
    await bob.hear(1)
  }
  assert.deepEqual(gate.closings, ['stalled: slow reader'])
  assert.ok(told > 1)
})

test('a reader that stops and is sent no more is closed after ten seconds', async () => {
  await using gate = await openGate({ limits: { waitingBytes: Infinity } })
  const stalled = await gate.enter('stalled')
  stalled.socket.pause()
  const content = 'x'.repeat(30_000_000)
  gate.rooms.tell('chat', 'CHAT', { content })
  gate.clock.advance(9_999)
  assert.deepEqual(gate.closings, [])
  gate.clock.advance(1)
  assert.deepEqual(gate.closings, ['stalled: slow reader'])
})

test('a client that pings without reading the answers is a slow reader', async () => {
  await using gate = await openGate()
  const flooder = await gate.enter('flooder')
  flooder.socket.pause()
  const data = 'x'.repeat(60_000)
  for (let sent = 0; gate.closings.length === 0 && sent < 1_000; sent++)
    await new Promise<void>((written) => flooder.socket.send(`2${data}`, () => written()))
  assert.deepEqual(gate.closings, ['flooder: slow reader'])
})

test('a server that stops says goodbye to everyone and accepts nobody', async () => {
  await using gate = await openGate()
  const clients = [await gate.enter('ann'), await gate.enter('bob')]
  await gate.gateway[Symbol.asyncDispose]()
  for (const client of clients) assert.deepEqual(await client.hearTheEnd(), ['41'])
  assert.deepEqual(gate.closings, ['ann: server stopping', 'bob: server stopping'])
  assert.equal(gate.gateway.sockets, 0)
  assert.deepEqual(await gate.connect('late').hearTheEnd(), [])
})

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'

import { clientFrame } from '../../../../tests/support/inputs/frame-fuzzer.ts'
import { openPollingClient } from '../../../../tests/support/clients/polling-client.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { openTestGateway } from '../../../../tests/support/apps/test-gateway.ts'

type TestGateway = Awaited<ReturnType<typeof openTestGateway>>

const closedFor = (testGateway: TestGateway, auth: string) =>
  testGateway.disconnects.includes(`${auth}: TOO_MANY_FRAMES`)

describe('what a client may send', () => {
  // Gap 205.
  test('20 frames at once, and then 2 per second; the next one closes its connection and no other', async () => {
    await using testGateway = await openTestGateway()
    const [client, neighbour] = [await testGateway.connectReady('client'), await testGateway.connectReady('neighbour')]
    const pings = async (count: number) => {
      for (let n = 0; n < count; n += 1) client.send('2')
      assert.deepEqual(await client.read(count), Array(count).fill('3'))
    }
    await pings(20)
    testGateway.clock.advance(5_000)
    await pings(10)
    client.send('2')
    assert.deepEqual(await client.readUntilClose(), ['41'])
    assert.deepEqual(testGateway.disconnects, ['client: TOO_MANY_FRAMES'])
    neighbour.send('2')
    assert.deepEqual(await neighbour.read(1), ['3'])
  })

  for (const [what, frame] of Object.entries({
    'websocket pings': Buffer.from([0x89, 0x80, 0, 0, 0, 0]),
    'websocket pongs': Buffer.from([0x8a, 0x80, 0, 0, 0, 0]),
    events: clientFrame(Buffer.from('42["x"]'), false),
    'empty fragments of a message': Buffer.from([0x00, 0x80, 0, 0, 0, 0]),
  }))
    test(`a flood of ${what} closes the connection`, async () => {
      await using testGateway = await openTestGateway()
      const client = await testGateway.connectReady('client')
      const stream = Reflect.get(client.socket, '_socket') as NodeJS.WritableStream
      // The fragments belong to a message that began.
      if (frame[0] === 0x00) stream.write(Buffer.from([0x01, 0x80, 0, 0, 0, 0]))
      stream.write(Buffer.concat(Array(12_000).fill(frame)))
      await client.readUntilClose()
      await testGateway.waitFor(() => closedFor(testGateway, 'client'))
    })

  test('64 KiB per minute', async () => {
    await using testGateway = await openTestGateway()
    const client = await testGateway.connectReady('client')
    const event = `42["x","${'x'.repeat(32_000)}"]`
    const sendTwo = async () => {
      for (let n = 0; n < 2; n += 1) client.send(event)
      client.send('2')
      assert.deepEqual(await client.read(1), ['3'])
    }
    await sendTwo()
    testGateway.clock.advance(60_000)
    await sendTwo()
    testGateway.clock.advance(20_000)
    client.send(event)
    await testGateway.waitFor(() => closedFor(testGateway, 'client'))
  })

  test('the same by polling, where reading does not count', async () => {
    await using testGateway = await openTestGateway()
    const polling = await openPollingClient(`http://127.0.0.1:${testGateway.port}`, 'client')
    await testGateway.waitFor(() => testGateway.sockets.has('client'))
    for (let n = 0; n < 100; n += 1) {
      testGateway.hub.broadcast('chat', 'CHAT', { n })
      await polling.poll()
    }
    assert.deepEqual(testGateway.disconnects, [])
    for (let n = 0; n < 20; n += 1) await polling.post('1:2')
    assert.deepEqual(testGateway.disconnects, [])
    await polling.post('1:2')
    assert.deepEqual(testGateway.disconnects, ['client: TOO_MANY_FRAMES'])
  })

  // Gap 205.
  test('a bot that reads 100 messages per second for an hour and pings every 25 s stays connected', async () => {
    await using testGateway = await openTestGateway()
    const client = await testGateway.connectReady('bot')
    for (let elapsedSec = 0; elapsedSec < 3_600; elapsedSec += 25) {
      for (let n = 0; n < 20; n += 1) testGateway.hub.broadcast('chat', 'CHAT', { n })
      client.send('2')
      assert.equal((await client.read(21)).length, 21)
      testGateway.clock.advance(25_000)
    }
    assert.deepEqual(testGateway.disconnects, [])
  })
})

describe('refused clients', () => {
  test('are disconnected within 1 s, also if they do not close their side', async () => {
    await using testGateway = await openTestGateway()
    const stream = connect({ port: testGateway.port, host: '127.0.0.1', allowHalfOpen: true })
    stream.on('error', () => {})
    stream.write(
      'GET /socket.io/?auth=bad&EIO=3&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n' +
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    const polling = await openPollingClient(`http://127.0.0.1:${testGateway.port}`, 'bad')
    let received = ''
    stream.on('data', (bytes) => (received += bytes.toString('latin1')))
    await eventually(() => assert.match(received, /auth fail/))
    assert.equal(testGateway.gateway.connectionCount, 2)
    testGateway.clock.advance(1_000)
    await eventually(() => assert.equal(testGateway.gateway.connectionCount, 0))
    assert.equal((await polling.poll()).status, 400)
    stream.destroy()
  })

  test('of one network, and those that wait for admission, are at most as many as the limit', async () => {
    const { promise: admission, resolve: admit } = Promise.withResolvers<void>()
    const limits = { maxPendingConnectionsPerNetwork: 3 }
    await using testGateway = await openTestGateway({
      admission,
      limits,
      networksOf: ({ url = '' }) => (/net\d/.exec(url) ?? []).map((prefix) => ({ prefix, share: 1 })),
    })
    const open = (count: number, auth: string) => Array.from({ length: count }, () => testGateway.connect(auth))
    const waiting = open(3, 'net1')
    await testGateway.waitForConnections(3)
    assert.deepEqual(await testGateway.connect('net1').readUntilClose(), [])
    const response = await fetch(`http://127.0.0.1:${testGateway.port}/socket.io/?auth=net1&EIO=3&transport=polling`)
    assert.equal(response.status, 503)
    const others = [...open(3, 'net2'), ...open(5, 'elsewhere')]
    await testGateway.waitForConnections(11)
    admit()
    for (const client of [...waiting, ...others]) assert.equal((await client.read(2))[1], '40')
    await testGateway.connectReady('net1 again')
  })
})

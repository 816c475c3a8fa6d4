import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'

import { openTestGateway } from '../../../tests/support/apps/test-gateway.ts'
import { clientFrame } from '../../../tests/support/inputs/frame-fuzzer.ts'
import { openPollingClient } from '../../../tests/support/clients/polling-client.ts'

const ping = clientFrame(Buffer.from('2'), false)

describe('slow consumers', () => {
  test('clients that ping without reading are closed on every transport, and the others receive everything', async () => {
    await using testGateway = await openTestGateway({ limits: { maxFrames: 1_000_000 } })
    const readingClients = await Promise.all(
      Array.from({ length: 20 }, (_, n) => testGateway.connectReady(`reading${n}`)),
    )
    const stalled = Array.from({ length: 10 }, (_, n) => {
      const stream = connect(testGateway.port, '127.0.0.1')
      stream.on('error', () => {})
      stream.pause()
      stream.write(
        `GET /socket.io/?auth=stalled${n}&EIO=3&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      )
      return stream
    })
    const polling = await openPollingClient(`http://127.0.0.1:${testGateway.port}`, 'stalled while polling')
    await testGateway.waitFor(() => testGateway.sockets.size === 31)

    let sent = 0
    const content = 'x'.repeat(50_000)
    for (; testGateway.disconnects.length < 11 && sent < 1_000; sent++) {
      testGateway.hub.broadcast('chat', 'CHAT', { sent, content })
      for (const stream of stalled) if (stream.writable) stream.write(ping)
      if (testGateway.disconnects.every((disconnect) => !disconnect.startsWith('stalled while')))
        await polling.post('1:2')
      for (const client of readingClients) {
        const [received] = await client.read(1)
        assert.ok(received?.startsWith(`42["CHAT",{"sent":${sent},`))
      }
    }
    assert.deepEqual(
      testGateway.disconnects.toSorted((a, b) => a.localeCompare(b)),
      ['stalled while polling', ...stalled.map((_, n) => `stalled${n}`)].map((name) => `${name}: SLOW_CONSUMER`),
    )
    for (const stream of stalled) stream.destroy()
  })

  test('the fullest are closed when all together have too much pending, and the others receive everything', async () => {
    const limits = { maxTotalPendingBytes: 300_000, maxPendingBytes: 100_000_000, maxPendingPackets: 1_000_000 }
    await using testGateway = await openTestGateway({ limits })
    const reading = await testGateway.connectReady('reading')
    const stalled = await Promise.all(
      ['stalled0', 'stalled1', 'stalled2'].map((name) => testGateway.connectReady(name)),
    )
    for (const { socket } of stalled) socket.pause()

    const content = 'x'.repeat(50_000)
    for (let sent = 0; testGateway.disconnects.length < 3 && sent < 1_000; sent++) {
      testGateway.hub.broadcast('chat', 'CHAT', { sent, content })
      const [received] = await reading.read(1)
      assert.ok(received?.startsWith(`42["CHAT",{"sent":${sent},`))
    }
    assert.deepEqual(
      testGateway.disconnects.toSorted((a, b) => a.localeCompare(b)),
      [0, 1, 2].map((n) => `stalled${n}: SLOW_CONSUMER`),
    )
    for (const { socket } of stalled) socket.terminate()
  })
})

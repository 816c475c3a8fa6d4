import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'

import { openTestGateway } from '../test/test-gateway.ts'
import { clientFrame } from '../test/frame-fuzzer.ts'
import { openPollingClient } from '../test/polling-client.ts'

const ping = clientFrame(Buffer.from('2'), false)

test('readers that stop but keep pinging are closed, by whatever way they came, and the others hear everything', async () => {
  await using testGateway = await openTestGateway()
  const readingClient = await Promise.all(Array.from({ length: 20 }, (_, n) => testGateway.connectReady(`hearing${n}`)))
  const stalled = Array.from({ length: 10 }, (_, n) => {
    const stream = connect(testGateway.port!, '127.0.0.1')
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

  let told = 0
  const content = 'x'.repeat(50_000)
  for (; testGateway.closings.length < 11 && told < 1_000; told++) {
    testGateway.rooms.broadcast('chat', 'CHAT', { told, content })
    for (const stream of stalled) if (stream.writable) stream.write(ping)
    if (testGateway.closings.every((closing) => !closing.startsWith('stalled while'))) await polling.post('1:2')
    for (const client of readingClient) {
      const [heard] = await client.read(1)
      assert.ok(heard?.startsWith(`42["CHAT",{"told":${told},`))
    }
  }
  assert.deepEqual(
    testGateway.closings.toSorted((a, b) => a.localeCompare(b)),
    ['stalled while polling', ...stalled.map((_, n) => `stalled${n}`)].map((name) => `${name}: SLOW_CONSUMER`),
  )
  for (const stream of stalled) stream.destroy()
})

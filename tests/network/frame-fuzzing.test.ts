import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test, type TestContext } from 'node:test'

import { eventually } from '../support/eventually.ts'
import { openTestGateway } from '../support/apps/test-gateway.ts'
import { clientFrame, fuzzPollingBody, fuzzFrameBytes, fuzzFrame } from '../support/inputs/frame-fuzzer.ts'
import { openPollingClient } from '../support/clients/polling-client.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { parseBinaryFrame, parseTextFrame } from '@onair/server/gateway/engine-io/packets.ts'

type TestGateway = Awaited<ReturnType<typeof openTestGateway>>

// FUZZ_FRAMES_SEED repeats a run; FUZZ_FRAMES is the number of frames. `npm run fuzz:frames` sends a million.
const frames = Number(process.env['FUZZ_FRAMES'] ?? 4_000)
const seed = Number(process.env['FUZZ_FRAMES_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

const handshakeRequest = (auth: string) =>
  `GET /socket.io/?auth=${auth}&EIO=3&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'

/** Sends all bytes at once and waits until the connection is closed. */
async function sendAttack({ port }: TestGateway, bytes: Buffer) {
  const stream = connect(port, '127.0.0.1')
  stream.on('error', () => {})
  stream.resume()
  stream.write(handshakeRequest('hostile'))
  stream.end(bytes)
  await once(stream, 'close')
}

/**
 * Runs eight attacks at a time until `sent` frames were sent. After every tenth attack a healthy
 * client receives an event.
 */
async function attackConcurrently(
  testGateway: TestGateway,
  t: TestContext,
  sent: number,
  attackOnce: () => Promise<number>,
) {
  const healthyClient = await testGateway.connectReady('healthy')
  const delays: number[] = []
  let startedCount = 0
  let attacks = 0
  const worker = async () => {
    while (startedCount < sent) {
      const sentNow = await attackOnce()
      startedCount += sentNow
      const attackNumber = attacks++
      if (attackNumber % 10 === 0)
        testGateway.hub.broadcast('chat', 'CHAT', { sent: attackNumber, at: performance.now() })
    }
  }
  const listen = (async () => {
    for (let received = 0; ; received += 10) {
      const [packet] = await healthyClient.read(1)
      if (packet === undefined || packet.includes('over')) return received
      const [, { sent, at }] = JSON.parse(packet.slice(2)) as [string, { sent: number; at: number }]
      delays.push(performance.now() - at)
      assert.equal(sent, received)
    }
  })()
  await Promise.all(Array.from({ length: 8 }, worker))
  testGateway.hub.broadcast('chat', 'CHAT', { over: true })
  assert.equal(await listen, Math.ceil(attacks / 10) * 10)
  const sortedDelays = delays.toSorted((a, b) => a - b)
  const p99 = sortedDelays[Math.floor(sortedDelays.length * 0.99)]
  const memory = Math.round(process.memoryUsage().rss / 1e6)
  t.diagnostic(
    `${startedCount} frames in ${attacks} attacks; p99 of the healthy client ${p99?.toFixed(1)} ms; ${memory} MB; FUZZ_FRAMES_SEED=${seed}`,
  )
  assert.deepEqual(testGateway.loggedErrors, [])
  assert.equal(testGateway.hub.subscriberCount('chat'), 1)
}

describe('Hostile input', () => {
  for (const [kind, isBinary] of [
    ['text', false],
    ['binary', true],
  ] as const)
    test(`mutated ${kind} frames affect only their sender`, async (t) => {
      await using testGateway = await openTestGateway()
      const dice = seededRandom(seed)
      let malformed = 0
      await attackConcurrently(testGateway, t, frames * 0.4, async () => {
        const bytes: Buffer[] = []
        // Ignored frames do not end the session, so more follow until one does.
        for (let goesOn = true; goesOn;) {
          const data = fuzzFrame(dice)
          const { type } = isBinary ? parseBinaryFrame(data) : parseTextFrame(data.toString())
          const isText = !isBinary && data.equals(Buffer.from(data.toString()))
          goesOn = (isBinary || isText) && type !== 'malformed' && type !== 'disconnect' && bytes.length < 50
          if (type === 'malformed') malformed++
          bytes.push(clientFrame(data, isBinary))
        }
        bytes.push(clientFrame(Buffer.from('41'), false))
        await sendAttack(testGateway, Buffer.concat(bytes))
        return bytes.length
      })
      const ended = testGateway.disconnects.filter((disconnect) => disconnect === 'hostile: MALFORMED_FRAME').length
      assert.ok(ended >= malformed && malformed > 100, `${ended} of ${malformed} were noticed`)
    })

  test('mutated websocket bytes affect only their sender', async (t) => {
    await using testGateway = await openTestGateway()
    const random = seededRandom(seed)
    await attackConcurrently(testGateway, t, frames * 0.15, async () => {
      await sendAttack(testGateway, fuzzFrameBytes(random))
      return 1
    })
  })

  test('mutated POST bodies affect only their sender', async (t) => {
    await using testGateway = await openTestGateway()
    const random = seededRandom(seed)
    await attackConcurrently(testGateway, t, frames * 0.05, async () => {
      const hostile = await openPollingClient(`http://127.0.0.1:${testGateway.port}`, 'hostile')
      const { body, type } = fuzzPollingBody(random)
      const { status } = await hostile.post(body, type)
      assert.ok([200, 400].includes(status), String(status))
      if (status === 200) await hostile.post('1:1')
      await eventually(async () => (await hostile.poll()).status !== 200)
      return 1
    })
  })

  const deep = 30_000
  /** Packets that have broken other servers. */
  const exploits: Record<string, string | Buffer> = {
    'an event named __proto__':
      '42["__proto__",{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}]',
    'an event with a reserved name': '42["disconnect"]',
    'an event whose name is an object': '42[{"toString":"x"}]',
    'a placeholder for an attachment that never arrives': '451-["x",{"_placeholder":true,"num":1e9}]',
    'a placeholder that is not a number': '451-["x",{"_placeholder":true,"num":"splice"}]',
    'many attachments announced': '4999999999-["x"]',
    'an attachment that was not announced': Buffer.from([4, 1, 2, 3]),
    'deep nesting': `42["x",${'['.repeat(deep)}${']'.repeat(deep)}]`,
    'unterminated deep nesting': `42["x",${'{"a":'.repeat(deep / 4)}`,
    'a number with many digits': `42["x",${'9'.repeat(60_000)}]`,
    'an id with many digits': `42${'9'.repeat(60_000)}["x"]`,
    'a namespace with many characters': `40/${'a'.repeat(60_000)}`,
    'a namespace that is never closed': `42/${'/'.repeat(60_000)}`,
    'many commas': `42${','.repeat(60_000)}`,
    'a packet of Engine.IO 4': `b${'A'.repeat(100)}`,
    'several packets of Engine.IO 4': '2\u001e2',
    'a handshake from a client': '0{"sid":"x","upgrades":[],"pingInterval":1,"pingTimeout":1}',
    'a body length above every limit': Buffer.from('000909090909ff32', 'hex'),
  }
  for (const [what, packet] of Object.entries(exploits))
    test(`${what} affects only its sender`, async () => {
      await using testGateway = await openTestGateway()
      const healthyClient = await testGateway.connectReady('healthy')
      const isBinary = typeof packet !== 'string'
      const bye = clientFrame(Buffer.from('41'), false)
      await sendAttack(testGateway, Buffer.concat([clientFrame(Buffer.from(packet), isBinary), bye]))
      await testGateway.waitFor(() => testGateway.disconnects.length > 0)
      assert.match(testGateway.disconnects[0]!, /^hostile: (MALFORMED_FRAME|CLIENT_DISCONNECTED)$/)
      assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
      testGateway.hub.broadcast('chat', 'CHAT', {})
      assert.deepEqual(await healthyClient.read(1), ['42["CHAT",{}]'])
      assert.deepEqual(testGateway.loggedErrors, [])
    })

  test('closes a client that sends 20,000 tiny frames at once without delaying other clients', async () => {
    await using testGateway = await openTestGateway()
    const flooder = await testGateway.connectReady('flooder')
    const healthyClient = await testGateway.connectReady('healthy')
    for (let n = 0; n < 20_000; n++) flooder.send('2')
    testGateway.hub.broadcast('chat', 'CHAT', {})
    assert.deepEqual(await healthyClient.read(1), ['42["CHAT",{}]'])
    const pongs = (await flooder.readUntilClose()).filter((packet) => packet === '3')
    assert.ok(pongs.length <= 20)
    assert.deepEqual(testGateway.disconnects, ['flooder: TOO_MANY_FRAMES'])
  })

  test('applies the size limit to a frame in thousands of fragments', async () => {
    await using testGateway = await openTestGateway({ limits: { maxBytesPerMinute: 1_000_000_000 } })
    const first = clientFrame(Buffer.from('2'), false)
    first[0] = 0x01
    const more = clientFrame(Buffer.from('x'), false)
    more[0] = 0x00
    await sendAttack(testGateway, Buffer.concat([first, ...Array.from({ length: 70_000 }, () => more)]))
    await testGateway.waitFor(() => testGateway.disconnects.length > 0)
    assert.deepEqual(testGateway.disconnects, ['hostile: MALFORMED_FRAME'])
  })

  /** Bytes sent after a valid handshake. */
  const rawBytes = {
    'an unmasked frame': '810132',
    'a reserved opcode': '838000000000',
    'a reserved bit, as of compression': 'c18100000000b2',
    'text that is not UTF-8': '818200000000c328',
    'a control frame that is too long': `89fe007e00000000${'00'.repeat(126)}`,
    'a ping in fragments': '098000000000',
    'a continuation of nothing': '808000000000',
    'a length of 2^63': '81ff800000000000000000000000',
    'a length above every limit': '81ff0000010000000000',
    'a close frame of one byte': '88810000000000',
    'half a frame and a disconnect': '8185',
  }
  for (const [what, hex] of Object.entries(rawBytes))
    test(`${what} closes only its own connection`, async () => {
      await using testGateway = await openTestGateway()
      const healthyClient = await testGateway.connectReady('healthy')
      const stream = connect(testGateway.port, '127.0.0.1')
      stream.write(handshakeRequest('raw'))
      await testGateway.waitFor(() => testGateway.sockets.has('raw'))
      stream.end(Buffer.from(hex, 'hex'))
      await stream.toArray()
      await testGateway.waitFor(() => testGateway.disconnects.length > 0)
      assert.match(testGateway.disconnects[0]!, /^raw: (MALFORMED_FRAME|CONNECTION_LOST)$/)
      testGateway.hub.broadcast('chat', 'CHAT', {})
      assert.deepEqual(await healthyClient.read(1), ['42["CHAT",{}]'])
    })
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test, type TestContext } from 'node:test'

import { openTestGateway } from '../../test/test-gateway.ts'
import { clientFrame, fuzzPollingBody, fuzzFrameBytes, fuzzFrame } from '../../test/frame-fuzzer.ts'
import { openPollingClient } from '../../test/polling-client.ts'
import { seededRandom } from '../../test/seeded-random.ts'
import { parseBinaryFrame, parseTextFrame } from './packets.ts'

type Gate = Awaited<ReturnType<typeof openTestGateway>>

// HOSTILE_SEED repeats a run, HOSTILE_FRAMES says how many frames are sent in all; `npm run fuzz:frames` sends a million.
const frames = Number(process.env['HOSTILE_FRAMES'] ?? 10_000)
const seed = Number(process.env['HOSTILE_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

const handshakeRequest = (auth: string) =>
  `GET /socket.io/?auth=${auth}&EIO=3&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'

/** Sends everything at once and waits for the end of the connection. */
async function sendAttack({ port }: Gate, bytes: Buffer) {
  const stream = connect(port!, '127.0.0.1')
  stream.on('error', () => {})
  stream.resume()
  stream.write(handshakeRequest('hostile'))
  stream.end(bytes)
  await once(stream, 'close')
}

/**
 * Attacks until so many frames were sent, eight at a time, while a neighbour is told something
 * after each attack.
 */
async function attackConcurrently(testGateway: Gate, t: TestContext, sent: number, attackOnce: () => Promise<number>) {
  const bystander = await testGateway.connectReady('neighbour')
  const delays: number[] = []
  let startedCount = 0
  let attacks = 0
  const worker = async () => {
    while (startedCount < sent) {
      const sentNow = await attackOnce()
      startedCount += sentNow
      const attackNumber = attacks++
      if (attackNumber % 10 === 0)
        testGateway.rooms.broadcast('chat', 'CHAT', { told: attackNumber, at: performance.now() })
    }
  }
  const listen = (async () => {
    for (let heard = 0; ; heard += 10) {
      const [packet] = await bystander.read(1)
      if (packet === undefined || packet.includes('over')) return heard
      const [, { told, at }] = JSON.parse(packet.slice(2)) as [string, { told: number; at: number }]
      delays.push(performance.now() - at)
      assert.equal(told, heard)
    }
  })()
  await Promise.all(Array.from({ length: 8 }, worker))
  testGateway.rooms.broadcast('chat', 'CHAT', { over: true })
  assert.equal(await listen, Math.ceil(attacks / 10) * 10)
  const bystanderDelays = delays.toSorted((a, b) => a - b)
  const p99 = bystanderDelays[Math.floor(bystanderDelays.length * 0.99)]
  const memory = Math.round(process.memoryUsage().rss / 1e6)
  t.diagnostic(
    `${startedCount} frames in ${attacks} attacks; neighbour p99 ${p99?.toFixed(1)} ms; ${memory} MB; HOSTILE_SEED=${seed}`,
  )
  assert.deepEqual(testGateway.faults, [])
  assert.equal(testGateway.rooms.subscriberCount('chat'), 1)
}

for (const [kind, isBinary] of [
  ['text', false],
  ['binary', true],
] as const)
  test(`mutated ${kind} frames harm nobody but their senders`, async (t) => {
    await using gate = await openTestGateway()
    const dice = seededRandom(seed)
    let malformed = 0
    await attackConcurrently(gate, t, frames * 0.4, async () => {
      const bytes: Buffer[] = []
      // Frames that mean nothing do not end the session: more follow until one does.
      for (let goesOn = true; goesOn;) {
        const data = fuzzFrame(dice)
        const { type } = isBinary ? parseBinaryFrame(data) : parseTextFrame(data.toString())
        const isText = !isBinary && data.equals(Buffer.from(data.toString()))
        goesOn = (isBinary || isText) && type !== 'malformed' && type !== 'disconnect' && bytes.length < 50
        if (type === 'malformed') malformed++
        bytes.push(clientFrame(data, isBinary))
      }
      bytes.push(clientFrame(Buffer.from('41'), false))
      await sendAttack(gate, Buffer.concat(bytes))
      return bytes.length
    })
    const ended = gate.closings.filter((closing) => closing === 'hostile: MALFORMED_FRAME').length
    assert.ok(ended >= malformed && malformed > 100, `${ended} of ${malformed} were noticed`)
  })

test('mutated bytes of the websocket protocol harm nobody but their senders', async (t) => {
  await using gate = await openTestGateway()
  const random = seededRandom(seed)
  await attackConcurrently(gate, t, frames * 0.15, async () => {
    await sendAttack(gate, fuzzFrameBytes(random))
    return 1
  })
})

test('mutated bodies of posts harm nobody but their senders', async (t) => {
  await using gate = await openTestGateway()
  const random = seededRandom(seed)
  await attackConcurrently(gate, t, frames * 0.05, async () => {
    const hostile = await openPollingClient(`http://127.0.0.1:${gate.port}`, 'hostile')
    const { body, type } = fuzzPollingBody(random)
    const { status } = await hostile.post(body, type)
    assert.ok([200, 400].includes(status), String(status))
    if (status === 200) await hostile.post('1:1')
    while ((await hostile.poll()).status === 200);
    return 1
  })
})

const deep = 30_000
/** Packets that are known to have broken other servers. */
const exploits: Record<string, string | Buffer> = {
  'an event named __proto__':
    '42["__proto__",{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}]',
  'an event named as one of the server': '42["disconnect"]',
  'an event whose name is an object': '42[{"toString":"x"}]',
  'a placeholder for an attachment that never comes': '451-["x",{"_placeholder":true,"num":1e9}]',
  'a placeholder that is no number': '451-["x",{"_placeholder":true,"num":"splice"}]',
  'many attachments announced': '4999999999-["x"]',
  'an attachment that nobody announced': Buffer.from([4, 1, 2, 3]),
  'deep nesting': `42["x",${'['.repeat(deep)}${']'.repeat(deep)}]`,
  'deep nesting that is left open': `42["x",${'{"a":'.repeat(deep / 4)}`,
  'a number with many digits': `42["x",${'9'.repeat(60_000)}]`,
  'an id with many digits': `42${'9'.repeat(60_000)}["x"]`,
  'a namespace with many characters': `40/${'a'.repeat(60_000)}`,
  'a namespace that is never closed': `42/${'/'.repeat(60_000)}`,
  'many commas': `42${','.repeat(60_000)}`,
  'a packet of Engine.IO 4': `b${'A'.repeat(100)}`,
  'several packets of Engine.IO 4': '2\u001e2',
  'a handshake from a client': '0{"sid":"x","upgrades":[],"pingInterval":1,"pingTimeout":1}',
  'a length of a body that is beyond every limit': Buffer.from('000909090909ff32', 'hex'),
}
for (const [what, packet] of Object.entries(exploits))
  test(`${what} harms nobody but its sender`, async () => {
    await using gate = await openTestGateway()
    const neighbour = await gate.connectReady('neighbour')
    const isBinary = typeof packet !== 'string'
    const bye = clientFrame(Buffer.from('41'), false)
    await sendAttack(gate, Buffer.concat([clientFrame(Buffer.from(packet), isBinary), bye]))
    await gate.waitFor(() => gate.closings.length > 0)
    assert.match(gate.closings[0]!, /^hostile: (MALFORMED_FRAME|CLIENT_DISCONNECTED)$/)
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
    gate.rooms.broadcast('chat', 'CHAT', {})
    assert.deepEqual(await neighbour.read(1), ['42["CHAT",{}]'])
    assert.deepEqual(gate.faults, [])
  })

test('thousands of tiny frames in one breath are answered, and the others are not kept waiting', async () => {
  await using gate = await openTestGateway({ limits: { maxPendingPackets: Infinity } })
  const flooder = await gate.connectReady('flooder')
  const neighbour = await gate.connectReady('neighbour')
  for (let n = 0; n < 20_000; n++) flooder.send('2')
  gate.rooms.broadcast('chat', 'CHAT', {})
  assert.deepEqual(await neighbour.read(1), ['42["CHAT",{}]'])
  const answers = (await flooder.read(20_001)).filter((packet) => packet === '3')
  assert.equal(answers.length, 20_000)
})

test('a frame in thousands of fragments is bounded like any other', async () => {
  await using gate = await openTestGateway()
  const first = clientFrame(Buffer.from('2'), false)
  first[0] = 0x01
  const more = clientFrame(Buffer.from('x'), false)
  more[0] = 0x00
  await sendAttack(gate, Buffer.concat([first, ...Array.from({ length: 70_000 }, () => more)]))
  await gate.waitFor(() => gate.closings.length > 0)
  assert.deepEqual(gate.closings, ['hostile: MALFORMED_FRAME'])
})

/** What follows a good handshake, as bytes of the websocket protocol. */
const rawBytes = {
  'an unmasked frame': '810132',
  'a reserved opcode': '838000000000',
  'a reserved bit, as of compression': 'c18100000000b2',
  'text that is not UTF-8': '818200000000c328',
  'a control frame that is too long': `89fe007e00000000${'00'.repeat(126)}`,
  'a ping in fragments': '098000000000',
  'a continuation of nothing': '808000000000',
  'a length of 2^63': '81ff800000000000000000000000',
  'a length beyond every limit': '81ff0000010000000000',
  'a close frame of one byte': '88810000000000',
  'a half frame and a hang-up': '8185',
}
for (const [what, hex] of Object.entries(rawBytes))
  test(`${what} ends the connection and no other`, async () => {
    await using gate = await openTestGateway()
    const neighbour = await gate.connectReady('neighbour')
    const stream = connect(gate.port!, '127.0.0.1')
    stream.write(handshakeRequest('raw'))
    await gate.waitFor(() => gate.sockets.has('raw'))
    stream.end(Buffer.from(hex, 'hex'))
    await stream.toArray()
    await gate.waitFor(() => gate.closings.length > 0)
    assert.match(gate.closings[0]!, /^raw: (MALFORMED_FRAME|CONNECTION_LOST)$/)
    gate.rooms.broadcast('chat', 'CHAT', {})
    assert.deepEqual(await neighbour.read(1), ['42["CHAT",{}]'])
  })

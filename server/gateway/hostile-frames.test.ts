import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'

import { openGate } from '../testing/gate.ts'

const seeds = [
  '2',
  '2probe',
  '3',
  '40',
  '40/chat',
  '42["hello",{"a":"안녕"}]',
  '4217["hello"]',
  '431["ok"]',
  '451-["a",{"_placeholder":true,"num":0}]',
  '5',
]

/** Numbers that look random and are the same in every run (mulberry32). */
function chance(seed: number) {
  return (below: number) => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

function mutated(pick: (below: number) => number): Buffer {
  const bytes = [...Buffer.from(seeds[pick(seeds.length)]!)]
  for (let change = pick(3); change >= 0; change--) {
    const at = pick(bytes.length + 1)
    const kind = pick(4)
    if (kind === 0) bytes.splice(at, 1)
    else if (kind === 1) bytes.splice(at, 0, pick(256))
    else if (kind === 2) bytes.splice(at, 1, pick(256))
    else bytes.push(...bytes.slice(at))
  }
  return Buffer.from(bytes)
}

for (const binary of [false, true])
  test(`300 mutated ${binary ? 'binary' : 'text'} frames harm nobody but their senders`, async () => {
    await using gate = await openGate()
    const neighbour = await gate.enter('neighbour')
    const pick = chance(42)
    let ended = 0
    for (let n = 0; n < 300; n++) {
      const hostile = await gate.enter('hostile')
      hostile.socket.send(mutated(pick), { binary })
      hostile.socket.send('41', { binary: false })
      await hostile.hearTheEnd()
      if (gate.closings.at(-1) === 'hostile: malformed frame') ended++
      gate.rooms.tell('chat', 'CHAT', { n })
      assert.deepEqual(await neighbour.hear(1), [`42["CHAT",{"n":${n}}]`])
    }
    assert.ok(ended > 100, `only ${ended} were noticed`)
    assert.deepEqual(gate.faults, [])
    assert.equal(gate.rooms.listeners('chat'), 1)
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
    await using gate = await openGate()
    const neighbour = await gate.enter('neighbour')
    const stream = connect(gate.port!, '127.0.0.1')
    stream.write(
      'GET /socket.io/?auth=raw&EIO=3&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await gate.until(() => gate.sockets.has('raw'))
    stream.end(Buffer.from(hex, 'hex'))
    await stream.toArray()
    await gate.until(() => gate.closings.length > 0)
    assert.match(gate.closings[0]!, /^raw: (malformed frame|client went away)$/)
    gate.rooms.tell('chat', 'CHAT', {})
    assert.deepEqual(await neighbour.hear(1), ['42["CHAT",{}]'])
  })

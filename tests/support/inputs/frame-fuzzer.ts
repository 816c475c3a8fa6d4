import type { SeededRandom } from '../seeded-random.ts'

const packets = [
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

/** A valid packet with random changes. */
export function fuzzFrame(random: SeededRandom): Buffer {
  return mutate(Buffer.from(random.pick(packets)), random)
}

/** WebSocket frames with random changes, in their headers too. */
export function fuzzFrameBytes(random: SeededRandom): Buffer {
  const frames = Array.from({ length: 1 + random.below(3) }, () => clientFrame(fuzzFrame(random), random.chance(0.5)))
  return mutate(Buffer.concat(frames), random)
}

/** A valid body of a polling POST with random changes. */
export function fuzzPollingBody(random: SeededRandom): { body: Buffer; type: string } {
  const chosenPackets = Array.from({ length: 1 + random.below(3) }, () => Buffer.from(random.pick(packets)))
  if (random.chance(0.5)) {
    const text = chosenPackets.map((packet) => `${packet.toString().length}:${packet.toString()}`).join('')
    return { body: mutate(Buffer.from(text), random), type: 'text/plain' }
  }
  const bytes = chosenPackets.flatMap((packet) => [
    Buffer.from([0, ...Array.from(String(packet.length), Number), 0xff]),
    packet,
  ])
  return { body: mutate(Buffer.concat(bytes), random), type: 'application/octet-stream' }
}

function mutate(valid: Buffer, random: SeededRandom): Buffer {
  const bytes = [...valid]
  for (let remaining = random.below(3); remaining >= 0; remaining--) {
    const at = random.below(bytes.length + 1)
    const kind = random.below(4)
    if (kind === 0) bytes.splice(at, 1)
    else if (kind === 1) bytes.splice(at, 0, random.below(256))
    else if (kind === 2) bytes.splice(at, 1, random.below(256))
    else bytes.push(...bytes.slice(at))
  }
  return Buffer.from(bytes)
}

/** A client frame of less than 64 KiB, masked with zeroes. */
export function clientFrame(data: Buffer, isBinary: boolean): Buffer {
  const length = data.length < 126 ? [0x80 | data.length] : [0x80 | 126, data.length >> 8, data.length & 255]
  return Buffer.concat([Buffer.from([isBinary ? 0x82 : 0x81, ...length, 0, 0, 0, 0]), data])
}

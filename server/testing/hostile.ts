import type { Dice } from './seeded.ts'

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

/** A packet that was good until it was changed here and there. */
export function mutatedFrame(dice: Dice): Buffer {
  return mutated(Buffer.from(dice.pick(packets)), dice)
}

/** Frames of the websocket protocol, changed without regard for their headers. */
export function mutatedBytes(dice: Dice): Buffer {
  const frames = Array.from({ length: 1 + dice.below(3) }, () => framed(mutatedFrame(dice), dice.chance(0.5)))
  return mutated(Buffer.concat(frames), dice)
}

/** The body of a post that was good until it was changed here and there. */
export function mutatedBody(dice: Dice): { body: Buffer; type: string } {
  const said = Array.from({ length: 1 + dice.below(3) }, () => Buffer.from(dice.pick(packets)))
  if (dice.chance(0.5)) {
    const text = said.map((packet) => `${packet.toString().length}:${packet.toString()}`).join('')
    return { body: mutated(Buffer.from(text), dice), type: 'text/plain' }
  }
  const bytes = said.flatMap((packet) => [Buffer.from([0, ...Array.from(String(packet.length), Number), 0xff]), packet])
  return { body: mutated(Buffer.concat(bytes), dice), type: 'application/octet-stream' }
}

function mutated(good: Buffer, dice: Dice): Buffer {
  const bytes = [...good]
  for (let change = dice.below(3); change >= 0; change--) {
    const at = dice.below(bytes.length + 1)
    const kind = dice.below(4)
    if (kind === 0) bytes.splice(at, 1)
    else if (kind === 1) bytes.splice(at, 0, dice.below(256))
    else if (kind === 2) bytes.splice(at, 1, dice.below(256))
    else bytes.push(...bytes.slice(at))
  }
  return Buffer.from(bytes)
}

/** One frame of less than 64 KiB as a client sends it, masked with zeroes. */
export function framed(data: Buffer, isBinary: boolean): Buffer {
  const length = data.length < 126 ? [0x80 | data.length] : [0x80 | 126, data.length >> 8, data.length & 255]
  return Buffer.concat([Buffer.from([isBinary ? 0x82 : 0x81, ...length, 0, 0, 0, 0]), data])
}

import type { SeededRandom } from '../seeded-random.ts'

const handshakeBytes = 1 + 1_536 * 2

/** The bytes with a few changes: flipped bits, numbers at their limits, parts that are missing or twice there. */
export function mutateBytes(bytes: Buffer, dice: SeededRandom): Buffer {
  let out = Buffer.from(bytes)
  for (let changes = 1 + dice.below(4); changes > 0; changes--) {
    const at = dice.below(out.length)
    switch (dice.below(6)) {
      case 0:
        out.writeUInt8((out.readUInt8(at) ^ (1 << dice.below(8))) & 255, at)
        break
      case 1:
        out.writeUInt8(dice.pick([0, 1, 127, 128, 254, 255]), at)
        break
      case 2:
        out = out.subarray(0, Math.max(1, at))
        break
      case 3:
        out = Buffer.concat([out.subarray(0, at), out.subarray(Math.max(0, at - dice.below(200)))])
        break
      case 4:
        if (at + 8 <= out.length) out.writeDoubleBE(dice.pick([NaN, Infinity, -1, -0, 1e300, 2 ** 53, 5e-324]), at)
        break
      default:
        if (at + 4 <= out.length) out.writeUInt32BE(dice.pick([0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 65_536]), at)
    }
    if (out.length === 0) return Buffer.from([0])
  }
  return out
}

/** A session of RTMP with a few changes, mostly after its handshake, in pieces of random lengths. */
export function mutateRtmpSession(session: Buffer, dice: SeededRandom): Buffer[] {
  const [handshake, messages] = [session.subarray(0, handshakeBytes), session.subarray(handshakeBytes)]
  const bytes = dice.chance(0.1) ? mutateBytes(session, dice) : Buffer.concat([handshake, mutateBytes(messages, dice)])
  const cuts = Array.from({ length: dice.below(4) }, () => dice.below(bytes.length)).toSorted((a, b) => a - b)
  return [0, ...cuts].map((cut, index) => bytes.subarray(cut, cuts[index] ?? bytes.length))
}

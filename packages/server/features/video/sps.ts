import { PacketError } from './packet.ts'

/** Profiles with chroma format and scaling lists. ITU-T H.264, 7.3.2.1.1. */
const highProfiles = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138])

/** The size of the picture, from a sequence parameter set (ITU-T H.264, 7.3.2.1.1). Throws `PacketError`. */
export function parseSps(sps: Buffer): { width: number; height: number } {
  const bits = new BitReader(withoutEmulation(sps))
  const profile = bits.read(8)
  bits.read(16)
  bits.unsigned()
  const chroma = highProfiles.has(profile) ? readChroma(bits) : 1
  bits.unsigned()
  skipPictureOrder(bits)
  bits.unsigned()
  bits.read(1)
  const widthBlocks = bits.unsigned() + 1
  const heightUnits = bits.unsigned() + 1
  const fieldsPerUnit = 2 - bits.read(1)
  if (fieldsPerUnit === 2) bits.read(1)
  bits.read(1)
  const hasCrop = bits.read(1) === 1
  const [left, right, top, bottom] = hasCrop
    ? [bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()]
    : [0, 0, 0, 0]
  const unitX = chroma === 0 || chroma === 3 ? 1 : 2
  const unitY = (chroma === 1 ? 2 : 1) * fieldsPerUnit
  return {
    width: widthBlocks * 16 - (left + right) * unitX,
    height: heightUnits * 16 * fieldsPerUnit - (top + bottom) * unitY,
  }
}

/** Reads up to the scaling lists. Returns `chroma_format_idc`. */
function readChroma(bits: BitReader): number {
  const chroma = bits.unsigned()
  if (chroma === 3) bits.read(1)
  bits.unsigned()
  bits.unsigned()
  bits.read(1)
  if (bits.read(1) === 0) return chroma
  for (let list = 0; list < (chroma === 3 ? 12 : 8); list++)
    if (bits.read(1) === 1) skipScalingList(bits, list < 6 ? 16 : 64)
  return chroma
}

function skipScalingList(bits: BitReader, size: number) {
  let [last, next] = [8, 8]
  for (let index = 0; index < size; index++) {
    if (next !== 0) next = (last + bits.signed() + 256) % 256
    if (next !== 0) last = next
  }
}

function skipPictureOrder(bits: BitReader) {
  const type = bits.unsigned()
  if (type === 0) bits.unsigned()
  if (type !== 1) return
  bits.read(1)
  bits.signed()
  bits.signed()
  const count = bits.unsigned()
  if (count > 255) throw new PacketError('INVALID_CONFIGURATION', 'picture order')
  for (let index = 0; index < count; index++) bits.signed()
}

/** The payload after the header byte, without the bytes that prevent start codes (7.4.1). */
function withoutEmulation(sps: Buffer): number[] {
  const out: number[] = []
  let zeros = 0
  for (const byte of sps.subarray(1)) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    zeros = byte === 0 ? zeros + 1 : 0
    out.push(byte)
  }
  return out
}

class BitReader {
  readonly #bytes: readonly number[]
  #at = 0

  constructor(bytes: readonly number[]) {
    this.#bytes = bytes
  }

  read(count: number): number {
    let value = 0
    for (let left = count; left > 0; left--) {
      const byte = this.#bytes[this.#at >> 3]
      if (byte === undefined) throw new PacketError('INVALID_CONFIGURATION', 'SPS end')
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1)
      this.#at++
    }
    return value
  }

  /** An Exp-Golomb code (9.1). */
  unsigned(): number {
    let zeros = 0
    while (this.read(1) === 0) if (++zeros > 31) throw new PacketError('INVALID_CONFIGURATION', 'SPS code')
    return 2 ** zeros - 1 + this.read(zeros)
  }

  signed(): number {
    const code = this.unsigned()
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2
  }
}

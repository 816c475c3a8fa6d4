/*
 * Boxes of ISO/IEC 14496-12: four bytes of size, four of type, and the content.
 */

export function box(type: string, ...parts: Uint8Array[]): Buffer {
  const size = parts.reduce((sum, { length }) => sum + length, 8)
  const out = Buffer.allocUnsafe(size)
  out.writeUInt32BE(size, 0)
  out.write(type, 4, 'latin1')
  let at = 8
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

export function fullBox(type: string, version: number, flags: number, ...parts: Uint8Array[]): Buffer {
  return box(type, u32((version << 24) | flags), ...parts)
}

export function u32(...values: number[]): Buffer {
  const out = Buffer.allocUnsafe(values.length * 4)
  for (const [index, value] of values.entries()) out.writeUInt32BE(value >>> 0, index * 4)
  return out
}

export function u16(...values: number[]): Buffer {
  const out = Buffer.allocUnsafe(values.length * 2)
  for (const [index, value] of values.entries()) out.writeUInt16BE(value & 0xffff, index * 2)
  return out
}

export function zeros(count: number): Buffer {
  return Buffer.alloc(count)
}

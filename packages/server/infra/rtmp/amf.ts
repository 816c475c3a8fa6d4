import { ProtocolError } from './protocol-error.ts'

/*
 * Action Message Format 0: the values of RTMP's commands.
 */

const maxDepth = 8
const maxValues = 256

export function writeAmf(value: unknown): Buffer {
  if (value === null || value === undefined) return Buffer.from([5])
  if (typeof value === 'number') {
    const out = Buffer.alloc(9)
    out.writeDoubleBE(value, 1)
    return out
  }
  if (typeof value === 'string') return Buffer.concat([Buffer.from([2]), shortText(value)])
  const properties = Object.entries(value).flatMap(([key, item]) => [shortText(key), writeAmf(item)])
  return Buffer.concat([Buffer.from([3]), ...properties, Buffer.from([0, 0, 9])])
}

function shortText(text: string): Buffer {
  const bytes = Buffer.from(text)
  const size = Buffer.alloc(2)
  size.writeUInt16BE(bytes.length)
  return Buffer.concat([size, bytes])
}

/** Reads all values. Throws `ProtocolError` on types that no encoder sends, and on too many values. */
export function readAmf(bytes: Buffer): unknown[] {
  const reader = new AmfReader(bytes)
  const values: unknown[] = []
  while (!reader.isAtEnd) values.push(reader.read())
  return values
}

class AmfReader {
  readonly #bytes: Buffer
  #at = 0
  #count = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  read(depth = 0): unknown {
    if (depth > maxDepth || ++this.#count > maxValues) throw new ProtocolError('AMF size')
    const type = this.#take(1).readUInt8()
    switch (type) {
      case 0:
        return this.#take(8).readDoubleBE()
      case 1:
        return this.#take(1).readUInt8() !== 0
      case 2:
        return this.#text(this.#take(2).readUInt16BE())
      case 12:
        return this.#text(this.#take(4).readUInt32BE())
      case 5:
      case 6:
        return null
      case 3:
        return this.#object(depth)
      case 8:
        this.#take(4)
        return this.#object(depth)
      case 10:
        return this.#list(depth)
      default:
        throw new ProtocolError('AMF type')
    }
  }

  #object(depth: number): Record<string, unknown> {
    const properties = new Map<string, unknown>()
    for (;;) {
      const key = this.#text(this.#take(2).readUInt16BE())
      if (key === '' && this.#bytes[this.#at] === 9) break
      properties.set(key, this.read(depth + 1))
    }
    this.#take(1)
    return Object.fromEntries(properties)
  }

  #list(depth: number): unknown[] {
    const length = this.#take(4).readUInt32BE()
    if (length > maxValues) throw new ProtocolError('AMF size')
    return Array.from({ length }, () => this.read(depth + 1))
  }

  #text(length: number): string {
    return this.#take(length).toString('utf8')
  }

  #take(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new ProtocolError('AMF end')
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }
}

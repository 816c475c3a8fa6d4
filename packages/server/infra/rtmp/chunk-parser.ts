import { messageTypes } from './messages.ts'
import { ProtocolError } from './protocol-error.ts'

/*
 * The chunks of RTMP (Adobe's specification 1.0, 5.3): a message is cut into chunks, and those of several messages alternate.
 */

const maxMessageBytes = 4 * 1_048_576
/** Commands and settings are short. */
const maxControlBytes = 16 * 1_024
const maxChunkBytes = 1_048_576
const maxChunkStreams = 16
const maxBuffers = 256
const headerBytes = [11, 7, 3, 0] as const
const extended = 0xffffff

export type Message = { type: number; stream: number; time: number; body: Buffer }

type ChunkStream = {
  time: number
  delta: number
  length: number
  type: number
  stream: number
  hasExtended: boolean
  parts: Buffer[]
  got: number
}
/** The head of a chunk that has arrived. `bytes`: its length. */
type Head = {
  id: number
  format: number
  bytes: number
  time: number
  length: number
  type: number
  stream: number
  hasExtended: boolean
}

/** Reads the messages of a connection. Nothing is consumed before a whole chunk is there. */
export class ChunkParser {
  readonly #input: ByteQueue
  readonly #streams = new Map<number, ChunkStream>()
  readonly #maxMediaBytes: number
  #chunkBytes = 128

  /** `takesMedia`: whether the other side may send audio and video, which are longer than commands. */
  constructor(input: ByteQueue, { takesMedia }: { takesMedia: boolean }) {
    this.#input = input
    this.#maxMediaBytes = takesMedia ? maxMessageBytes : maxControlBytes
  }

  /** The next message, or null: more bytes are needed. */
  next(): Message | null {
    for (;;) {
      const head = this.#readHead()
      if (head === null) return null
      const known = this.#streams.get(head.id)
      const stream = known ?? emptyStream()
      const size = Math.min(this.#chunkBytes, head.length - stream.got)
      if (this.#input.length < head.bytes + size) return null
      this.#streams.set(head.id, stream)
      this.#input.take(head.bytes)
      begin(stream, head)
      if (size > 0) stream.parts.push(this.#input.take(size))
      stream.got += size
      if (stream.got < stream.length) continue
      const message = finish(stream)
      if (message.type !== messageTypes.setChunkSize) return message
      this.#setChunkSize(message.body)
    }
  }

  #setChunkSize(body: Buffer): void {
    if (body.length < 4) throw new ProtocolError('chunk size')
    const size = body.readUInt32BE() & 0x7fffffff
    if (size < 64 || size > maxChunkBytes) throw new ProtocolError('chunk size')
    this.#chunkBytes = size
  }

  #readHead(): Head | null {
    const bytes = this.#input.peek(18)
    const [first] = bytes
    if (first === undefined) return null
    const format = (first >> 6) as 0 | 1 | 2 | 3
    const idBytes = (first & 63) === 0 ? 2 : (first & 63) === 1 ? 3 : 1
    const timeAt = idBytes
    const end = timeAt + headerBytes[format]
    if (bytes.length < end) return null
    const id = idBytes === 1 ? first & 63 : 64 + bytes.readUIntLE(1, idBytes - 1)
    const known = this.#streams.get(id)
    if (known === undefined && (format !== 0 || this.#streams.size >= maxChunkStreams))
      throw new ProtocolError('chunk stream')
    const { length, type, stream, got } = known ?? emptyStream()
    if (got > 0 && format < 2) throw new ProtocolError('header inside a message')
    const time = format < 3 ? bytes.readUIntBE(timeAt, 3) : 0
    const hasExtended = format < 3 ? time === extended : (known?.hasExtended ?? false)
    if (hasExtended && bytes.length < end + 4) return null
    const head: Head = {
      id,
      format,
      bytes: end + (hasExtended ? 4 : 0),
      time: hasExtended ? bytes.readUInt32BE(end) : time,
      length: format < 2 ? bytes.readUIntBE(timeAt + 3, 3) : length,
      type: format < 2 ? bytes.readUInt8(timeAt + 6) : type,
      stream: format === 0 ? bytes.readUInt32LE(timeAt + 7) : stream,
      hasExtended,
    }
    this.#requireLength(head)
    return head
  }

  #requireLength({ length, type }: Head): void {
    const isMedia = type === messageTypes.audio || type === messageTypes.video
    if (length > (isMedia ? this.#maxMediaBytes : maxControlBytes)) throw new ProtocolError('message length')
  }
}

function emptyStream(): ChunkStream {
  return { time: 0, delta: 0, length: 0, type: 0, stream: 0, hasExtended: false, parts: [], got: 0 }
}

/** The head of a chunk changes its stream. A time is absolute in format 0, and added to the one before in the others. */
function begin(target: ChunkStream, { format, time, length, type, stream, hasExtended }: Head): void {
  if (target.got === 0) {
    if (format === 0) target.time = time
    if (format === 0) target.delta = 0
    else if (format < 3) target.delta = time
    if (format !== 0) target.time = (target.time + target.delta) >>> 0
  }
  Object.assign(target, { length, type, stream, hasExtended })
}

function finish(stream: ChunkStream): Message {
  const { type, time, parts } = stream
  const [only] = parts
  const body = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
  stream.parts = []
  stream.got = 0
  return { type, stream: stream.stream, time, body }
}

/** The bytes of a connection that are not consumed yet. */
export class ByteQueue {
  #buffers: Buffer[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  push(bytes: Buffer): void {
    // Bytes that arrive one by one would take a hundred times their size.
    if (this.#buffers.length >= maxBuffers) this.#buffers = [Buffer.concat(this.#buffers)]
    this.#buffers.push(bytes)
    this.#length += bytes.length
  }

  /** The first bytes, or as many as there are. */
  peek(size: number): Buffer {
    let [first] = this.#buffers
    if (first === undefined) return Buffer.alloc(0)
    if (first.length < size && this.#buffers.length > 1) {
      first = Buffer.concat(this.#buffers)
      this.#buffers = [first]
    }
    return first.subarray(0, size)
  }

  /** Removes the first bytes, which must be there. */
  take(size: number): Buffer {
    const taken = this.peek(size)
    const [first] = this.#buffers
    if (first === undefined || taken.length < size) throw new Error('bytes are missing')
    if (first.length === size) this.#buffers.shift()
    else this.#buffers[0] = first.subarray(size)
    this.#length -= size
    return taken
  }
}

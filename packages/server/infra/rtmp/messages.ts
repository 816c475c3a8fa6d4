import { writeAmf } from './amf.ts'

/** The types of messages that a publisher and a server send each other. */
export const messageTypes = {
  setChunkSize: 1,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  amf3Command: 17,
  data: 18,
  command: 20,
} as const

/** The size of the chunks that are written after it was announced. The messages of the server are shorter. */
export const ownChunkBytes = 4_096
export const ackWindowBytes = 2_500_000

/** A message in a single chunk. */
export function encodeMessage(chunkStream: number, type: number, stream: number, body: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head[0] = chunkStream
  head.writeUIntBE(body.length, 4, 3)
  head[7] = type
  head.writeUInt32LE(stream, 8)
  return Buffer.concat([head, body])
}

/** A message of any length in chunks of `ownChunkBytes`. `time`: milliseconds, which wrap after 32 bits. */
export function encodeMedia(chunkStream: number, type: number, stream: number, time: number, body: Buffer): Buffer {
  const isExtended = time >= 0xffffff
  const head = encodeMessage(chunkStream, type, stream, Buffer.alloc(0))
  head.writeUIntBE(isExtended ? 0xffffff : time, 1, 3)
  head.writeUIntBE(body.length, 4, 3)
  // The chunks that follow repeat a time that does not fit into 24 bits (Adobe's specification 1.0, 5.3.1.3).
  const extension = isExtended ? encodeNumber(time) : Buffer.alloc(0)
  const parts = [head, extension, body.subarray(0, ownChunkBytes)]
  for (let at = ownChunkBytes; at < body.length; at += ownChunkBytes)
    parts.push(Buffer.from([0xc0 | chunkStream]), extension, body.subarray(at, at + ownChunkBytes))
  return Buffer.concat(parts)
}

export function encodeCommand(stream: number, ...values: unknown[]): Buffer {
  return encodeMessage(3, messageTypes.command, stream, Buffer.concat(values.map(writeAmf)))
}

export function encodeNumber(value: number): Buffer {
  const out = Buffer.alloc(4)
  out.writeUInt32BE(value >>> 0)
  return out
}

/** The settings of a connection, and the answer to `connect`. */
export function encodeConnected(transaction: unknown): Buffer {
  const bandwidth = Buffer.concat([encodeNumber(ackWindowBytes), Buffer.from([2])])
  return Buffer.concat([
    encodeMessage(2, messageTypes.windowSize, 0, encodeNumber(ackWindowBytes)),
    encodeMessage(2, messageTypes.peerBandwidth, 0, bandwidth),
    encodeMessage(2, messageTypes.setChunkSize, 0, encodeNumber(ownChunkBytes)),
    encodeCommand(
      0,
      '_result',
      transaction,
      { fmsVer: 'FMS/3,0,1,123', capabilities: 31 },
      { level: 'status', code: 'NetConnection.Connect.Success', description: 'connected', objectEncoding: 0 },
    ),
  ])
}

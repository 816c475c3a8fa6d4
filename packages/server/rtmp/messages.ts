import { writeAmf } from './amf.ts'

/** The types of messages that a publisher and a server send each other. */
export const messageTypes = {
  setChunkSize: 1,
  acknowledgement: 3,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  amf3Command: 17,
  data: 18,
  command: 20,
} as const

/** The size of the chunks that this server writes after it has announced it. Its messages are shorter. */
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

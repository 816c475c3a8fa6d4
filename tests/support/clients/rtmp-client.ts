import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { encodeCommand, encodeMessage, messageTypes } from '@onair/server/infra/rtmp/messages.ts'
import { aacConfig, avcC, frameOf } from './video-upload.ts'

/** A message of several chunks of 128 bytes, as clients send it before they set a chunk size. */
function inChunks(message: Buffer): Buffer {
  const [head, body] = [message.subarray(0, 12), message.subarray(12)]
  const parts: Buffer[] = [head]
  for (let at = 0; at < body.length; at += 128) {
    if (at > 0) parts.push(Buffer.from([0xc0 | (message.readUInt8() & 63)]))
    parts.push(body.subarray(at, at + 128))
  }
  return Buffer.concat(parts)
}

function tagMessage(type: number, at: number, tag: Buffer): Buffer {
  const message = encodeMessage(type === messageTypes.audio ? 4 : 6, type, 1, tag)
  message.writeUIntBE(at, 1, 3)
  return inChunks(message)
}

/** The bytes of a publisher: the handshake, its commands, and so many seconds of frames. */
export function rtmpSession(streamKey: string, seconds = 2): Buffer {
  const media: Buffer[] = [
    tagMessage(messageTypes.video, 0, Buffer.concat([Buffer.from([0x17, 0, 0, 0, 0]), avcC])),
    tagMessage(messageTypes.audio, 0, Buffer.concat([Buffer.from([0xaf, 0]), aacConfig])),
  ]
  for (let frame = 0; frame < seconds * 25; frame++) {
    const isKey = frame % 25 === 0
    const head = Buffer.from([isKey ? 0x17 : 0x27, 1, 0, 0, 0])
    media.push(tagMessage(messageTypes.video, frame * 40, Buffer.concat([head, frameOf(isKey)])))
    media.push(tagMessage(messageTypes.audio, frame * 40, Buffer.concat([Buffer.from([0xaf, 1]), Buffer.alloc(60, 3)])))
  }
  return Buffer.concat([
    Buffer.from([3]),
    Buffer.alloc(1_536 * 2),
    inChunks(encodeCommand(0, 'connect', 1, { app: 'live', type: 'nonprivate', tcUrl: 'rtmp://127.0.0.1/live' })),
    inChunks(encodeCommand(0, 'createStream', 2, null)),
    inChunks(encodeCommand(1, 'publish', 3, null, streamKey, 'live')),
    ...media,
  ])
}

/** Sends bytes in pieces, and resolves with what the server has sent when the connection is closed. */
export async function sendRtmp(port: number, pieces: readonly Buffer[], endsAfter = true): Promise<Buffer> {
  const socket: Socket = connect(port, '127.0.0.1')
  const received: Buffer[] = []
  socket.on('error', () => {})
  socket.on('data', (bytes: Buffer) => received.push(bytes))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  for (const piece of pieces)
    if (!socket.destroyed) await new Promise<void>((resolve) => socket.write(piece, () => resolve()))
  if (endsAfter) socket.end()
  await closed
  return Buffer.concat(received)
}

/** A connection that has sent its part of the handshake, has the server's, and then says nothing. */
export async function openRtmpConnection(port: number) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(30_000) })
  socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(1_536)]))
  await once(socket, 'data', { signal: AbortSignal.timeout(30_000) })
  return { socket: socket.resume(), closed }
}

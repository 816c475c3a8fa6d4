import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ClientPacket, malformed, parseBinaryPayload, parseTextPayload } from './packets.ts'
import { type Frame, packetOf } from './frames.ts'

/** The error bodies of Engine.IO. */
export const engineErrors = {
  transportUnknown: { code: 0, message: 'Transport unknown' },
  sidUnknown: { code: 1, message: 'Session ID unknown' },
  badMethod: { code: 2, message: 'Bad handshake method' },
  badRequest: { code: 3, message: 'Bad request' },
  tooLarge: { code: 3, message: 'Body is larger than 64 KiB' },
  stopping: { code: 3, message: 'Server is stopping' },
  tooManyPending: { code: 3, message: 'Too many connections wait for admission' },
}
export type EngineError = (typeof engineErrors)[keyof typeof engineErrors]

/** Pages of any origin may poll: no cookie is read. The first poll needs the ticket, later ones the `sid`. Gap 82. */
export function setPollHeaders({ headers: { origin } }: IncomingMessage, response: ServerResponse) {
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-content-type-options', 'nosniff')
  if (origin === undefined) return
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('vary', 'Origin')
}

export function sendPreflight(response: ServerResponse) {
  response
    .writeHead(204, {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Content-Type',
      'access-control-max-age': '600',
    })
    .end()
}

export function sendError(response: ServerResponse, status: number, error: EngineError) {
  if (response.writableEnded || response.destroyed) return
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(error))
}

/** The type is not `text/plain`, because old browsers offer to save that as a file. */
export function sendOk(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': 2 }).end('ok')
}

/** Reads a request body and parses its packets. */
export async function readPackets(
  request: IncomingMessage,
  isForm: boolean,
  limitBytes: number,
): Promise<{ packets: ClientPacket[]; bytes: number } | 'too large' | 'aborted'> {
  const body = await readBody(request, limitBytes)
  if (typeof body === 'string') return body
  const isBinary = /^application\/octet-stream\b/i.test(request.headers['content-type'] ?? '')
  return { packets: isBinary ? parseBinaryPayload(body) : parseText(body, isForm), bytes: body.length }
}

function parseText(body: Buffer, isForm: boolean): ClientPacket[] {
  const text = isForm ? decodeForm(body.toString()) : body.toString()
  return text === null ? [malformed] : parseTextPayload(text)
}

async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | 'too large' | 'aborted'> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > limitBytes) return 'too large'
      chunks.push(chunk)
    }
  } catch {
    return 'aborted'
  }
  return Buffer.concat(chunks)
}

/** The format of a poll's response: binary, text, or a call of a function of the page (JSONP). */
export type PayloadFormat = 'binary' | 'text' | { callback: string }

export function payloadFormatOf(query: URLSearchParams): PayloadFormat {
  const callback = query.get('j')
  if (callback !== null) return { callback: callback.replaceAll(/\D/g, '') }
  return query.get('b64') ? 'text' : 'binary'
}

/** Encodes several packets as one body. */
export function encodePayload(frames: Frame[], format: PayloadFormat): { contentType: string; body: Buffer } {
  const packets = frames.map(packetOf)
  if (format === 'binary')
    return {
      contentType: 'application/octet-stream',
      body: Buffer.concat(packets.flatMap((packet) => [binaryHeader(packet.length), packet])),
    }
  const text = packets.map((packet) => `${packet.length}:${packet.toString('latin1')}`).join('')
  return format === 'text'
    ? { contentType: 'text/plain; charset=UTF-8', body: Buffer.from(text) }
    : {
        contentType: 'text/javascript; charset=UTF-8',
        body: Buffer.from(`___eio[${format.callback}](${JSON.stringify(text)});`),
      }
}

/** `00 <length in digits> ff` */
function binaryHeader(length: number): Buffer {
  return Buffer.from([0, ...Array.from(String(length), Number), 0xff])
}

/**
 * Decodes the field `d` of a JSONP form: `\n` is a line break, and `\\n` a literal `\n`. Null
 * without the field.
 */
function decodeForm(form: string): string | null {
  const text = new URLSearchParams(form).get('d')
  return text?.replaceAll(/(\\)?\\n/g, (match, escaped) => (escaped ? match : '\n')).replaceAll('\\\\n', '\\n') ?? null
}

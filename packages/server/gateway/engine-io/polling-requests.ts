import type { IncomingMessage, ServerResponse } from 'node:http'

import { type ClientPacket, malformed, parseBinaryPayload, parseTextPayload } from './packets.ts'
import { decodeForm } from './polling-payload.ts'

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

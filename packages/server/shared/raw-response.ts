import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** How long a client may take to read the error. */
const closeTimeoutMs = 1_000

/**
 * Answers on the bare stream of a request with the envelope of an error, and closes the stream, also if the client does
 * not read.
 */
export function endWithError(stream: Duplex, status: number, message: string, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ code: status, message })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  stream.on('error', () => stream.destroy())
  stream.once('finish', () => stream.destroy())
  const timeout = setTimeout(() => stream.destroy(), closeTimeoutMs).unref()
  stream.once('close', () => clearTimeout(timeout))
  stream.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

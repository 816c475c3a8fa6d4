import { createHmac } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import { portOf } from './port.ts'

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; raw: string[]; body: Buffer }
type Reply = (response: ServerResponse, received: Received) => void

/** A webhook receiver that remembers what it gets, and answers as it is told: 200 to begin with. */
export async function openReceiver(tls?: { cert: string; key: string }) {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const bell = new EventEmitter()
  let seen = 0
  let reply: Reply = accept

  const server = tls ? createHttpsServer(tls) : createServer()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  })
  server.on('tlsClientError', () => {})
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers, rawHeaders: raw } = request
      const one = { method, path, headers, raw, body: Buffer.concat(chunks) }
      received.push(one)
      reply(response, one)
      bell.emit('received')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')

  return {
    url: tls ? `https://localhost:${portOf(server)}/hook` : `http://127.0.0.1:${portOf(server)}/hook`,
    received,
    /** The answer to everything from now on: a status, or an act; null is silence. */
    answer(how: number | Reply | null) {
      if (how === null) reply = () => {}
      else reply = typeof how === 'number' ? (response) => void response.writeHead(how).end() : how
    },
    /** The next request that was not asked for yet. */
    async next(): Promise<Received> {
      while (received.length <= seen) await once(bell, 'received')
      seen += 1
      return received[seen - 1] as Received
    },
    /** Waits until so many have come. */
    async count(atLeast: number) {
      while (received.length < atLeast) await once(bell, 'received')
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function accept(response: ServerResponse) {
  response.end()
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** Whether a notification is signed with this secret, as a receiver checks it that knows the specification alone. */
export function isSigned({ headers, body }: Received, secret: string, prefix = 'svc-'): boolean {
  const id = String(headers[`${prefix}event-message-id`])
  const timestamp = String(headers[`${prefix}event-message-timestamp`])
  const mac = createHmac('sha256', secret).update(Buffer.concat([Buffer.from(id + timestamp), body]))
  return headers[`${prefix}event-message-signature`] === `sha256=${mac.digest('hex')}`
}

import { createHmac } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import { portOf } from '../programs/port.ts'

export type ReceivedRequest = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: Buffer
}
type Reply = (response: ServerResponse, received: ReceivedRequest) => void

/** A webhook receiver that stores all requests, and responds with 200 until `replyWith` is called. */
export async function openWebhookReceiver(tls?: { cert: string; key: string }) {
  const received: ReceivedRequest[] = []
  const sockets = new Set<Socket>()
  const emitter = new EventEmitter()
  let readCount = 0
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
      const { method = '', url: path = '', headers, rawHeaders } = request
      const receivedRequest = { method, path, headers, rawHeaders, body: Buffer.concat(chunks) }
      received.push(receivedRequest)
      reply(response, receivedRequest)
      emitter.emit('received')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')

  /** Waits up to 30 s for a number of requests in total. */
  async function waitForCount(atLeast: number) {
    const signal = AbortSignal.timeout(30_000)
    while (received.length < atLeast) await once(emitter, 'received', { signal })
  }
  return {
    url: tls ? `https://localhost:${portOf(server)}/hook` : `http://127.0.0.1:${portOf(server)}/hook`,
    received,
    /** Sets the response to all further requests: a status, a function, or null for none. */
    replyWith(newReply: number | Reply | null) {
      if (newReply === null) reply = () => {}
      else reply = typeof newReply === 'number' ? (response) => void response.writeHead(newReply).end() : newReply
    },
    /** The next request that was not returned yet. */
    async next(): Promise<ReceivedRequest> {
      await waitForCount(readCount + 1)
      readCount += 1
      return received[readCount - 1] as ReceivedRequest
    },
    waitForCount,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function accept(response: ServerResponse) {
  response.end()
}

export type WebhookReceiver = Awaited<ReturnType<typeof openWebhookReceiver>>

/** Whether a request is signed with this secret. Follows the specification, without the server's code. */
export function hasValidSignature({ headers, body }: ReceivedRequest, secret: string, prefix = 'svc-'): boolean {
  const id = String(headers[`${prefix}event-message-id`])
  const timestamp = String(headers[`${prefix}event-message-timestamp`])
  const mac = createHmac('sha256', secret).update(Buffer.concat([Buffer.from(id + timestamp), body]))
  return headers[`${prefix}event-message-signature`] === `sha256=${mac.digest('hex')}`
}

import { createServer, request as sendRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { performance } from 'node:perf_hooks'
import { WebSocket, WebSocketServer } from 'ws'
import { PolledSessions } from './polled-sessions.ts'
import { readMessage, type SeenRequest } from './seen-request.ts'
import { maxSeen, type SeenSession, type Traffic } from './traffic.ts'

/** The sandbox. */
type Target = { baseUrl: string; socketUrl: string }

type Answer = (received: IncomingMessage, response: ServerResponse) => Promise<void>

const maxBodyBytes = 1_048_576

/**
 * Stands between the program and the sandbox, and sees each request as it was sent, secrets included. It changes nothing
 * but the session URL: faults are injected by the fault plan of the sandbox.
 */
export class Relay implements Traffic {
  readonly requests: SeenRequest[] = []
  readonly sessions: SeenSession[] = []
  readonly isRedacted = false
  readonly #target: URL
  readonly #socketTarget: URL
  readonly #server: Server
  readonly #sockets = new WebSocketServer({ noServer: true })
  readonly #startedAt = performance.now()
  readonly #polled = new PolledSessions({
    open: (urlId) => this.#openSession(urlId),
    onPacket: (packet, session) => this.#follow(packet, session),
  })

  private constructor({ baseUrl, socketUrl }: Target) {
    this.#target = new URL(baseUrl)
    this.#socketTarget = new URL(socketUrl)
    this.#server = createServer((request, response) => void this.#forward(request, response))
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
  }

  static async open(target: Target): Promise<Relay> {
    const relay = new Relay(target)
    await new Promise<void>((resolve) => relay.#server.listen(0, '127.0.0.1', resolve))
    return relay
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  now(): number {
    return performance.now() - this.#startedAt
  }

  async sync(): Promise<void> {}

  /** Its times are those of this process. */
  clockMoved(): void {}

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request).catch(() => null)
    if (body === null || body.length > maxBodyBytes) return void response.destroy()
    const isPoll = request.url?.startsWith('/socket.io/') === true
    const target = isPoll ? this.#socketTarget : this.#target
    const url = new URL(request.url ?? '/', target)
    const respond = isPoll
      ? this.#answererOfPoll(url)
      : this.#answererOfCall(this.#remember(request, url, body.toString()))
    const upstream = sendRequest(url, {
      // The agent of the process would ask the proxy of the environment.
      agent: false,
      method: request.method ?? 'GET',
      headers: { ...request.headers, host: target.host, connection: 'close', 'accept-encoding': 'identity' },
    })
    upstream.on('error', () => response.destroy())
    upstream.on('response', (received) => void respond(received, response))
    response.on('close', () => upstream.destroy())
    upstream.end(body)
  }

  #answererOfCall(seen: SeenRequest): Answer {
    return (received, response) => {
      const { headers } = received
      seen.traceId = String(headers['x-request-id'] ?? '') || null
      seen.isFault = headers['x-onair-fault'] !== undefined
      seen.quotaPerMinute = Number(headers['ratelimit-limit'] ?? NaN) || null
      seen.status = received.statusCode ?? 0
      return answer(received, response, (body) => {
        seen.message = readMessage(body.toString())
        if (!isSessionUrl(seen)) return body
        return body.toString().replace(/"https?:\/\/[^/?"]+(?=\/?\?auth=)/, `"${this.url}`)
      })
    }
  }

  #answererOfPoll({ searchParams: query }: URL): Answer {
    return (received, response) =>
      answer(received, response, (body) => {
        const { method = '' } = response.req
        const isBinary = received.headers['content-type']?.startsWith('application/octet-stream') === true
        this.#polled.onResponse({ method, query, status: received.statusCode ?? 0, isBinary, body })
        return body
      })
  }

  #remember(request: IncomingMessage, url: URL, body: string): SeenRequest {
    const seen: SeenRequest = {
      at: this.now(),
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body,
      status: 0,
      message: null,
      traceId: null,
      isFault: false,
      quotaPerMinute: null,
    }
    this.requests.push(seen)
    if (this.requests.length > maxSeen) this.requests.shift()
    return seen
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', this.#target)
    const upstream = new WebSocket(new URL(url.pathname + url.search, this.#socketTarget.href.replace(/^http/, 'ws')))
    this.#sockets.handleUpgrade(request, socket, head, (client) => {
      const session = this.#polled.find(url.searchParams) ?? this.#openSession(url.searchParams.get('auth') ?? '')
      this.#connect(session, client, upstream)
    })
  }

  #openSession(urlId: string): SeenSession {
    const session: SeenSession = {
      urlId,
      sessionKey: null,
      connectedAt: Infinity,
      revokedAt: -Infinity,
      subscribed: new Set(),
      isOpen: true,
    }
    this.sessions.push(session)
    if (this.sessions.length > maxSeen) this.sessions.shift()
    return session
  }

  #connect(session: SeenSession, client: WebSocket, upstream: WebSocket): void {
    const opened = new Promise<void>((resolve) => upstream.once('open', () => resolve()))
    const end = () => {
      session.isOpen = false
      client.close()
      upstream.close()
    }
    client.on(
      'message',
      (data, isBinary) => void opened.then(() => upstream.send(data as Buffer, { binary: isBinary })),
    )
    upstream.on('message', (data, isBinary) => {
      if (!isBinary) this.#follow((data as Buffer).toString(), session)
      client.send(data as Buffer, { binary: isBinary })
    })
    upstream.on('close', end).on('error', end)
    client.on('close', end).on('error', end)
  }

  #follow(frame: string, session: SeenSession): void {
    const message = readSystemMessage(frame)
    if (message === null) return
    const { type, data } = message
    if (type === 'connected') [session.sessionKey, session.connectedAt] = [data.sessionKey, this.now()]
    if (type === 'revoked') session.revokedAt = this.now()
    if (type === 'subscribed') session.subscribed.add(data.eventType)
    if (type === 'unsubscribed' || type === 'revoked') session.subscribed.delete(data.eventType)
  }
}

/** Passes a response on, with another body. A truncated response of a fault plan stays truncated. */
async function answer(
  received: IncomingMessage,
  response: ServerResponse,
  replace: (body: Buffer) => Buffer | string,
): Promise<void> {
  const {
    'content-length': _length,
    'transfer-encoding': _encoding,
    connection: _connection,
    ...headers
  } = received.headers
  const body = await buffer(received).catch(() => null)
  if (body === null) return void response.destroy()
  response.writeHead(received.statusCode ?? 0, headers).end(replace(body))
}

function isSessionUrl({ path, method }: SeenRequest): boolean {
  return method === 'GET' && path.startsWith('/open/v1/sessions/auth')
}

/** In the wire profile `observed`, the payload is a JSON string. */
function readSystemMessage(frame: string): Record<string, any> | null {
  if (!frame.startsWith('42["SYSTEM"')) return null
  const [, payload] = JSON.parse(frame.slice(2)) as [string, unknown]
  return (typeof payload === 'string' ? JSON.parse(payload) : payload) as Record<string, any>
}

import { createServer, request as sendRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { performance } from 'node:perf_hooks'
import { WebSocket, WebSocketServer } from 'ws'
import type { SeenRequest } from './seen-request.ts'

/** A session of the program, as the relay sees it. */
export type SeenSession = {
  /** The `auth` of its URL. */
  readonly auth: string
  /** From SYSTEM `connected`; null before. */
  sessionKey: string | null
  connectedAt: number
  /** `CHAT`, `DONATION`, `SUBSCRIPTION`. */
  readonly subscribed: Set<string>
  isOpen: boolean
  /** Sends a message of the platform to the program. */
  send(name: string, payload: object): void
}

export type SessionMessage = { name: string; payload: Record<string, any> }
/** Returns the messages that the program gets instead. */
export type ChangeMessage = (
  message: SessionMessage,
  session: SeenSession,
) => SessionMessage[] | Promise<SessionMessage[]>

/** The sandbox. */
type Target = { baseUrl: string; socketUrl: string }

/** Requests and sessions that are kept; older ones are forgotten. */
const maxSeen = 20_000
const maxBodyBytes = 1_048_576

/**
 * Stands between the program and the sandbox: it sees each request as it was sent, secrets included, and changes session
 * messages into ones that a later version of the platform may send.
 */
export class Relay implements AsyncDisposable {
  readonly requests: SeenRequest[] = []
  readonly sessions: SeenSession[] = []
  /** Changes the messages of sessions; null: none. */
  changeMessage: ChangeMessage | null = null
  readonly #target: URL
  readonly #socketTarget: URL
  readonly #server: Server
  readonly #sockets = new WebSocketServer({ noServer: true })
  readonly #startedAt = performance.now()

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

  /** Milliseconds since the start. */
  now(): number {
    return performance.now() - this.#startedAt
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request).catch(() => null)
    if (body === null || body.length > maxBodyBytes) return void response.destroy()
    const seen = this.#remember(request, body.toString())
    const upstream = sendRequest(new URL(request.url ?? '/', this.#target), {
      method: request.method ?? 'GET',
      headers: { ...request.headers, host: this.#target.host, connection: 'close', 'accept-encoding': 'identity' },
    })
    upstream.on('error', () => response.destroy())
    upstream.on('response', (received) => void this.#answer(seen, received, response))
    response.on('close', () => upstream.destroy())
    upstream.end(body)
  }

  async #answer(seen: SeenRequest, received: IncomingMessage, response: ServerResponse): Promise<void> {
    const {
      'content-length': _length,
      'transfer-encoding': _encoding,
      connection: _connection,
      ...headers
    } = received.headers
    seen.traceId = String(headers['x-request-id'] ?? '') || null
    seen.isFault = headers['x-onair-fault'] !== undefined
    seen.quotaPerMinute = Number(headers['ratelimit-limit'] ?? NaN) || null
    seen.status = received.statusCode ?? 0
    // A truncated response of a fault plan stays truncated.
    const body = await buffer(received).catch(() => null)
    if (body === null) return void response.destroy()
    const text = isSessionUrl(seen)
      ? body.toString().replace(/"https?:\/\/[^/?"]+(?=\/?\?auth=)/, `"${this.url}`)
      : body
    response.writeHead(seen.status, headers).end(text)
  }

  #remember(request: IncomingMessage, body: string): SeenRequest {
    const url = new URL(request.url ?? '/', this.#target)
    const seen: SeenRequest = {
      at: this.now(),
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body,
      status: 0,
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
      const session: SeenSession = {
        auth: url.searchParams.get('auth') ?? '',
        sessionKey: null,
        connectedAt: this.now(),
        subscribed: new Set(),
        isOpen: true,
        send: (name, payload) => client.send(encode({ name, payload }, false)),
      }
      this.sessions.push(session)
      if (this.sessions.length > maxSeen) this.sessions.shift()
      this.#connect(session, client, upstream)
    })
  }

  /** Keeps the order of messages, also while one of them is being changed. */
  #connect(session: SeenSession, client: WebSocket, upstream: WebSocket): void {
    const opened = new Promise<void>((resolve) => upstream.once('open', () => resolve()))
    const end = () => {
      session.isOpen = false
      client.close()
      upstream.close()
    }
    let sent = Promise.resolve()
    client.on(
      'message',
      (data, isBinary) => void opened.then(() => upstream.send(data as Buffer, { binary: isBinary })),
    )
    upstream.on('message', (data, isBinary) => {
      sent = sent.then(async () => {
        const frames = isBinary ? [data as Buffer] : await this.#change((data as Buffer).toString(), session)
        for (const frame of frames) client.send(frame, { binary: isBinary })
      })
    })
    upstream.on('close', () => void sent.then(end)).on('error', end)
    client.on('close', end).on('error', end)
  }

  async #change(frame: string, session: SeenSession): Promise<string[]> {
    const decoded = decode(frame)
    if (decoded === null) return [frame]
    const { message, isString } = decoded
    if (message.name === 'SYSTEM') follow(message.payload, session)
    if (this.changeMessage === null) return [frame]
    return (await this.changeMessage(message, session)).map((changed) => encode(changed, isString))
  }
}

function isSessionUrl({ path, method }: SeenRequest): boolean {
  return method === 'GET' && path.startsWith('/open/v1/sessions/auth')
}

function follow({ type, data }: Record<string, any>, session: SeenSession) {
  if (type === 'connected') session.sessionKey = data.sessionKey
  if (type === 'subscribed') session.subscribed.add(data.eventType)
  if (type === 'unsubscribed' || type === 'revoked') session.subscribed.delete(data.eventType)
}

/** In the wire profile `observed`, the payload is a JSON string. */
function decode(frame: string): { message: SessionMessage; isString: boolean } | null {
  if (!frame.startsWith('42[')) return null
  const [name, payload] = JSON.parse(frame.slice(2)) as [string, unknown]
  const isString = typeof payload === 'string'
  const value: unknown = isString ? parseOrNull(payload) : payload
  return typeof value === 'object' && value !== null
    ? { message: { name, payload: value as SessionMessage['payload'] }, isString }
    : null
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Escapes all but ASCII, as the platform does for clients 1.0. */
function encode({ name, payload }: SessionMessage, isString: boolean): string {
  const json = JSON.stringify([name, isString ? JSON.stringify(payload) : payload])
  return `42${json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}`
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import { WebSocketServer, type Server } from 'ws'
import { errors, disconnectCodes, type DisconnectCode } from '@onair/contract'

import type { RefusedConnection } from '../../hooks.ts'
import type { Clock } from '../../infra/clock.ts'
import type { ConnectionRefusal } from '../../infra/observability/metrics.ts'
import type { Random } from '../../infra/random.ts'
import { Deadlines } from '../../shared/deadlines.ts'
import type { Network } from '../../shared/networks/ip-prefix.ts'
import { NetworkSlots } from '../../shared/networks/network-slots.ts'
import { endWithError } from '../../shared/raw-response.ts'
import {
  Connection,
  type ClientSocket,
  type ConnectionHandler,
  type ConnectionHost,
  type ConnectionLog,
} from './connection.ts'
import { openPacket } from './packets.ts'
import { PendingTotal } from './slow-consumer.ts'
import { Polling, type Handshake } from './polling.ts'
import { engineErrors, type EngineError, sendError } from './polling-requests.ts'
import { ReceiveLimit } from './receive-limit.ts'
import type { OpenTransport, TransportOptions } from './transport.ts'
import { ClientWebSocket, WebsocketTransport } from './websocket-transport.ts'
import { WriteScheduler } from './write-scheduler.ts'
import type { TimeSlices } from '../time-slices.ts'

type UpgradeRequest = { request: IncomingMessage; stream: Duplex; head: Buffer }

function ignoreError(): void {}

/** A websocket handshake that was answered with an error. */
export type RefusedUpgrade = {
  request: IncomingMessage
  status: number
  message: string
  /** Further headers of the response. */
  headers: Record<string, string>
}

export type EngineIoOptions = {
  clock: Clock
  random: Random
  /** Redeems the ticket. Null when it is unknown, already redeemed or expired. */
  authenticate: (ticket: string) => Promise<ConnectionHandler | null>
  log: ConnectionLog
  onUpgradeRefused?: (refusal: RefusedUpgrade) => void
  /** A client was refused, by either transport. */
  onRefused?: (reason: ConnectionRefusal) => void
  /** Refuses a request of polling, or null. */
  refusePoll?: () => RefusedConnection | null
  /** Refuses a websocket handshake, or null. */
  refuseUpgrade?: () => RefusedConnection | null | Promise<RefusedConnection | null>
  /** Sends a client what was broadcast to it earlier and waits. Called before it gets an event of its own or is closed. */
  deliverWaiting?: (socket: ClientSocket) => void
  /** A client was authenticated whose transport is this socket, a websocket. */
  onAuthenticated?: (socket: Socket) => void
  /** The networks of the client, for the limit of pending connections. Without one it is not limited. */
  networksOf?: (request: IncomingMessage) => readonly Network[]
  /** The time for writes to sockets. */
  slices: TimeSlices
  limits?: Partial<typeof defaultLimits>
}

const defaultLimits = {
  pingIntervalMs: 25_000,
  pingTimeoutMs: 60_000,
  maxIncomingBytes: 64 * 1024,
  maxPendingBytes: 256 * 1024,
  maxPendingPackets: 1_000,
  maxPendingMs: 10_000,
  maxTotalPendingBytes: 256_000_000,
  maxFrames: 20,
  framesPerSec: 2,
  maxBytesPerMinute: 65 * 1024,
  maxPendingConnectionsPerNetwork: 500,
  gatherMs: 5,
  upgradeTimeoutMs: 10_000,
  closeTimeoutMs: 2_000,
  refusedCloseMs: 1_000,
}

/** Their clients get no further time to close the connection. */
const refusalCodes = new Map<DisconnectCode, ConnectionRefusal>([
  [disconnectCodes.AUTH_FAILED, 'bad_ticket'],
  [disconnectCodes.OPEN_FAILED, 'not_opened'],
])

type UpgradeRefusal = { reason: ConnectionRefusal; status: number; message: string; headers?: Record<string, string> }

/**
 * Serves Socket.IO clients 1.0 to 2.0 (Engine.IO protocol 3) over websockets and polling. Any `EIO`
 * value is accepted: clients 1.0 send 2 and use the same protocol. The stock servers break some of these clients (text
 * beyond ASCII for 1.0, an end for one that sends `40`), and encode a message for each socket.
 */
export class EngineIo3 implements AsyncDisposable {
  readonly #options: EngineIoOptions
  readonly #limits: typeof defaultLimits
  readonly #connections = new Set<Connection>()
  readonly #idleTimeouts: Deadlines<Connection>
  readonly #refused: Deadlines<Connection>
  /** Connections that are not authenticated yet, or refused and not closed yet. */
  readonly #pendingConnections: NetworkSlots
  readonly #transportOptions: TransportOptions
  readonly #polling: Polling
  readonly #websocketServer: Server<typeof ClientWebSocket>
  readonly #host: ConnectionHost
  #onAllClosed: (() => void) | null = null

  constructor(options: EngineIoOptions) {
    const { clock, random } = options
    const limits = { ...defaultLimits, ...options.limits }
    this.#options = options
    this.#limits = limits
    this.#host = this.#createHost()
    this.#idleTimeouts = new Deadlines(clock, limits.pingIntervalMs + limits.pingTimeoutMs, (connection) =>
      connection.close(disconnectCodes.IDLE_TIMEOUT),
    )
    this.#refused = new Deadlines(clock, limits.refusedCloseMs, (connection) => connection.destroy())
    this.#pendingConnections = new NetworkSlots(limits.maxPendingConnectionsPerNetwork)
    this.#transportOptions = {
      clock,
      limits,
      writeScheduler: new WriteScheduler(options.slices, limits.gatherMs),
      pendingTotal: new PendingTotal(limits.maxTotalPendingBytes),
    }
    this.#polling = new Polling({
      ...this.#transportOptions,
      limits,
      newSid: () => newSid(random),
      accept: (...args) => this.#accept(...args),
    })
    this.#websocketServer = new WebSocketServer({
      WebSocket: ClientWebSocket,
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      autoPong: false,
      maxPayload: limits.maxIncomingBytes,
    })
    this.#websocketServer.on('wsClientError', ({ message }, stream, request) =>
      this.#refuseUpgrade(request, stream, { reason: 'bad_handshake', status: 400, message }),
    )
  }

  get droppedPackets(): number {
    return this.#transportOptions.pendingTotal.droppedPackets
  }

  /** How many clients are connected, authenticated or not. */
  get connectionCount(): number {
    return this.#connections.size
  }

  /** False when the path is not the gateway's; request and response are then untouched. */
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean {
    const query = parseQuery(request)
    if (query === null) return false
    const refused = this.#options.refusePoll?.() ?? null
    if (this.#onAllClosed !== null) this.#refusePoll(response, 'stopping', engineErrors.stopping)
    else if (this.#isRefusedForNow(request, query))
      this.#refusePoll(response, 'network_limit', engineErrors.tooManyPending)
    else if (refused !== null) this.#refusePoll(response, refused.reason, engineErrors.stopping, refused.headers)
    else this.#polling.handleRequest(request, response, query)
    return true
  }

  /** Handles an upgrade request. `isSocketUpgrade(request)` must be true. */
  handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const query = parseQuery(request) ?? new URLSearchParams()
    const error = this.#upgradeError(query)
    const refused = error === null ? (this.#options.refuseUpgrade?.() ?? null) : null
    if (refused instanceof Promise) void this.#upgradeLater(refused, { request, stream, head })
    else this.#upgrade({ request, stream, head }, query, error, refused)
  }

  async #upgradeLater(decision: Promise<RefusedConnection | null>, upgrade: UpgradeRequest): Promise<void> {
    const { request, stream } = upgrade
    stream.on('error', ignoreError)
    const refused = await decision.catch(() => null)
    stream.off('error', ignoreError)
    if (stream.destroyed) return
    const query = parseQuery(request) ?? new URLSearchParams()
    this.#upgrade(upgrade, query, this.#upgradeError(query), refused)
  }

  #upgrade(
    { request, stream, head }: UpgradeRequest,
    query: URLSearchParams,
    error: EngineError | null,
    refused: RefusedConnection | null,
  ): void {
    const unavailable = { status: 503, message: errors.unavailable.message }
    if (refused !== null) this.#refuseUpgrade(request, stream, { ...refused, ...unavailable })
    else if (this.#onAllClosed !== null) this.#refuseUpgrade(request, stream, { reason: 'stopping', ...unavailable })
    else if (this.#isRefusedForNow(request, query))
      this.#refuseUpgrade(request, stream, { reason: 'network_limit', ...unavailable })
    else if (error !== null)
      this.#refuseUpgrade(request, stream, { reason: 'bad_handshake', status: 400, message: error.message })
    else this.#openWebsocket(request, stream, head, query)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { promise: allClosed, resolve } = Promise.withResolvers<void>()
    this.#onAllClosed = resolve
    for (const connection of this.#connections) connection.close(disconnectCodes.SERVER_STOPPING)
    if (this.#connections.size === 0) resolve()
    using _closeTimeout = this.#options.clock.after(this.#limits.closeTimeoutMs, () => {
      for (const connection of this.#connections) connection.destroy()
    })
    await allClosed
    this.#idleTimeouts[Symbol.dispose]()
    this.#refused[Symbol.dispose]()
  }

  #refusePoll(
    response: ServerResponse,
    reason: ConnectionRefusal,
    error: EngineError,
    headers: Record<string, string> = {},
  ): void {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    this.#options.onRefused?.(reason)
    sendError(response, 503, error)
  }

  /** Whether a network of a new client has too many pending connections. */
  #isRefusedForNow(request: IncomingMessage, query: URLSearchParams): boolean {
    return !query.has('sid') && this.#pendingConnections.isFull(this.#networksOf(request))
  }

  #networksOf(request: IncomingMessage): readonly Network[] {
    return this.#options.networksOf?.(request) ?? []
  }

  #upgradeError(query: URLSearchParams): EngineError | null {
    if (query.get('transport') !== 'websocket') return engineErrors.transportUnknown
    const sid = query.get('sid')
    return sid === null ? null : this.#polling.upgradeError(sid)
  }

  #refuseUpgrade(
    request: IncomingMessage,
    stream: Duplex,
    { reason, status, message, headers = {} }: UpgradeRefusal,
  ): void {
    endWithError(stream, status, message, headers)
    this.#options.onRefused?.(reason)
    this.#options.onUpgradeRefused?.({ request, status, message, headers })
  }

  #openWebsocket(request: IncomingMessage, stream: Duplex, head: Buffer, query: URLSearchParams): void {
    const sid = query.get('sid')
    this.#websocketServer.handleUpgrade(request, stream, head, (websocket) => {
      const openTransport: OpenTransport = (events) =>
        new WebsocketTransport(websocket, stream, this.#transportOptions, events)
      if (sid !== null) {
        this.#polling.upgrade(sid, openTransport)
        this.#options.onAuthenticated?.(request.socket)
      } else this.#accept(request, query, { sid: newSid(this.#options.random), upgrades: [] }, openTransport)
    })
  }

  #accept(request: IncomingMessage, query: URLSearchParams, handshake: Handshake, openTransport: OpenTransport): void {
    const { pingIntervalMs: pingInterval, pingTimeoutMs: pingTimeout } = this.#limits
    const connection = new Connection(this.#host, {
      handshake: openPacket({ ...handshake, pingInterval, pingTimeout }),
      ticket: query.get('auth') ?? '',
      openTransport,
      endPending: this.#startPending(request, query),
      receiveLimit: new ReceiveLimit(this.#options.clock, this.#limits),
    })
    this.#idleTimeouts.set(connection)
    this.#connections.add(connection)
  }

  /** The result ends the pending time of a client, which is authenticated then, or closed. */
  #startPending(request: IncomingMessage, query: URLSearchParams): () => void {
    const release = this.#pendingConnections.take(this.#networksOf(request))
    if (query.get('transport') !== 'websocket') return release
    const { socket } = request
    return () => {
      release()
      this.#options.onAuthenticated?.(socket)
    }
  }

  #createHost(): ConnectionHost {
    return {
      authenticate: this.#options.authenticate,
      onActivity: (connection) => this.#idleTimeouts.set(connection),
      deliverWaiting: (connection) => this.#options.deliverWaiting?.(connection),
      onDisconnect: (connection, code) => {
        this.#idleTimeouts.delete(connection)
        const reason = refusalCodes.get(code)
        if (reason === undefined) return
        this.#options.onRefused?.(reason)
        this.#refused.set(connection)
      },
      onTransportClosed: (connection) => {
        this.#refused.delete(connection)
        this.#remove(connection)
      },
      log: this.#options.log,
    }
  }

  #remove(connection: Connection): void {
    this.#connections.delete(connection)
    if (this.#connections.size === 0) this.#onAllClosed?.()
  }
}

function newSid(random: Random): string {
  return random.bytes(15).toString('base64url')
}

/** Whether a request asks for a websocket on the gateway's path. Any other upgrade is answered as an ordinary request. */
export function isSocketUpgrade(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === 'websocket' && parseQuery(request) !== null
}

/** The query of a request to the gateway's path, or null for any other path. */
function parseQuery({ url = '' }: IncomingMessage): URLSearchParams | null {
  if (!url.startsWith('/socket.io')) return null
  const [path, query] = url.split('?', 2)
  return path === '/socket.io/' || path === '/socket.io' ? new URLSearchParams(query) : null
}

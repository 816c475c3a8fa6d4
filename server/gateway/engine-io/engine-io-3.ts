import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

import { WebSocketServer } from 'ws'
import { failureCodes } from '@onair/contract'

import type { Clock } from '../../infra/clock.ts'
import type { Random } from '../../infra/random.ts'
import { openPacket } from './packets.ts'
import { createPolling } from './polling.ts'
import { engineErrors, type EngineError, sendError } from './polling-requests.ts'
import { Deadlines } from '../../shared/deadlines.ts'
import { type ConnectionHandler, type Connection, type ConnectionLog, startConnection } from '../connection.ts'
import type { Transport, TransportEvents } from './transport.ts'
import { createWriteScheduler } from './write-scheduler.ts'
import { createWebsocketTransport } from './websocket-transport.ts'

/**
 * Socket.IO as its clients 1.0 to 2.0 speak it (Engine.IO protocol 3), over websockets and over polling.
 * Any `EIO` value is accepted: clients 1.0 ask for 2 and speak the same.
 */
export type EngineIo3 = AsyncDisposable & {
  /** False when the address is somebody else's; request and stream are then untouched. */
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean
  handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): boolean
  /** How many clients are connected, whether admitted or not. */
  readonly connectionCount: number
}

type EngineIoOptions = {
  clock: Clock
  random: Random
  /** Uses the ticket up. Null: it is unknown, used or expired. */
  authenticate: (auth: string) => Promise<ConnectionHandler | null>
  log: ConnectionLog
  limits?: Partial<typeof defaultLimits>
}

const defaultLimits = {
  pingInterval: 25_000,
  pingTimeout: 60_000,
  maxIncomingBytes: 64 * 1024,
  maxPendingBytes: 256 * 1024,
  maxPendingPackets: 1_000,
  maxPendingMs: 10_000,
  writesPerTick: 500,
  upgradeTimeoutMs: 10_000,
  closeTimeoutMs: 2_000,
}

export function createEngineIo3({
  clock,
  random,
  authenticate,
  log,
  limits: limitOverrides,
}: EngineIoOptions): EngineIo3 {
  const limits = { ...defaultLimits, ...limitOverrides }
  const transports = new Map<Connection, Transport>()
  const writeOptions = { clock, limits, writeScheduler: createWriteScheduler(limits.writesPerTick) }
  const idleTimeouts = new Deadlines<Connection>(clock, limits.pingInterval + limits.pingTimeout, (connection) =>
    connection.close(failureCodes.IDLE_TIMEOUT),
  )
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: limits.maxIncomingBytes,
  })
  let onAllClosed: (() => void) | null = null

  const newSid = () => random.bytes(15).toString('base64url')
  const accept = (
    auth: string,
    { sid, upgrades }: { sid: string; upgrades: string[] },
    openTransport: (events: TransportEvents) => Transport,
  ) => {
    const { pingInterval, pingTimeout } = limits
    let transport: Transport
    const connection: Connection = startConnection({
      handshake: openPacket({ sid, upgrades, pingInterval, pingTimeout }),
      openTransport: (events) => (transport = openTransport(events)),
      onActivity: () => idleTimeouts.set(connection),
      onDisconnect: () => idleTimeouts.delete(connection),
      onTransportClosed() {
        transports.delete(connection)
        if (transports.size === 0) onAllClosed?.()
      },
      authenticate: () => authenticate(auth),
      log,
    })
    idleTimeouts.set(connection)
    transports.set(connection, transport!)
  }
  const polling = createPolling({ ...writeOptions, newSid, accept })

  return {
    handleRequest(request, response) {
      const query = parseQuery(request)
      if (query === null) return false
      if (onAllClosed !== null) sendError(response, 503, engineErrors.badRequest)
      else polling.handleRequest(request, response, query)
      return true
    },
    handleUpgrade(request, stream, head) {
      const query = parseQuery(request)
      if (query === null) return false
      const sid = query.get('sid')
      const error =
        query.get('transport') === 'websocket'
          ? sid !== null && polling.upgradeError(sid)
          : engineErrors.transportUnknown
      if (onAllClosed !== null) rejectUpgrade(stream, '503 Service Unavailable', engineErrors.badRequest)
      else if (error) rejectUpgrade(stream, '400 Bad Request', error)
      else
        server.handleUpgrade(request, stream, head, (websocket) => {
          const openTransport = (events: TransportEvents) =>
            createWebsocketTransport(websocket, stream, writeOptions, events)
          if (sid !== null) polling.upgrade(sid, openTransport)
          else accept(query.get('auth') ?? '', { sid: newSid(), upgrades: [] }, openTransport)
        })
      return true
    },
    get connectionCount() {
      return transports.size
    },
    async [Symbol.asyncDispose]() {
      const { promise: allClosed, resolve } = Promise.withResolvers<void>()
      onAllClosed = resolve
      for (const connection of transports.keys()) connection.close(failureCodes.SERVER_STOPPING)
      if (transports.size === 0) resolve()
      using _closeTimeout = clock.after(limits.closeTimeoutMs, () => {
        for (const transport of transports.values()) transport.destroy()
      })
      await allClosed
      idleTimeouts[Symbol.dispose]()
    },
  }
}

/** What the address asks for; null when it is not ours. */
function parseQuery({ url = '' }: IncomingMessage): URLSearchParams | null {
  const [path, query] = url.split('?', 2)
  return path === '/socket.io/' || path === '/socket.io' ? new URLSearchParams(query) : null
}

function rejectUpgrade(stream: Duplex, status: string, error: EngineError) {
  const body = JSON.stringify(error)
  stream.on('error', () => stream.destroy())
  stream.once('finish', () => stream.destroy())
  stream.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
}

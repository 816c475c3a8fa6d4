import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

import { WebSocketServer, type WebSocket } from 'ws'

import type { Clock } from '../world/clock.ts'
import type { Random } from '../world/random.ts'
import { openPacket } from './packets.ts'
import { silence } from './silence.ts'
import { type Admitted, type Session, type SessionLog, startSession } from './session.ts'
import { turns } from './turns.ts'
import { websocketTransport } from './websocket-transport.ts'

/**
 * Socket.IO as its clients 1.0 to 2.0 speak it (Engine.IO protocol 3), over websockets.
 * Any `EIO` value is accepted: clients 1.0 ask for 2 and speak the same.
 */
export type EngineIo3 = AsyncDisposable & {
  /** False when the address is somebody else's; the stream is then untouched. */
  handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): boolean
  /** How many clients are connected, whether admitted or not. */
  readonly sockets: number
}

type Options = {
  clock: Clock
  random: Random
  /** Uses the ticket up. Null: it is unknown, used or expired. */
  admit: (auth: string) => Promise<Admitted | null>
  log: SessionLog
  limits?: Partial<typeof defaults>
}

const defaults = {
  pingInterval: 25_000,
  pingTimeout: 60_000,
  incomingBytes: 64 * 1024,
  waitingBytes: 256 * 1024,
  waitingPackets: 1_000,
  waitingMs: 10_000,
  writesPerTurn: 500,
  goodbyeMs: 2_000,
}

export function engineIo3({ clock, random, admit, log, limits: changed }: Options): EngineIo3 {
  const limits = { ...defaults, ...changed }
  const open = new Map<WebSocket, Session>()
  const writing = { clock, limits, turns: turns(limits.writesPerTurn) }
  const quiet = silence<Session>(clock, limits.pingInterval + limits.pingTimeout, (session) => session.close('silence'))
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: limits.incomingBytes,
  })
  let stopped: (() => void) | null = null

  const accept = (websocket: WebSocket, stream: Duplex, auth: string) => {
    const handshake = openPacket({
      sid: random.bytes(15).toString('base64url'),
      upgrades: [],
      pingInterval: limits.pingInterval,
      pingTimeout: limits.pingTimeout,
    })
    const session: Session = startSession({
      handshake,
      openTransport: (events) => websocketTransport(websocket, stream, writing, events),
      heard: () => quiet.heard(session),
      over: () => quiet.forget(session),
      admit: () => admit(auth),
      log,
    })
    quiet.heard(session)
    open.set(websocket, session)
    websocket.on('close', () => {
      open.delete(websocket)
      if (open.size === 0) stopped?.()
    })
  }

  return {
    handleUpgrade(request, stream, head) {
      const [path, query] = (request.url ?? '').split('?', 2)
      if (path !== '/socket.io/' && path !== '/socket.io') return false

      const asked = new URLSearchParams(query)
      if (stopped !== null) refuse(stream, '503 Service Unavailable', { code: 3, message: 'Bad request' })
      else if (asked.has('sid')) refuse(stream, '400 Bad Request', { code: 1, message: 'Session ID unknown' })
      else if (asked.get('transport') !== 'websocket')
        refuse(stream, '400 Bad Request', { code: 0, message: 'Transport unknown' })
      else
        server.handleUpgrade(request, stream, head, (websocket) => accept(websocket, stream, asked.get('auth') ?? ''))
      return true
    },
    get sockets() {
      return open.size
    },
    async [Symbol.asyncDispose]() {
      const { promise: everybodyLeft, resolve } = Promise.withResolvers<void>()
      stopped = resolve
      for (const session of open.values()) session.close('server stopping')
      if (open.size === 0) resolve()
      using _impatience = clock.after(limits.goodbyeMs, () => {
        for (const websocket of open.keys()) websocket.terminate()
      })
      await everybodyLeft
      quiet[Symbol.dispose]()
    },
  }
}

function refuse(stream: Duplex, status: string, answer: { code: number; message: string }) {
  const body = JSON.stringify(answer)
  stream.on('error', () => stream.destroy())
  stream.once('finish', () => stream.destroy())
  stream.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
}

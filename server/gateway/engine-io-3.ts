import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

import { WebSocketServer } from 'ws'
import { causes } from '@onair/contract'

import type { Clock } from '../world/clock.ts'
import type { Random } from '../world/random.ts'
import { openPacket } from './packets.ts'
import { polling } from './polling.ts'
import { refusals, type RefusalOfEngine, refuse } from './polling-requests.ts'
import { silence } from './silence.ts'
import { type Admitted, type Session, type SessionLog, startSession } from './session.ts'
import type { Transport, TransportEvents } from './transport.ts'
import { turns } from './turns.ts'
import { websocketTransport } from './websocket-transport.ts'

/**
 * Socket.IO as its clients 1.0 to 2.0 speak it (Engine.IO protocol 3), over websockets and over polling.
 * Any `EIO` value is accepted: clients 1.0 ask for 2 and speak the same.
 */
export type EngineIo3 = AsyncDisposable & {
  /** False when the address is somebody else's; request and stream are then untouched. */
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean
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
  upgradeMs: 10_000,
  goodbyeMs: 2_000,
}

export function engineIo3({ clock, random, admit, log, limits: changed }: Options): EngineIo3 {
  const limits = { ...defaults, ...changed }
  const open = new Map<Session, Transport>()
  const writing = { clock, limits, turns: turns(limits.writesPerTurn) }
  const quiet = silence<Session>(clock, limits.pingInterval + limits.pingTimeout, (session) =>
    session.close(causes.SILENCE),
  )
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: limits.incomingBytes,
  })
  let stopped: (() => void) | null = null

  const newSid = () => random.bytes(15).toString('base64url')
  const begin = (
    auth: string,
    { sid, upgrades }: { sid: string; upgrades: string[] },
    openTransport: (events: TransportEvents) => Transport,
  ) => {
    const { pingInterval, pingTimeout } = limits
    let transport: Transport
    const session: Session = startSession({
      handshake: openPacket({ sid, upgrades, pingInterval, pingTimeout }),
      openTransport: (events) => (transport = openTransport(events)),
      heard: () => quiet.heard(session),
      over: () => quiet.forget(session),
      gone() {
        open.delete(session)
        if (open.size === 0) stopped?.()
      },
      admit: () => admit(auth),
      log,
    })
    quiet.heard(session)
    open.set(session, transport!)
  }
  const polls = polling({ ...writing, newSid, begin })

  return {
    handleRequest(request, response) {
      const asked = askedOf(request)
      if (asked === null) return false
      if (stopped !== null) refuse(response, 503, refusals.badRequest)
      else polls.answer(request, response, asked)
      return true
    },
    handleUpgrade(request, stream, head) {
      const asked = askedOf(request)
      if (asked === null) return false
      const sid = asked.get('sid')
      const refusal =
        asked.get('transport') === 'websocket' ? sid !== null && polls.refusalToUpgrade(sid) : refusals.transportUnknown
      if (stopped !== null) refuseUpgrade(stream, '503 Service Unavailable', refusals.badRequest)
      else if (refusal) refuseUpgrade(stream, '400 Bad Request', refusal)
      else
        server.handleUpgrade(request, stream, head, (websocket) => {
          const openTransport = (events: TransportEvents) => websocketTransport(websocket, stream, writing, events)
          if (sid !== null) polls.upgrade(sid, openTransport)
          else begin(asked.get('auth') ?? '', { sid: newSid(), upgrades: [] }, openTransport)
        })
      return true
    },
    get sockets() {
      return open.size
    },
    async [Symbol.asyncDispose]() {
      const { promise: everybodyLeft, resolve } = Promise.withResolvers<void>()
      stopped = resolve
      for (const session of open.keys()) session.close(causes.SERVER_STOPPING)
      if (open.size === 0) resolve()
      using _impatience = clock.after(limits.goodbyeMs, () => {
        for (const transport of open.values()) transport.destroy()
      })
      await everybodyLeft
      quiet[Symbol.dispose]()
    },
  }
}

/** What the address asks for; null when it is not ours. */
function askedOf({ url = '' }: IncomingMessage): URLSearchParams | null {
  const [path, query] = url.split('?', 2)
  return path === '/socket.io/' || path === '/socket.io' ? new URLSearchParams(query) : null
}

function refuseUpgrade(stream: Duplex, status: string, answer: RefusalOfEngine) {
  const body = JSON.stringify(answer)
  stream.on('error', () => stream.destroy())
  stream.once('finish', () => stream.destroy())
  stream.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
}

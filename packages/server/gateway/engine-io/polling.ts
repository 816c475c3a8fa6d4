import type { IncomingMessage, ServerResponse } from 'node:http'
import { disconnectCodes } from '@onair/contract'
import { malformed, pongPacket } from './packets.ts'
import {
  payloadFormatOf,
  setPollHeaders,
  sendOk,
  sendPreflight,
  readPackets,
  engineErrors,
  type EngineError,
  sendError,
} from './polling-requests.ts'
import { PollingTransport } from './polling-transport.ts'
import type { OpenTransport, TransportEvents, TransportOptions } from './transport.ts'
import type { Clock } from '../../infra/clock.ts'
import { encodeFrame } from './frames.ts'

type PollingOptions = TransportOptions & {
  limits: { maxIncomingBytes: number; upgradeTimeoutMs: number }
  newSid: () => string
  accept: (request: IncomingMessage, query: URLSearchParams, handshake: Handshake, openTransport: OpenTransport) => void
}

export type Handshake = { sid: string; upgrades: string[] }

type PollingConnection = {
  transport: PollingTransport
  events: TransportEvents
  isPosting: boolean
  upgrade: Disposable | null
}

/** The connections that use polling or started with it. Polls after the first are identified by the `sid` alone. */
export class Polling {
  readonly #options: PollingOptions
  readonly #connections = new Map<string, PollingConnection>()

  constructor(options: PollingOptions) {
    this.#options = options
  }

  handleRequest(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): void {
    setPollHeaders(request, response)
    if (request.method === 'OPTIONS') return sendPreflight(response)
    const sid = query.get('sid')
    const connection = sid === null ? undefined : this.#connections.get(sid)
    const error = requestError(request.method, query, connection)
    if (error !== null) sendError(response, 400, error)
    else if (connection === undefined) this.#handshake(request, response, query)
    else if (request.method === 'POST') void this.#receivePost(connection, request, response, query.has('j'))
    else if (!connection.transport.poll(response, payloadFormatOf(query)))
      sendError(response, 400, engineErrors.badRequest)
  }

  /** Why a websocket cannot take over from polling, or null. */
  upgradeError(sid: string): EngineError | null {
    const connection = this.#connections.get(sid)
    if (connection === undefined) return engineErrors.sidUnknown
    return connection.upgrade !== null || !connection.transport.isPolling ? engineErrors.badRequest : null
  }

  upgrade(sid: string, openWebsocket: OpenTransport): void {
    const connection = this.#connections.get(sid)
    if (connection === undefined) return
    const { clock, limits } = this.#options
    connection.upgrade = startUpgrade({
      transport: connection.transport,
      events: connection.events,
      openWebsocket,
      onFailed: () => (connection.upgrade = null),
      clock,
      upgradeTimeoutMs: limits.upgradeTimeoutMs,
    })
  }

  #handshake(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): void {
    const sid = this.#options.newSid()
    const handshake = { sid, upgrades: ['websocket'] }
    this.#options.accept(request, query, handshake, (events) => this.#openTransport(sid, events))
    // Only the handshake is pending, so the first response contains nothing else.
    this.#connections.get(sid)?.transport.poll(response, payloadFormatOf(query))
  }

  #openTransport(sid: string, ownEvents: TransportEvents): PollingTransport {
    const events: TransportEvents = {
      onPacket: (packet) => ownEvents.onPacket(packet),
      onReceived: (frames, bytes) => ownEvents.onReceived(frames, bytes),
      onDisconnect: (code) => ownEvents.onDisconnect(code),
      onClose: () => {
        this.#connections.delete(sid)
        connection.upgrade?.[Symbol.dispose]()
        ownEvents.onClose()
      },
    }
    const transport = new PollingTransport(this.#options, events)
    const connection: PollingConnection = { transport, events, isPosting: false, upgrade: null }
    this.#connections.set(sid, connection)
    return transport
  }

  async #receivePost(
    connection: PollingConnection,
    request: IncomingMessage,
    response: ServerResponse,
    isForm: boolean,
  ): Promise<void> {
    const { events, transport } = connection
    if (connection.isPosting) {
      sendError(response, 400, engineErrors.badRequest)
      events.onDisconnect(disconnectCodes.CONCURRENT_POSTS)
      return transport.destroy()
    }
    connection.isPosting = true
    const body = await readPackets(request, isForm, this.#options.limits.maxIncomingBytes)
    connection.isPosting = false
    if (body === 'aborted') return
    const packets = body === 'too large' ? body : body.packets
    if (body !== 'too large' && !events.onReceived(Math.max(1, body.packets.length), body.bytes))
      return sendError(response, 400, engineErrors.badRequest)
    for (const packet of packets === 'too large' ? [malformed] : packets) events.onPacket(packet)
    if (packets === 'too large') sendError(response, 413, engineErrors.tooLarge)
    else if (packets.includes(malformed)) sendError(response, 400, engineErrors.badRequest)
    else sendOk(response)
  }
}

function requestError(
  method: string | undefined,
  query: URLSearchParams,
  connection: PollingConnection | undefined,
): EngineError | null {
  const transport = query.get('transport')
  if (transport === 'websocket') return engineErrors.badRequest
  if (transport !== 'polling') return engineErrors.transportUnknown
  if (!query.has('sid')) return method === 'GET' ? null : engineErrors.badMethod
  if (connection === undefined) return engineErrors.sidUnknown
  if (connection.transport.isUpgraded) return engineErrors.badRequest
  return method === 'GET' || method === 'POST' ? null : engineErrors.badRequest
}

const probePongFrame = encodeFrame(pongPacket('probe'))

type UpgradeOptions = {
  transport: PollingTransport
  events: TransportEvents
  openWebsocket: OpenTransport
  /** The websocket was closed before the upgrade. Polling continues. */
  onFailed: () => void
  clock: Clock
  upgradeTimeoutMs: number
}

/**
 * Probes a websocket for a connection that polls: the client sends `2probe`, and `5` when its last
 * poll was answered. Polling continues until then, and also when the websocket fails. Disposing
 * aborts the upgrade.
 */
export function startUpgrade({
  transport,
  events,
  openWebsocket,
  onFailed,
  clock,
  upgradeTimeoutMs,
}: UpgradeOptions): Disposable {
  let isUpgraded = false
  const websocket = openWebsocket({
    onReceived: (frames, bytes) => events.onReceived(frames, bytes),
    onPacket(packet) {
      if (isUpgraded) events.onPacket(packet)
      else if (packet.type === 'ping' && packet.data === 'probe') {
        websocket.write(probePongFrame)
        transport.setProbing(true)
      } else if (packet.type === 'upgrade' && transport.upgradeTo(websocket)) {
        isUpgraded = true
        timeout[Symbol.dispose]()
        events.onPacket(packet)
      } else websocket.destroy()
    },
    onDisconnect(code) {
      if (isUpgraded) events.onDisconnect(code)
    },
    onClose() {
      timeout[Symbol.dispose]()
      if (isUpgraded) return events.onClose()
      transport.setProbing(false)
      onFailed()
    },
  })
  const abort = () => {
    if (!isUpgraded) websocket.destroy()
  }
  const timeout = clock.after(upgradeTimeoutMs, abort)
  return { [Symbol.dispose]: abort }
}

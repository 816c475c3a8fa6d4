import type { IncomingMessage, ServerResponse } from 'node:http'
import { failureCodes } from '@onair/contract'

import type { Clock } from '../../infra/clock.ts'
import { malformed } from './packets.ts'
import { payloadFormatOf } from './polling-payload.ts'
import {
  setCorsHeaders,
  sendOk,
  sendPreflight,
  readPackets,
  engineErrors,
  type EngineError,
  sendError,
} from './polling-requests.ts'
import { createPollingTransport, type PollingTransport } from './polling-transport.ts'
import type { SlowConsumerLimits } from './slow-consumer.ts'
import type { Transport, TransportEvents } from './transport.ts'
import { startUpgrade } from './upgrade.ts'
import type { WriteScheduler } from './write-scheduler.ts'

/** The sessions that poll, by their `sid`, which is all that a poll shows to be let in. */
export type Polling = {
  handleRequest(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): void
  /** Why a websocket may not take over from polling; null when it may. */
  upgradeError(sid: string): EngineError | null
  upgrade(sid: string, openWebsocket: (events: TransportEvents) => Transport): void
}

type PollingOptions = {
  clock: Clock
  writeScheduler: WriteScheduler
  limits: SlowConsumerLimits & { maxIncomingBytes: number; upgradeTimeoutMs: number }
  newSid: () => string
  accept: (
    auth: string,
    handshake: { sid: string; upgrades: string[] },
    openTransport: (events: TransportEvents) => Transport,
  ) => void
}

type PollingConnection = {
  transport: PollingTransport
  events: TransportEvents
  isPosting: boolean
  websocket: Disposable | null
}

export function createPolling({ clock, writeScheduler, limits, newSid, accept }: PollingOptions): Polling {
  const connections = new Map<string, PollingConnection>()

  const handshake = (response: ServerResponse, query: URLSearchParams) => {
    const sid = newSid()
    accept(query.get('auth') ?? '', { sid, upgrades: ['websocket'] }, (transportEvents) => {
      const events: TransportEvents = {
        ...transportEvents,
        onClose() {
          connections.delete(sid)
          connection.websocket?.[Symbol.dispose]()
          transportEvents.onClose()
        },
      }
      const transport = createPollingTransport({ clock, writeScheduler, limits }, events)
      const connection: PollingConnection = { transport, events, isPosting: false, websocket: null }
      connections.set(sid, connection)
      return transport
    })
    // The handshake is all that waits yet, so it is alone in its body.
    connections.get(sid)?.transport.poll(response, payloadFormatOf(query))
  }

  const receivePost = async (
    connection: PollingConnection,
    request: IncomingMessage,
    response: ServerResponse,
    isForm: boolean,
  ) => {
    const { events, transport } = connection
    if (connection.isPosting) {
      sendError(response, 400, engineErrors.badRequest)
      events.onDisconnect(failureCodes.CONCURRENT_POSTS)
      return transport.destroy()
    }
    connection.isPosting = true
    const packets = await readPackets(request, isForm, limits.maxIncomingBytes)
    connection.isPosting = false
    if (packets === 'aborted') return
    for (const packet of packets === 'too large' ? [malformed] : packets) events.onPacket(packet)
    if (packets === 'too large') sendError(response, 413, engineErrors.badRequest)
    else if (packets.includes(malformed)) sendError(response, 400, engineErrors.badRequest)
    else sendOk(response)
  }

  return {
    handleRequest(request, response, query) {
      const sid = query.get('sid')
      const connection = sid === null ? undefined : connections.get(sid)
      setCorsHeaders(request, response)
      if (request.method === 'OPTIONS') sendPreflight(response)
      else if (query.get('transport') !== 'polling')
        sendError(
          response,
          400,
          query.get('transport') === 'websocket' ? engineErrors.badRequest : engineErrors.transportUnknown,
        )
      else if (sid === null && request.method === 'GET') handshake(response, query)
      else if (sid === null) sendError(response, 400, engineErrors.badMethod)
      else if (connection === undefined) sendError(response, 400, engineErrors.sessionUnknown)
      else if (connection.transport.isUpgraded) sendError(response, 400, engineErrors.badRequest)
      else if (request.method === 'POST') void receivePost(connection, request, response, query.has('j'))
      else if (request.method !== 'GET') sendError(response, 400, engineErrors.badRequest)
      else if (!connection.transport.poll(response, payloadFormatOf(query)))
        sendError(response, 400, engineErrors.badRequest)
    },
    upgradeError(sid) {
      const connection = connections.get(sid)
      if (connection === undefined) return engineErrors.sessionUnknown
      return connection.websocket !== null || !connection.transport.isOpen ? engineErrors.badRequest : null
    },
    upgrade(sid, openWebsocket) {
      const connection = connections.get(sid)
      if (connection === undefined) return
      const onFailed = () => {
        connection.websocket = null
      }
      connection.websocket = startUpgrade({
        ...connection,
        openWebsocket,
        onFailed,
        clock,
        upgradeTimeoutMs: limits.upgradeTimeoutMs,
      })
    },
  }
}

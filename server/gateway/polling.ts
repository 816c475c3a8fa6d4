import type { IncomingMessage, ServerResponse } from 'node:http'
import { causes } from '@onair/contract'

import type { Clock } from '../world/clock.ts'
import { malformed } from './packets.ts'
import { framingOf } from './polling-payload.ts'
import {
  allowAnyOrigin,
  answerOk,
  answerPreflight,
  readPackets,
  refusals,
  type RefusalOfEngine,
  refuse,
} from './polling-requests.ts'
import { pollingTransport, type PollingTransport } from './polling-transport.ts'
import type { SlowReaderLimits } from './slow-reader.ts'
import type { Transport, TransportEvents } from './transport.ts'
import { tryWebsocket } from './try-websocket.ts'
import type { Turns } from './turns.ts'

/** The sessions that poll, by their `sid`, which is all that a poll shows to be let in. */
export type Polling = {
  answer(request: IncomingMessage, response: ServerResponse, asked: URLSearchParams): void
  /** Why a websocket may not take over from polling; null when it may. */
  refusalToUpgrade(sid: string): RefusalOfEngine | null
  upgrade(sid: string, openWebsocket: (events: TransportEvents) => Transport): void
}

type Options = {
  clock: Clock
  turns: Turns
  limits: SlowReaderLimits & { incomingBytes: number; upgradeMs: number }
  newSid: () => string
  begin: (
    auth: string,
    handshake: { sid: string; upgrades: string[] },
    openTransport: (events: TransportEvents) => Transport,
  ) => void
}

type Polled = {
  transport: PollingTransport
  events: TransportEvents
  isPosting: boolean
  websocket: Disposable | null
}

export function polling({ clock, turns, limits, newSid, begin }: Options): Polling {
  const sessions = new Map<string, Polled>()

  const shakeHands = (response: ServerResponse, asked: URLSearchParams) => {
    const sid = newSid()
    begin(asked.get('auth') ?? '', { sid, upgrades: ['websocket'] }, (given) => {
      const events: TransportEvents = {
        ...given,
        gone() {
          sessions.delete(sid)
          polled.websocket?.[Symbol.dispose]()
          given.gone()
        },
      }
      const transport = pollingTransport({ clock, turns, limits }, events)
      const polled: Polled = { transport, events, isPosting: false, websocket: null }
      sessions.set(sid, polled)
      return transport
    })
    // The handshake is all that waits yet, so it is alone in its body.
    sessions.get(sid)?.transport.poll(response, framingOf(asked))
  }

  const take = async (polled: Polled, request: IncomingMessage, response: ServerResponse, isForm: boolean) => {
    const { events, transport } = polled
    if (polled.isPosting) {
      refuse(response, 400, refusals.badRequest)
      events.lost(causes.TWO_POSTS)
      return transport.destroy()
    }
    polled.isPosting = true
    const packets = await readPackets(request, isForm, limits.incomingBytes)
    polled.isPosting = false
    if (packets === 'cut off') return
    for (const packet of packets === 'too large' ? [malformed] : packets) events.packet(packet)
    if (packets === 'too large') refuse(response, 413, refusals.badRequest)
    else if (packets.includes(malformed)) refuse(response, 400, refusals.badRequest)
    else answerOk(response)
  }

  return {
    answer(request, response, asked) {
      const sid = asked.get('sid')
      const polled = sid === null ? undefined : sessions.get(sid)
      allowAnyOrigin(request, response)
      if (request.method === 'OPTIONS') answerPreflight(response)
      else if (asked.get('transport') !== 'polling')
        refuse(response, 400, asked.get('transport') === 'websocket' ? refusals.badRequest : refusals.transportUnknown)
      else if (sid === null && request.method === 'GET') shakeHands(response, asked)
      else if (sid === null) refuse(response, 400, refusals.badMethod)
      else if (polled === undefined) refuse(response, 400, refusals.sessionUnknown)
      else if (polled.transport.isUpgraded) refuse(response, 400, refusals.badRequest)
      else if (request.method === 'POST') void take(polled, request, response, asked.has('j'))
      else if (request.method !== 'GET') refuse(response, 400, refusals.badRequest)
      else if (!polled.transport.poll(response, framingOf(asked))) refuse(response, 400, refusals.badRequest)
    },
    refusalToUpgrade(sid) {
      const polled = sessions.get(sid)
      if (polled === undefined) return refusals.sessionUnknown
      return polled.websocket !== null || !polled.transport.isOpen ? refusals.badRequest : null
    },
    upgrade(sid, openWebsocket) {
      const polled = sessions.get(sid)
      if (polled === undefined) return
      const failed = () => {
        polled.websocket = null
      }
      polled.websocket = tryWebsocket({ ...polled, openWebsocket, failed, clock, upgradeMs: limits.upgradeMs })
    },
  }
}

import type { ServerResponse } from 'node:http'
import { causes } from '@onair/contract'

import type { Clock } from '../world/clock.ts'
import { type Frame, frame } from './frames.ts'
import { closePacket, noopPacket } from './packets.ts'
import { type Framing, payload } from './polling-payload.ts'
import { slowReader, type SlowReaderLimits } from './slow-reader.ts'
import type { Transport, TransportEvents } from './transport.ts'
import type { Turns } from './turns.ts'

/**
 * Long polling: what is written waits for the request that asks for it, until a websocket takes over. A client that
 * asks no more is a slow reader.
 */
export type PollingTransport = Transport & {
  /** Answers as soon as something waits. Two polls at once end the session. */
  poll(response: ServerResponse, framing: Framing): boolean
  /** While a websocket is being tried no poll is held, so that the client can let go of polling. */
  setProbing(isProbing: boolean): void
  /** What waits and all that follows goes to the websocket. False when the session is over. */
  handOver(websocket: Transport): boolean
  readonly isOpen: boolean
  readonly isUpgraded: boolean
}

const close = frame(closePacket)
const noop = frame(noopPacket)

export function pollingTransport(
  { clock, turns, limits }: { clock: Clock; turns: Turns; limits: SlowReaderLimits },
  events: TransportEvents,
): PollingTransport {
  let waiting: Frame[] = []
  let waitingBytes = 0
  let held: { response: ServerResponse; framing: Framing } | null = null
  let answered: ServerResponse | null = null
  let websocket: Transport | null = null
  let isOpen = true
  let isProbing = false
  let isGone = false

  const giveUp = () => {
    events.lost(causes.SLOW_READER)
    destroy()
  }
  const untaken = {
    get writableLength() {
      return waitingBytes + (answered?.writableLength ?? 0)
    },
  }
  const reader = slowReader(untaken, clock, limits, giveUp)

  const write = (written: Frame) => {
    if (websocket !== null) return websocket.write(written)
    if (!isOpen) return
    waiting.push(written)
    waitingBytes += written.bytes.length
    if (held !== null && waiting.length === 1) turns.later(answerHeld)
    reader.isBehind(written.bytes.length, 1)
  }
  const answerHeld = () => {
    if (waiting.length > 0) answer(waiting)
  }
  const answer = (frames: Frame[]) => {
    if (held === null) return
    const { response, framing } = held
    held = null
    if (frames === waiting) {
      waiting = []
      waitingBytes = 0
    }
    const { type, body } = payload(frames, framing)
    answered = response
    if (!isOpen) response.once('finish', leave)
    response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body)
  }
  const leave = () => {
    if (isGone) return
    isGone = true
    isOpen = false
    waiting = []
    reader[Symbol.dispose]()
    events.gone()
  }
  const destroy = () => {
    if (websocket !== null) return websocket.destroy()
    isOpen = false
    held?.response.destroy()
    held = null
    if (untaken.writableLength > waitingBytes) answered?.destroy()
    leave()
  }

  return {
    write,
    destroy,
    end() {
      if (websocket !== null) return websocket.end()
      write(close)
      isOpen = false
      answer(waiting)
    },
    poll(response, framing) {
      if (held !== null || untaken.writableLength > waitingBytes) {
        events.lost(causes.TWO_POLLS)
        destroy()
        return false
      }
      held = { response, framing }
      response.once('close', () => {
        if (response.writableFinished || websocket !== null) return
        events.lost(causes.CLIENT_WENT_AWAY)
        destroy()
      })
      if (waiting.length > 0) answer(waiting)
      else if (isProbing) answer([noop])
      return true
    },
    setProbing(now) {
      isProbing = now
      if (now) answer(waiting.length > 0 ? waiting : [noop])
    },
    handOver(to) {
      if (!isOpen) return false
      answer([noop])
      websocket = to
      for (const written of waiting) to.write(written)
      waiting = []
      reader[Symbol.dispose]()
      return true
    },
    get isOpen() {
      return isOpen && websocket === null
    },
    get isUpgraded() {
      return websocket !== null
    },
  }
}

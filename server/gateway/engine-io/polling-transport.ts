import type { ServerResponse } from 'node:http'
import { failureCodes } from '@onair/contract'

import type { Clock } from '../../infra/clock.ts'
import { type Frame, encodeFrame } from './frames.ts'
import { closePacket, noopPacket } from './packets.ts'
import { type PayloadFormat, encodePayload } from './polling-payload.ts'
import { SlowConsumerGuard, type SlowConsumerLimits } from './slow-consumer.ts'
import type { Transport, TransportEvents } from './transport.ts'
import type { WriteScheduler } from './write-scheduler.ts'

/**
 * Long polling: what is written waits for the request that asks for it, until a websocket takes over. A client that
 * asks no more is a slow reader.
 */
export type PollingTransport = Transport & {
  /** Answers as soon as something waits. Two polls at once end the session. */
  poll(response: ServerResponse, format: PayloadFormat): boolean
  /** While a websocket is being tried no poll is held, so that the client can let go of polling. */
  setProbing(isProbing: boolean): void
  /** What waits and all that follows goes to the websocket. False when the session is over. */
  upgradeTo(websocket: Transport): boolean
  readonly isOpen: boolean
  readonly isUpgraded: boolean
}

const closeFrame = encodeFrame(closePacket)
const noopFrame = encodeFrame(noopPacket)

export function createPollingTransport(
  { clock, writeScheduler, limits }: { clock: Clock; writeScheduler: WriteScheduler; limits: SlowConsumerLimits },
  events: TransportEvents,
): PollingTransport {
  let pending: Frame[] = []
  let pendingBytes = 0
  let openPoll: { response: ServerResponse; format: PayloadFormat } | null = null
  let lastResponse: ServerResponse | null = null
  let websocket: Transport | null = null
  let isOpen = true
  let isProbing = false
  let isClosed = false

  const disconnectSlowConsumer = () => {
    events.onDisconnect(failureCodes.SLOW_CONSUMER)
    destroy()
  }
  const unread = {
    get writableLength() {
      return pendingBytes + (lastResponse?.writableLength ?? 0)
    },
  }
  const slowConsumer = new SlowConsumerGuard(unread, clock, limits, disconnectSlowConsumer)

  const write = (frame: Frame) => {
    if (websocket !== null) return websocket.write(frame)
    if (!isOpen) return
    pending.push(frame)
    pendingBytes += frame.bytes.length
    if (openPoll !== null && pending.length === 1) writeScheduler.schedule(flush)
    slowConsumer.addPending(frame.bytes.length, 1)
  }
  const flush = () => {
    if (pending.length > 0) respond(pending)
  }
  const respond = (frames: Frame[]) => {
    if (openPoll === null) return
    const { response, format } = openPoll
    openPoll = null
    if (frames === pending) {
      pending = []
      pendingBytes = 0
    }
    const { contentType, body } = encodePayload(frames, format)
    lastResponse = response
    if (!isOpen) response.once('finish', finish)
    response.writeHead(200, { 'content-type': contentType, 'content-length': body.length }).end(body)
  }
  const finish = () => {
    if (isClosed) return
    isClosed = true
    isOpen = false
    pending = []
    slowConsumer[Symbol.dispose]()
    events.onClose()
  }
  const destroy = () => {
    if (websocket !== null) return websocket.destroy()
    isOpen = false
    openPoll?.response.destroy()
    openPoll = null
    if (unread.writableLength > pendingBytes) lastResponse?.destroy()
    finish()
  }

  return {
    write,
    destroy,
    end() {
      if (websocket !== null) return websocket.end()
      write(closeFrame)
      isOpen = false
      respond(pending)
    },
    poll(response, format) {
      if (openPoll !== null || unread.writableLength > pendingBytes) {
        events.onDisconnect(failureCodes.CONCURRENT_POLLS)
        destroy()
        return false
      }
      openPoll = { response, format }
      response.once('close', () => {
        if (response.writableFinished || websocket !== null) return
        events.onDisconnect(failureCodes.CONNECTION_LOST)
        destroy()
      })
      if (pending.length > 0) respond(pending)
      else if (isProbing) respond([noopFrame])
      return true
    },
    setProbing(probing) {
      isProbing = probing
      if (probing) respond(pending.length > 0 ? pending : [noopFrame])
    },
    upgradeTo(target) {
      if (!isOpen) return false
      respond([noopFrame])
      websocket = target
      for (const frame of pending) target.write(frame)
      pending = []
      slowConsumer[Symbol.dispose]()
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

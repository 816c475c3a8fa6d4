import type { ServerResponse } from 'node:http'
import { disconnectCodes, type DisconnectCode } from '@onair/contract'

import { type Frame, encodeFrame } from './frames.ts'
import { closePacket, noopPacket } from './packets.ts'
import { type PayloadFormat, encodePayload } from './polling-requests.ts'
import { SlowConsumerGuard } from './slow-consumer.ts'
import type { Transport, TransportEvents, TransportOptions } from './transport.ts'
import type { WriteScheduler } from './write-scheduler.ts'

const closeFrame = encodeFrame(closePacket)
const noopFrame = encodeFrame(noopPacket)

type OpenPoll = { response: ServerResponse; format: PayloadFormat }

/**
 * Long polling: frames are pending until the client polls for them, or until a websocket takes
 * over. A client that stops polling counts as a slow consumer.
 */
export class PollingTransport implements Transport {
  readonly #events: TransportEvents
  readonly #writeScheduler: WriteScheduler
  readonly #slowConsumer: SlowConsumerGuard
  #pending: Frame[] = []
  #pendingBytes = 0
  #openPoll: OpenPoll | null = null
  #lastResponse: ServerResponse | null = null
  #websocket: Transport | null = null
  #isOpen = true
  #isProbing = false
  #isClosed = false

  constructor({ writeScheduler, ...options }: TransportOptions, events: TransportEvents) {
    this.#events = events
    this.#writeScheduler = writeScheduler
    this.#slowConsumer = new SlowConsumerGuard(this, options, () => this.#disconnect(disconnectCodes.SLOW_CONSUMER))
  }

  /** Whether polling is in use: neither closed nor upgraded. */
  get isPolling(): boolean {
    return this.#isOpen && this.#websocket === null
  }

  get isUpgraded(): boolean {
    return this.#websocket !== null
  }

  /** Bytes that the client has not read yet. */
  get writableLength(): number {
    return this.#pendingBytes + this.#unreadResponseBytes
  }

  get #unreadResponseBytes(): number {
    return this.#lastResponse?.writableLength ?? 0
  }

  write(frame: Frame, mayWait = false): void {
    if (this.#websocket !== null) return this.#websocket.write(frame, mayWait)
    if (!this.#isOpen) return
    this.#pending.push(frame)
    this.#pendingBytes += frame.bytes.length
    if (this.#openPoll !== null && this.#pending.length === 1) this.#writeScheduler.schedule(this)
    this.#slowConsumer.addPending(frame.bytes.length, 1)
  }

  end(): void {
    if (this.#websocket !== null) return this.#websocket.end()
    this.#isOpen = false
    this.#respondWithPending()
  }

  destroy(): void {
    if (this.#websocket !== null) return this.#websocket.destroy()
    this.#isOpen = false
    this.#openPoll?.response.destroy()
    this.#openPoll = null
    if (this.#unreadResponseBytes > 0) this.#lastResponse?.destroy()
    this.#close()
  }

  /**
   * Responds as soon as frames are pending. Returns false and disconnects when another poll is
   * still open.
   */
  poll(response: ServerResponse, format: PayloadFormat): boolean {
    if (this.#openPoll !== null || this.#unreadResponseBytes > 0) {
      this.#disconnect(disconnectCodes.CONCURRENT_POLLS)
      return false
    }
    this.#openPoll = { response, format }
    response.once('close', () => {
      if (!response.writableFinished && this.#websocket === null) this.#disconnect(disconnectCodes.CONNECTION_LOST)
    })
    if (this.#pending.length > 0) this.#respondWithPending()
    // The client decides how often it polls now.
    else if (this.#isProbing && this.#events.onReceived(1, 0)) this.#respond([noopFrame])
    return true
  }

  /**
   * While a websocket is probed every poll gets a response immediately, so that the client can stop
   * polling.
   */
  setProbing(isProbing: boolean): void {
    this.#isProbing = isProbing
    if (!isProbing) return
    if (this.#pending.length > 0) this.#respondWithPending()
    else this.#respond([noopFrame])
  }

  /**
   * Sends pending and all later frames through the websocket. The last frames of a connection that ended while the
   * client switched to the websocket go there too. False when they have been sent already.
   */
  upgradeTo(websocket: Transport): boolean {
    if (this.#isClosed || (!this.#isOpen && this.#pending.length === 0)) return false
    if (this.#isOpen) this.#respond([noopFrame])
    this.#websocket = websocket
    for (const frame of this.#pending) websocket.write(frame)
    this.#pending = []
    this.#slowConsumer[Symbol.dispose]()
    if (!this.#isOpen) websocket.end()
    return true
  }

  /** Called by the write scheduler. */
  flush(): void {
    if (this.#pending.length > 0) this.#respondWithPending()
  }

  #respondWithPending(): void {
    if (this.#openPoll === null) return
    const frames = this.#pending
    this.#pending = []
    this.#pendingBytes = 0
    this.#respond(frames)
  }

  #respond(frames: Frame[]): void {
    if (this.#openPoll === null) return
    const { response, format } = this.#openPoll
    this.#openPoll = null
    this.#lastResponse = response
    if (!this.#isOpen) response.once('finish', () => this.#close())
    const { contentType, body } = encodePayload(this.#isOpen ? frames : [...frames, closeFrame], format)
    response.writeHead(200, { 'content-type': contentType, 'content-length': body.length }).end(body)
  }

  #disconnect(code: DisconnectCode): void {
    this.#events.onDisconnect(code)
    this.destroy()
  }

  #close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#isOpen = false
    this.#pending = []
    this.#slowConsumer[Symbol.dispose]()
    this.#events.onClose()
  }
}

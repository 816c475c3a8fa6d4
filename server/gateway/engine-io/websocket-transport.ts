import type { Duplex } from 'node:stream'

import type { WebSocket } from 'ws'
import { disconnectCodes } from '@onair/contract'

import { type Frame, encodePong } from './frames.ts'
import { parseBinaryFrame, parseTextFrame } from './packets.ts'
import { SlowConsumerGuard } from './slow-consumer.ts'
import type { Transport, TransportEvents, TransportOptions } from './transport.ts'
import type { WriteScheduler } from './write-scheduler.ts'

/**
 * A websocket. Writes bypass `ws` and go to its stream, so that a frame is encoded once for all its
 * receivers.
 */
export class WebsocketTransport implements Transport {
  readonly #websocket: WebSocket
  readonly #stream: Duplex
  readonly #writeScheduler: WriteScheduler
  readonly #slowConsumer: SlowConsumerGuard
  #outbox: Buffer[] = []
  #isOpen = true

  constructor(
    websocket: WebSocket,
    stream: Duplex,
    { writeScheduler, ...options }: TransportOptions,
    events: TransportEvents,
  ) {
    this.#websocket = websocket
    this.#stream = stream
    this.#writeScheduler = writeScheduler
    this.#slowConsumer = new SlowConsumerGuard(stream, options, () => {
      this.#isOpen = false
      events.onDisconnect(disconnectCodes.SLOW_CONSUMER)
      websocket.terminate()
    })
    this.#listen(events)
  }

  write({ bytes }: Frame): void {
    if (!this.#isOpen) return
    if (this.#outbox.length > 0) this.#outbox.push(bytes)
    else if (this.#writeScheduler.tryAcquire()) this.#writeNow(bytes, 1)
    else {
      this.#outbox.push(bytes)
      this.#writeScheduler.schedule(this.#flushOutbox)
    }
  }

  end(): void {
    this.#flushOutbox()
    this.#isOpen = false
    this.#websocket.close()
  }

  destroy(): void {
    this.#websocket.terminate()
  }

  #listen(events: TransportEvents): void {
    // Bytes are counted as they arrive: frames have headers, and a message may consist of any number of frames.
    this.#stream.on('data', (bytes: Buffer) => events.onReceived(0, bytes.length))
    this.#websocket.on('message', (data: Buffer, isBinary) => {
      if (events.onReceived(1, 0)) events.onPacket(isBinary ? parseBinaryFrame(data) : parseTextFrame(data.toString()))
    })
    // Pongs count as pending writes: a client that pings and does not read the pongs is a slow consumer.
    this.#websocket.on('ping', (data) => {
      if (events.onReceived(1, 0)) this.write(encodePong(data))
    })
    this.#websocket.on('pong', () => events.onReceived(1, 0))
    this.#websocket.on('error', () => events.onDisconnect(disconnectCodes.MALFORMED_FRAME))
    this.#websocket.on('close', () => {
      this.#isOpen = false
      this.#slowConsumer[Symbol.dispose]()
      events.onDisconnect(disconnectCodes.CONNECTION_LOST)
      events.onClose()
    })
  }

  readonly #flushOutbox = (): void => {
    const packets = this.#outbox.length
    if (packets === 0) return
    const bytes = packets === 1 ? this.#outbox[0]! : Buffer.concat(this.#outbox)
    this.#outbox = []
    this.#writeNow(bytes, packets)
  }

  #writeNow(bytes: Buffer, packets: number): void {
    // `ws` replies to a close frame and ends the stream before it emits an event.
    if (!this.#isOpen || !this.#stream.writable) return
    this.#stream.write(bytes)
    if (this.#stream.writableLength > 0) this.#slowConsumer.addPending(bytes.length, packets)
  }
}

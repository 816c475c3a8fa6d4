import type { Duplex } from 'node:stream'

import { WebSocket } from 'ws'
import { disconnectCodes } from '@onair/contract'

import { type Frame, encodePong } from './frames.ts'
import { parseBinaryFrame, parseTextFrame } from './packets.ts'
import { SlowConsumerGuard } from './slow-consumer.ts'
import type { Transport, TransportEvents, TransportOptions } from './transport.ts'

/** A websocket that knows its transport, so that all websockets share their listeners. */
export class ClientWebSocket extends WebSocket {
  transport: WebsocketTransport | null = null
}

/** More bytes than this do not wait for further frames. */
const maxGatheredBytes = 32 * 1024

/**
 * A websocket. Writes bypass `ws` and go to its stream, so that a frame is encoded once for all its
 * receivers. Thousands are idle at a time, so what only slow consumers need is created for them.
 */
export class WebsocketTransport implements Transport {
  readonly #websocket: ClientWebSocket
  readonly #stream: Duplex
  readonly #options: TransportOptions
  readonly #events: TransportEvents
  #slowConsumer: SlowConsumerGuard | null = null
  #outbox: Buffer[] | null = null
  #outboxBytes = 0
  #isOpen = true

  constructor(websocket: ClientWebSocket, stream: Duplex, options: TransportOptions, events: TransportEvents) {
    this.#websocket = websocket
    this.#stream = stream
    this.#options = options
    this.#events = events
    // Bytes are counted as they arrive: frames have headers, and a message may consist of any number of frames.
    stream.on('data', (bytes: Buffer) => this.#events.onReceived(0, bytes.length))
    websocket.transport = this
    websocket.on('message', onMessage)
    websocket.on('ping', onPing)
    websocket.on('pong', onPong)
    websocket.on('error', onError)
    websocket.on('close', onClose)
  }

  write({ bytes }: Frame, mayWait = false): void {
    if (!this.#isOpen) return
    const { writeScheduler } = this.#options
    if (this.#outbox !== null) {
      this.#outbox.push(bytes)
      this.#outboxBytes += bytes.length
    } else if (mayWait && this.#stream.writableLength === 0) {
      // The pending bytes of a slow consumer must be known at once. Its writes cost little: they only fill its buffer.
      this.#outbox = [bytes]
      this.#outboxBytes = bytes.length
      writeScheduler.gather(this)
    } else if (writeScheduler.tryAcquire()) return this.#writeNow(bytes, 1)
    else {
      this.#outbox = [bytes]
      this.#outboxBytes = bytes.length
      writeScheduler.schedule(this)
    }
    if (this.#outboxBytes > maxGatheredBytes && this.#outboxBytes - bytes.length <= maxGatheredBytes)
      writeScheduler.schedule(this)
  }

  end(): void {
    this.flush()
    this.#isOpen = false
    this.#websocket.close()
  }

  destroy(): void {
    this.#websocket.terminate()
  }

  flush(): void {
    const frames = this.#outbox
    if (frames === null) return
    this.#outbox = null
    this.#outboxBytes = 0
    this.#writeNow(this.#options.writeScheduler.combine(frames), frames.length)
  }

  receive(data: Buffer, isBinary: boolean): void {
    if (this.#events.onReceived(1, 0))
      this.#events.onPacket(isBinary ? parseBinaryFrame(data) : parseTextFrame(data.toString()))
  }

  /** Pongs count as pending writes: a client that pings and does not read the pongs is a slow consumer. */
  receivePing(data: Buffer): void {
    if (this.#events.onReceived(1, 0)) this.write(encodePong(data))
  }

  receivePong(): void {
    this.#events.onReceived(1, 0)
  }

  fail(): void {
    this.#events.onDisconnect(disconnectCodes.MALFORMED_FRAME)
  }

  closed(): void {
    this.#isOpen = false
    this.#outbox = null
    this.#slowConsumer?.[Symbol.dispose]()
    this.#events.onDisconnect(disconnectCodes.CONNECTION_LOST)
    this.#events.onClose()
  }

  #writeNow(bytes: Buffer, packets: number): void {
    // `ws` replies to a close frame and ends the stream before it emits an event.
    if (!this.#isOpen || !this.#stream.writable) return
    this.#stream.write(bytes)
    if (this.#stream.writableLength > 0) this.#guardSlowConsumer().addPending(bytes.length, packets)
  }

  #guardSlowConsumer(): SlowConsumerGuard {
    return (this.#slowConsumer ??= new SlowConsumerGuard(this.#stream, this.#options, () => {
      this.#isOpen = false
      this.#events.onDisconnect(disconnectCodes.SLOW_CONSUMER)
      this.#websocket.terminate()
    }))
  }
}

function onMessage(this: WebSocket, data: Buffer, isBinary: boolean): void {
  transportOf(this).receive(data, isBinary)
}

function onPing(this: WebSocket, data: Buffer): void {
  transportOf(this).receivePing(data)
}

function onPong(this: WebSocket): void {
  transportOf(this).receivePong()
}

function onError(this: WebSocket): void {
  transportOf(this).fail()
}

function onClose(this: WebSocket): void {
  transportOf(this).closed()
}

function transportOf(websocket: WebSocket): WebsocketTransport {
  return (websocket as ClientWebSocket).transport!
}

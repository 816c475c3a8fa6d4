import type { Duplex } from 'node:stream'

import type { WebSocket } from 'ws'
import { failureCodes } from '@onair/contract'

import type { Clock } from '../../infra/clock.ts'
import { type Frame, encodePong } from './frames.ts'
import { parseBinaryFrame, parseTextFrame } from './packets.ts'
import { SlowConsumerGuard, type SlowConsumerLimits } from './slow-consumer.ts'
import type { Transport, TransportEvents } from './transport.ts'
import type { WriteScheduler } from './write-scheduler.ts'

/** A websocket, written to through the stream below it, so that bytes framed once serve every listener of an event. */
export function createWebsocketTransport(
  websocket: WebSocket,
  stream: Duplex,
  { clock, writeScheduler, limits }: { clock: Clock; writeScheduler: WriteScheduler; limits: SlowConsumerLimits },
  events: TransportEvents,
): Transport {
  let outbox: Buffer[] = []
  let isOpen = true

  const disconnectSlowConsumer = () => {
    isOpen = false
    events.onDisconnect(failureCodes.SLOW_CONSUMER)
    websocket.terminate()
  }
  const slowConsumer = new SlowConsumerGuard(stream, clock, limits, disconnectSlowConsumer)

  const writeNow = (bytes: Buffer, packets: number) => {
    // `ws` answers a client's goodbye and ends the stream before it tells anyone.
    if (!isOpen || !stream.writable) return
    stream.write(bytes)
    if (stream.writableLength > 0) slowConsumer.addPending(bytes.length, packets)
  }
  const flushOutbox = () => {
    const packets = outbox.length
    if (packets === 0) return
    const bytes = packets === 1 ? outbox[0]! : Buffer.concat(outbox)
    outbox = []
    writeNow(bytes, packets)
  }
  const write = ({ bytes }: Frame) => {
    if (!isOpen) return
    if (outbox.length > 0) outbox.push(bytes)
    else if (writeScheduler.tryAcquire()) writeNow(bytes, 1)
    else {
      outbox.push(bytes)
      writeScheduler.schedule(flushOutbox)
    }
  }

  websocket.on('message', (data: Buffer, isBinary) =>
    events.onPacket(isBinary ? parseBinaryFrame(data) : parseTextFrame(data.toString())),
  )
  // The pong goes the way of everything else: who pings without reading the answers is a slow reader too.
  websocket.on('ping', (data) => write(encodePong(data)))
  websocket.on('error', () => events.onDisconnect(failureCodes.MALFORMED_FRAME))
  websocket.on('close', () => {
    isOpen = false
    slowConsumer[Symbol.dispose]()
    events.onDisconnect(failureCodes.CONNECTION_LOST)
    events.onClose()
  })

  return {
    write,
    end() {
      flushOutbox()
      isOpen = false
      websocket.close()
    },
    destroy: () => websocket.terminate(),
  }
}

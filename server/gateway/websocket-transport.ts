import type { Duplex } from 'node:stream'

import type { WebSocket } from 'ws'
import { causes } from '@onair/contract'

import type { Clock } from '../world/clock.ts'
import { type Frame, websocketPong } from './frames.ts'
import { readBinary, readText } from './packets.ts'
import { slowReader, type SlowReaderLimits } from './slow-reader.ts'
import type { Transport, TransportEvents } from './transport.ts'
import type { Turns } from './turns.ts'

/** A websocket, written to through the stream below it, so that bytes framed once serve every listener of an event. */
export function websocketTransport(
  websocket: WebSocket,
  stream: Duplex,
  { clock, turns, limits }: { clock: Clock; turns: Turns; limits: SlowReaderLimits },
  events: TransportEvents,
): Transport {
  let outbox: Buffer[] = []
  let isOpen = true

  const giveUp = () => {
    isOpen = false
    events.lost(causes.SLOW_READER)
    websocket.terminate()
  }
  const reader = slowReader(stream, clock, limits, giveUp)

  const put = (bytes: Buffer, packets: number) => {
    // `ws` answers a client's goodbye and ends the stream before it tells anyone.
    if (!isOpen || !stream.writable) return
    stream.write(bytes)
    if (stream.writableLength > 0) reader.isBehind(bytes.length, packets)
  }
  const putOutbox = () => {
    const packets = outbox.length
    if (packets === 0) return
    const bytes = packets === 1 ? outbox[0]! : Buffer.concat(outbox)
    outbox = []
    put(bytes, packets)
  }
  const write = ({ bytes }: Frame) => {
    if (!isOpen) return
    if (outbox.length > 0) outbox.push(bytes)
    else if (turns.mayWriteNow()) put(bytes, 1)
    else {
      outbox.push(bytes)
      turns.later(putOutbox)
    }
  }

  websocket.on('message', (data: Buffer, isBinary) =>
    events.packet(isBinary ? readBinary(data) : readText(data.toString())),
  )
  // The pong goes the way of everything else: who pings without reading the answers is a slow reader too.
  websocket.on('ping', (data) => write(websocketPong(data)))
  websocket.on('error', () => events.lost(causes.MALFORMED_FRAME))
  websocket.on('close', () => {
    isOpen = false
    reader[Symbol.dispose]()
    events.lost(causes.CLIENT_WENT_AWAY)
    events.gone()
  })

  return {
    write,
    end() {
      putOutbox()
      isOpen = false
      websocket.close()
    },
    destroy: () => websocket.terminate(),
  }
}

import { causes } from '@onair/contract'
import { type Frame, frame } from './frames.ts'
import * as packets from './packets.ts'
import type { Transport, TransportEvents } from './transport.ts'

/** A connected client, as the rest of the gateway sees it. Sending to one that is gone does nothing. */
export type SessionSocket = {
  send(frame: Frame): void
  /** Sends one event to this client alone; the payload is JSON text. */
  emit(event: string, payloadJson: string): void
  /** Says goodbye, closes, and reports `reason` to `closed` before it returns. */
  close(reason: string): void
}

/** Whoever an `auth` let in. `closed` is called once, also when the client left before `opened` could be called. */
export type Admitted = {
  opened(socket: SessionSocket): void
  /** Each time the client is heard of. */
  heard?(): void
  closed(reason: string): void
}

export type SessionLog = { error(fields: object, message: string): void }

export type Session = { close(reason: string): void }

type Surroundings = {
  handshake: string
  openTransport: (events: TransportEvents) => Transport
  heard: () => void
  over: () => void
  gone: () => void
  admit: () => Promise<Admitted | null>
  log: SessionLog
}

const connect = frame(packets.connectPacket)
const disconnect = frame(packets.disconnectPacket)
const authFail = frame(packets.eventPacket('error', '"auth fail"'))
const emptyPong = frame(packets.pongPacket(''))

/** One client from handshake to goodbye. Its pings are answered while it is still being decided whether it may stay. */
export function startSession({ handshake, openTransport, heard, over, gone, admit, log }: Surroundings): Session {
  let overBecause: string | null = null
  let admitted: Admitted | null = null

  const transport = openTransport({
    packet(packet) {
      if (overBecause !== null) return
      heard()
      admitted?.heard?.()
      if (packet.type === 'ping')
        transport.write(packet.data === '' ? emptyPong : frame(packets.pongPacket(packet.data)))
      else if (packet.type === 'join') transport.write(frame(packets.noSuchNamespacePacket(packet.namespace)))
      else if (packet.type === 'leave') close(causes.CLIENT_LEFT)
      else if (packet.type === 'malformed') close(causes.MALFORMED_FRAME)
    },
    lost: (reason) => finish(reason),
    gone,
  })
  transport.write(frame(handshake))
  void letIn()

  async function letIn() {
    try {
      admitted = await admit()
      if (overBecause !== null) return admitted?.closed(overBecause)

      transport.write(connect)
      if (admitted === null) {
        transport.write(authFail)
        return close(causes.AUTH_FAIL)
      }
      admitted.opened({
        send: transport.write,
        emit: (event, payloadJson) => transport.write(frame(packets.eventPacket(event, payloadJson))),
        close,
      })
    } catch (error) {
      log.error({ error }, 'session.failed')
      close(causes.FAILED_TO_OPEN)
    }
  }
  function close(reason: string) {
    if (overBecause !== null) return
    transport.write(disconnect)
    transport.end()
    finish(reason)
  }
  function finish(reason: string) {
    if (overBecause !== null) return
    overBecause = reason
    over()
    admitted?.closed(reason)
  }
  return { close }
}

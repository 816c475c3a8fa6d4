import { failureCodes } from '@onair/contract'
import { type Frame, encodeFrame } from './engine-io/frames.ts'
import * as packets from './engine-io/packets.ts'
import type { Transport, TransportEvents } from './engine-io/transport.ts'

/** A connected client, as the rest of the gateway sees it. Sending to one that is gone does nothing. */
export type ClientSocket = {
  send(frame: Frame): void
  /** Sends one event to this client alone; the payload is JSON text. */
  emit(event: string, payloadJson: string): void
  /** Says goodbye, closes, and reports `reason` to `closed` before it returns. */
  close(reason: string): void
}

/** Whoever an `auth` let in. `closed` is called once, also when the client left before `opened` could be called. */
export type ConnectionHandler = {
  onOpen(socket: ClientSocket): void
  /** Each time the client is heard of. */
  onActivity?(): void
  onClose(reason: string): void
}

export type ConnectionLog = { error(fields: object, message: string): void }

export type Connection = { close(reason: string): void }

type ConnectionOptions = {
  handshake: string
  openTransport: (events: TransportEvents) => Transport
  onActivity: () => void
  onDisconnect: () => void
  onTransportClosed: () => void
  authenticate: () => Promise<ConnectionHandler | null>
  log: ConnectionLog
}

const connectFrame = encodeFrame(packets.connectPacket)
const disconnectFrame = encodeFrame(packets.disconnectPacket)
const authFailFrame = encodeFrame(packets.eventPacket('error', '"auth fail"'))
const emptyPongFrame = encodeFrame(packets.pongPacket(''))

/** One client from handshake to goodbye. Its pings are answered while it is still being decided whether it may stay. */
export function startConnection({
  handshake,
  openTransport,
  onActivity,
  onDisconnect,
  onTransportClosed,
  authenticate,
  log,
}: ConnectionOptions): Connection {
  let closeReason: string | null = null
  let handler: ConnectionHandler | null = null

  const transport = openTransport({
    onPacket(packet) {
      if (closeReason !== null) return
      onActivity()
      handler?.onActivity?.()
      if (packet.type === 'ping')
        transport.write(packet.data === '' ? emptyPongFrame : encodeFrame(packets.pongPacket(packet.data)))
      else if (packet.type === 'connect-namespace')
        transport.write(encodeFrame(packets.invalidNamespacePacket(packet.namespace)))
      else if (packet.type === 'disconnect') close(failureCodes.CLIENT_DISCONNECTED)
      else if (packet.type === 'malformed') close(failureCodes.MALFORMED_FRAME)
    },
    onDisconnect: (reason) => finish(reason),
    onClose: onTransportClosed,
  })
  transport.write(encodeFrame(handshake))
  void authenticateClient()

  async function authenticateClient() {
    try {
      handler = await authenticate()
      if (closeReason !== null) return handler?.onClose(closeReason)

      transport.write(connectFrame)
      if (handler === null) {
        transport.write(authFailFrame)
        return close(failureCodes.AUTH_FAILED)
      }
      handler.onOpen({
        send: transport.write,
        emit: (event, payloadJson) => transport.write(encodeFrame(packets.eventPacket(event, payloadJson))),
        close,
      })
    } catch (error) {
      log.error({ error }, 'connection.authenticate_failed')
      close(failureCodes.OPEN_FAILED)
    }
  }
  function close(reason: string) {
    if (closeReason !== null) return
    transport.write(disconnectFrame)
    transport.end()
    finish(reason)
  }
  function finish(reason: string) {
    if (closeReason !== null) return
    closeReason = reason
    onDisconnect()
    handler?.onClose(reason)
  }
  return { close }
}

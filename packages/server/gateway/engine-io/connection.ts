import { disconnectCodes, type DisconnectCode } from '@onair/contract'
import type { FrameFilter } from '../../hooks.ts'
import { type Frame, encodeFrame } from './frames.ts'
import * as packets from './packets.ts'
import type { ReceiveLimit } from './receive-limit.ts'
import type { OpenTransport, Transport, TransportEvents } from './transport.ts'

/** A connected client, as the rest of the gateway sees it. Sending to a closed one does nothing. */
export type ClientSocket = {
  /** A frame that may wait is sent a few milliseconds later, together with further ones. */
  send(frame: Frame, mayWait?: boolean): void
  /** Sends one event to this client; the payload is JSON text. */
  emit(eventName: string, payloadJson: string): void
  /** Sends a disconnect packet, closes, and calls `onClose(code)` before it returns. */
  close(code: DisconnectCode): void
}

/** The socket as the handler of the client sees it. */
export type OpenSocket = ClientSocket & {
  /** Sends a frame past the filter. */
  write(frame: Frame): void
  /** Ends the connection without a disconnect packet, as a network does. */
  cut(): void
}

/** Receives the events of an authenticated client. */
export type ConnectionHandler = {
  onOpen(socket: OpenSocket): void
  /** Sees the events and pongs that the client is sent. */
  readonly filter?: FrameFilter
  /** Called for every packet of the client. */
  onActivity?(): void
  /** Called once, even when the client disconnected before `onOpen`. */
  onClose(code: DisconnectCode): void
}

export type ConnectionLog = { error(fields: object, message: string): void }

/** The server of a connection, which all its connections share. */
export type ConnectionHost = {
  /** Null rejects the client. */
  authenticate(ticket: string): Promise<ConnectionHandler | null>
  onActivity(connection: Connection): void
  onDisconnect(connection: Connection, code: DisconnectCode): void
  /** Called before an event is emitted or the connection is closed: it may `send` what has to arrive earlier. */
  deliverWaiting(connection: Connection): void
  /** Called when the transport is closed and nothing is pending, always after `onDisconnect`. */
  onTransportClosed(connection: Connection): void
  log: ConnectionLog
}

export type ConnectionOptions = {
  handshake: string
  ticket: string
  openTransport: OpenTransport
  /** Called when the client is authenticated or its transport is closed, or both. */
  endPending: () => void
  receiveLimit: ReceiveLimit
}

const connectFrame = encodeFrame(packets.connectPacket)
const disconnectFrame = encodeFrame(packets.disconnectPacket)
const authFailFrame = encodeFrame(packets.eventPacket('error', '"auth fail"'))
const emptyPongFrame = encodeFrame(packets.pongPacket(''))

function doNothing(): void {}

/**
 * A client from handshake to disconnect. Pings get responses while the client is being
 * authenticated.
 */
export class Connection implements OpenSocket, TransportEvents {
  readonly #host: ConnectionHost
  readonly #transport: Transport
  readonly #receiveLimit: ReceiveLimit
  #endPending: () => void
  #handler: ConnectionHandler | null = null
  #closeCode: DisconnectCode | null = null

  /** Keeps nothing of the request of the client: thousands of connections are idle at a time. */
  constructor(host: ConnectionHost, { handshake, ticket, openTransport, endPending, receiveLimit }: ConnectionOptions) {
    this.#host = host
    this.#receiveLimit = receiveLimit
    this.#endPending = endPending
    this.#transport = openTransport(this)
    this.#transport.write(encodeFrame(handshake))
    void this.#authenticate(ticket)
  }

  send(frame: Frame, mayWait = false): void {
    if (this.#handler?.filter?.onFrame(frame, this) !== true) this.#transport.write(frame, mayWait)
  }

  emit(eventName: string, payloadJson: string): void {
    this.#host.deliverWaiting(this)
    this.send(encodeFrame(packets.eventPacket(eventName, payloadJson)))
  }

  write(frame: Frame): void {
    this.#transport.write(frame)
  }

  close(code: DisconnectCode): void {
    if (this.#closeCode !== null) return
    this.#host.deliverWaiting(this)
    this.#handler?.filter?.onClosing(this)
    this.#transport.write(disconnectFrame)
    this.#transport.end()
    this.onDisconnect(code)
  }

  cut(): void {
    this.onDisconnect(disconnectCodes.CONNECTION_LOST)
    this.destroy()
  }

  /** Closes the transport immediately and drops what is pending. */
  destroy(): void {
    this.#transport.destroy()
  }

  async #authenticate(ticket: string): Promise<void> {
    try {
      this.#handler = await this.#host.authenticate(ticket)
      if (this.#handler !== null) this.#leavePending()
      if (this.#closeCode !== null) return this.#endHandler(this.#closeCode)

      this.#transport.write(connectFrame)
      if (this.#handler !== null) return this.#handler.onOpen(this)
      this.#transport.write(authFailFrame)
      this.close(disconnectCodes.AUTH_FAILED)
    } catch (error) {
      this.#host.log.error({ error }, 'connection.authenticate_failed')
      this.close(disconnectCodes.OPEN_FAILED)
    }
  }

  onReceived(frames: number, bytes: number): boolean {
    if (this.#closeCode !== null) return this.#closeCode !== disconnectCodes.TOO_MANY_FRAMES
    if (this.#receiveLimit.take(frames, bytes)) return true
    this.close(disconnectCodes.TOO_MANY_FRAMES)
    // The server does not read what the client sent beyond the limit.
    this.destroy()
    return false
  }

  onPacket(packet: packets.ClientPacket): void {
    if (this.#closeCode !== null) return
    this.#host.onActivity(this)
    this.#handler?.onActivity?.()
    if (packet.type === 'ping') this.#answerPing(packet.data)
    else if (packet.type === 'connect-namespace')
      this.#transport.write(encodeFrame(packets.invalidNamespacePacket(packet.namespace)))
    else if (packet.type === 'disconnect') this.close(disconnectCodes.CLIENT_DISCONNECTED)
    else if (packet.type === 'malformed') this.close(disconnectCodes.MALFORMED_FRAME)
  }

  #answerPing(data: string): void {
    const sendPong = () => this.#transport.write(data === '' ? emptyPongFrame : encodeFrame(packets.pongPacket(data)))
    if (this.#handler?.filter?.onPong(sendPong) !== true) sendPong()
  }

  onDisconnect(code: DisconnectCode): void {
    if (this.#closeCode !== null) return
    this.#closeCode = code
    this.#host.onDisconnect(this, code)
    this.#endHandler(code)
  }

  onClose(): void {
    this.#leavePending()
    this.#host.onTransportClosed(this)
  }

  #endHandler(code: DisconnectCode): void {
    this.#handler?.filter?.onClose()
    this.#handler?.onClose(code)
  }

  #leavePending(): void {
    this.#endPending()
    this.#endPending = doNothing
  }
}

import { disconnectCodes, type DisconnectCode } from '@onair/contract'
import { type Frame, encodeFrame } from './frames.ts'
import * as packets from './packets.ts'
import type { ReceiveLimit } from './receive-limit.ts'
import type { OpenTransport, Transport } from './transport.ts'

/** A connected client, as the rest of the gateway sees it. Sending to a closed one does nothing. */
export type ClientSocket = {
  send(frame: Frame): void
  /** Sends one event to this client; the payload is JSON text. */
  emit(eventName: string, payloadJson: string): void
  /** Sends a disconnect packet, closes, and calls `onClose(code)` before it returns. */
  close(code: DisconnectCode): void
}

/** Receives the events of an authenticated client. */
export type ConnectionHandler = {
  onOpen(socket: ClientSocket): void
  /** Called for every packet of the client. */
  onActivity?(): void
  /** Called once, even when the client disconnected before `onOpen`. */
  onClose(code: DisconnectCode): void
}

export type ConnectionLog = { error(fields: object, message: string): void }

export type ConnectionOptions = {
  handshake: string
  openTransport: OpenTransport
  /** Null rejects the client. */
  authenticate: () => Promise<ConnectionHandler | null>
  onActivity: () => void
  onDisconnect: (code: DisconnectCode) => void
  /** Called when the transport is closed and nothing is pending, always after `onDisconnect`. */
  onTransportClosed: () => void
  receiveLimit: ReceiveLimit
  log: ConnectionLog
}

const connectFrame = encodeFrame(packets.connectPacket)
const disconnectFrame = encodeFrame(packets.disconnectPacket)
const authFailFrame = encodeFrame(packets.eventPacket('error', '"auth fail"'))
const emptyPongFrame = encodeFrame(packets.pongPacket(''))

/**
 * One client from handshake to disconnect. Pings get responses while the client is being
 * authenticated.
 */
export class Connection implements ClientSocket {
  readonly #options: ConnectionOptions
  readonly #transport: Transport
  #handler: ConnectionHandler | null = null
  #closeCode: DisconnectCode | null = null

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#transport = options.openTransport({
      onPacket: (packet) => this.#receive(packet),
      onReceived: (frames, bytes) => this.#countReceived(frames, bytes),
      onDisconnect: (code) => this.#disconnected(code),
      onClose: options.onTransportClosed,
    })
    this.#transport.write(encodeFrame(options.handshake))
    void this.#authenticate()
  }

  send(frame: Frame): void {
    this.#transport.write(frame)
  }

  emit(eventName: string, payloadJson: string): void {
    this.#transport.write(encodeFrame(packets.eventPacket(eventName, payloadJson)))
  }

  close(code: DisconnectCode): void {
    if (this.#closeCode !== null) return
    this.#transport.write(disconnectFrame)
    this.#transport.end()
    this.#disconnected(code)
  }

  /** Closes the transport immediately and drops what is pending. */
  destroy(): void {
    this.#transport.destroy()
  }

  async #authenticate(): Promise<void> {
    try {
      this.#handler = await this.#options.authenticate()
      if (this.#closeCode !== null) return this.#handler?.onClose(this.#closeCode)

      this.#transport.write(connectFrame)
      if (this.#handler !== null) return this.#handler.onOpen(this)
      this.#transport.write(authFailFrame)
      this.close(disconnectCodes.AUTH_FAILED)
    } catch (error) {
      this.#options.log.error({ error }, 'connection.authenticate_failed')
      this.close(disconnectCodes.OPEN_FAILED)
    }
  }

  #countReceived(frames: number, bytes: number): boolean {
    if (this.#closeCode !== null) return this.#closeCode !== disconnectCodes.TOO_MANY_FRAMES
    if (this.#options.receiveLimit.take(frames, bytes)) return true
    this.close(disconnectCodes.TOO_MANY_FRAMES)
    // What the client sent beyond the limit is not read.
    this.destroy()
    return false
  }

  #receive(packet: packets.ClientPacket): void {
    if (this.#closeCode !== null) return
    this.#options.onActivity()
    this.#handler?.onActivity?.()
    if (packet.type === 'ping')
      this.#transport.write(packet.data === '' ? emptyPongFrame : encodeFrame(packets.pongPacket(packet.data)))
    else if (packet.type === 'connect-namespace')
      this.#transport.write(encodeFrame(packets.invalidNamespacePacket(packet.namespace)))
    else if (packet.type === 'disconnect') this.close(disconnectCodes.CLIENT_DISCONNECTED)
    else if (packet.type === 'malformed') this.close(disconnectCodes.MALFORMED_FRAME)
  }

  #disconnected(code: DisconnectCode): void {
    if (this.#closeCode !== null) return
    this.#closeCode = code
    this.#options.onDisconnect(code)
    this.#handler?.onClose(code)
  }
}

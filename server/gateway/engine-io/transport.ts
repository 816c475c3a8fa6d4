import type { Frame } from './frames.ts'
import type { ClientPacket } from './packets.ts'

/** A way to one client. Frames arrive in the order they were written, or not at all. */
export type Transport = {
  write: (frame: Frame) => void
  /** Closes politely: what was written before still arrives. */
  end: () => void
  /** Closes now, whatever still waits. */
  destroy: () => void
}

/** What a transport tells the session that sits on it. */
export type TransportEvents = {
  onPacket(packet: ClientPacket): void
  /** The client hung up, broke the rules of the transport, or was given up. May come more than once. */
  onDisconnect(reason: string): void
  /** Nothing is left, not even a goodbye on its way. Comes once. */
  onClose(): void
}

import type { DisconnectCode } from '@onair/contract'
import type { Clock } from '../../infra/clock.ts'
import type { Frame } from './frames.ts'
import type { ClientPacket } from './packets.ts'
import type { PendingTotal, SlowConsumerLimits } from './slow-consumer.ts'
import type { WriteScheduler } from './write-scheduler.ts'

/**
 * Carries frames to one client. They arrive in the order in which they were written, or not at all.
 */
export type Transport = {
  /** A frame that may wait is written a few milliseconds later, together with further ones. */
  write(frame: Frame, mayWait?: boolean): void
  /** Closes after everything that was written has been sent. */
  end(): void
  /** Closes immediately and drops what is pending. */
  destroy(): void
}

/** The events that a transport reports to its connection. */
export type TransportEvents = {
  onPacket(packet: ClientPacket): void
  /**
   * To be called for what the client sent, before its packets. False when that is more than it may send, and the
   * connection is closed.
   */
  onReceived(frames: number, bytes: number): boolean
  /**
   * The client disconnected, violated the protocol of the transport, or is a slow consumer. May be
   * called repeatedly.
   */
  onDisconnect(code: DisconnectCode): void
  /** The transport is closed and everything pending was sent or dropped. Called once. */
  onClose(): void
}

export type OpenTransport = (events: TransportEvents) => Transport

export type TransportOptions = {
  clock: Clock
  writeScheduler: WriteScheduler
  pendingTotal: PendingTotal
  limits: SlowConsumerLimits
}

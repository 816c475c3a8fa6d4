import type { SeenRequest } from './seen-request.ts'

/** A session of the program, or a connection that was refused. */
export type SeenSession = {
  /** Identifies the URL of the session: connections with the same URL have the same value. */
  readonly urlId: string
  /** `sessionKey` is null and `connectedAt` is Infinity until SYSTEM `connected`. */
  sessionKey: string | null
  connectedAt: number
  /** When SYSTEM `revoked` was last sent. */
  revokedAt: number
  /** `CHAT`, `DONATION`, `SUBSCRIPTION`. */
  readonly subscribed: Set<string>
  isOpen: boolean
}

/** The traffic of the program, as certify sees it. */
export type Traffic = AsyncDisposable & {
  readonly requests: readonly SeenRequest[]
  readonly sessions: readonly SeenSession[]
  /** Whether secrets in requests are replaced by `redaction`. */
  readonly isRedacted: boolean
  /** Milliseconds since the start. */
  now(): number
  /** Resolves when `requests` and `sessions` have what has happened so far. */
  sync(): Promise<void>
  /** The clock of the sandbox was moved. */
  clockMoved(advancedSec: number): void
}

/** Requests and sessions that are kept; older ones are forgotten. */
export const maxSeen = 20_000
export const redaction = '•••'

import type { ModerationAction } from '@onair/contract'

/** The counts of a process for its operator. `openPrometheus` implements them; they are free without ONAIR_OPS_PORT. */
export type Metrics = {
  /** `operation`: a name of the contract, a page as `GET /sign-in`, `files` or `other`. `refusal`: an error code. */
  requestServed(request: { operation: string; status: number; seconds: number; refusal: string | null }): void
  /** A person signed up or could not sign in, or a moderator acted. */
  actionDone(action: CountedAction): void
  /** Messages of chats were stored. */
  messagesSent(count: number): void
  /** An event was passed to this number of sockets. */
  eventSent(event: string, sockets: number): void
  /** `code`: a disconnect code. */
  sessionEnded(code: string): void
  attemptEnded(outcome: string, seconds: number): void
  /** A mail left the queue, or did not enter it because the person had too many of its kind. */
  mailEnded(outcome: MailOutcome): void
  /** An attempt to cut an encoder at a media server has ended. */
  encoderCutAttempted(outcome: EncoderCutOutcome): void
  /** A connection was refused before it carried a session or a request. */
  connectionRefused(reason: ConnectionRefusal): void
  /** `command`: a name of Redis. */
  redisCommandEnded(command: string, outcome: 'ok' | 'failed', seconds: number): void
  /** `connection`: what this process uses it for. */
  redisReconnected(connection: string): void
  /** Reads the pending rows of a queue at each scrape. Queues with one name are added up. */
  observeQueue(queue: Queue): Disposable
  /** Reads a value at each scrape. A value that cannot be read is left out. */
  observe(name: ObservedMetric, read: () => number | null | Promise<number | null>): Disposable
}

/** The names are those of the audit log. */
export type CountedAction = 'account.created' | 'account.sign_in_failed' | ModerationAction

export type MailOutcome = 'sent' | 'rejected' | 'bounced' | 'limited'

/** `exhausted`: the last attempt failed or found no encoder, too. */
export type EncoderCutOutcome = 'cut' | 'failed' | 'exhausted'

export type Queue = { readonly name: string; readonly pendingRows: number }

export type ConnectionRefusal =
  | 'open_files'
  | 'network_limit'
  | 'stopping'
  | 'fault'
  | 'bad_handshake'
  | 'unknown_host'
  | 'forwarded'
  | 'bad_ticket'
  | 'not_opened'

/**
 * Metrics whose values are read at each scrape. Those that end with `_total` only increase. Several readers of one metric are
 * added up; of one that ends with `_up`, the lowest counts.
 */
export const observedMetrics = {
  onair_gateway_connections: 'Open connections of Engine.IO.',
  onair_gateway_sessions: 'Connected sessions.',
  onair_gateway_viewers: 'Connected viewers of watch pages.',
  onair_gateway_topics: 'Channels and other topics with subscribed sockets.',
  onair_events_dropped_total:
    'Packets that were pending for clients that were disconnected because they read too slowly.',
  onair_live_channels: 'Channels that are live.',
  onair_webhook_deliveries_waiting: 'Notifications that wait for an attempt, at most 100,000.',
  onair_webhook_oldest_due_age_seconds: 'How long the oldest notification that is due has waited for its attempt.',
  onair_webhook_attempts_in_flight: 'Attempts without a response yet.',
  onair_mails_waiting: 'Mails that wait for an attempt, at most 100,000.',
  onair_mail_oldest_due_age_seconds: 'How long the oldest mail that is due has waited for its attempt.',
  onair_last_backup_timestamp_seconds: 'When `onair backup` last wrote a file; 0 before the first.',
  onair_last_backup_copy_timestamp_seconds: 'When `onair backup --copied` last ran. Without one none.',
  onair_database_connections: 'Open connections of the database pool.',
  onair_database_connections_idle: 'Connections of the database pool that are not in use.',
  onair_database_connections_max: 'Most connections of the database pool, ONAIR_DATABASE_POOL.',
  onair_database_waiting: 'Work that waits for a connection of the database pool.',
  onair_database_up: 'Whether the last statement found the database available: 1 or 0.',
  onair_bus_up: 'Whether the bus delivers messages: 1 or 0. Without Redis always 1.',
  onair_redis_up: 'Whether every connection to Redis is ready: 1 or 0. Without Redis none.',
  onair_redis_pubsub_channels: 'Channels of Redis Pub/Sub that the process subscribes to.',
} as const
export type ObservedMetric = keyof typeof observedMetrics

export const noMetrics: Metrics = {
  requestServed() {},
  actionDone() {},
  messagesSent() {},
  eventSent() {},
  sessionEnded() {},
  attemptEnded() {},
  mailEnded() {},
  encoderCutAttempted() {},
  connectionRefused() {},
  redisCommandEnded() {},
  redisReconnected() {},
  observeQueue: () => ({ [Symbol.dispose]() {} }),
  observe: () => ({ [Symbol.dispose]() {} }),
}

import type { FailureMessages } from '@onair/contract'
import { pluralize } from './plural.ts'

/** The sentences for the failure codes: why a session ended, a delivery failed or records are missing. */
export const failures: FailureMessages = {
  SERVER_STOPPING: 'The server was stopping or restarting.',
  IDLE_TIMEOUT: 'The client was idle for too long.',
  SESSION_ENDED: 'The session was no longer open, for example because its application was deleted.',
  MAY_NOT_WATCH: 'The viewer may no longer watch the channel.',
  CHANNEL_DELETED: 'The channel no longer exists.',
  CLIENT_DISCONNECTED: 'The client disconnected.',
  CONNECTION_LOST: 'The connection to the client was lost.',
  MALFORMED_FRAME: 'The client sent a malformed frame.',
  AUTH_FAILED: 'The session URL was wrong, already used or expired.',
  OPEN_FAILED: 'The server could not open the session.',
  SLOW_CONSUMER: 'The client read too slowly.',
  TOO_MANY_FRAMES: 'The client sent too many frames or too much data.',
  CONCURRENT_POLLS: 'The client sent two polling requests at once.',
  CONCURRENT_POSTS: 'The client sent two POST requests at once.',
  LEASE_LOST: 'The gateway lost its connection to the database and closed all its sessions.',
  FEED_OUT_OF_SYNC:
    'Donations or subscriptions could not be read from the database for 10 seconds. Open a new session.',
  ACCOUNT_ENDED: 'The account was suspended or deleted.',
  SANDBOX_RESET: 'The sandbox was reset.',
  DISCONNECTED_IN_SANDBOX: 'The session was disconnected in the sandbox.',
  DISCONNECTED_BY_OWNER: 'The owner of the application disconnected the session.',

  UNSUCCESSFUL_STATUS: ({ status }) => `Response ${status}.`,
  RESPONSE_INCOMPLETE: ({ status }) => `Response ${status}, but it was cut off.`,
  RESPONSE_TIMEOUT: ({ seconds, step }) =>
    `There was no complete response within ${pluralize(seconds, 'second')} (${steps[step] ?? step}).`,
  ATTEMPT_ABORTED: 'The server stopped during the attempt.',
  WORKER_LOST: 'The worker process ended during the attempt, so the result is unknown.',
  URL_NOT_ALLOWED: 'Notifications cannot be sent to this URL.',
  DNS_FAILED: 'The host name could not be resolved.',
  CONNECT_FAILED: 'The connection failed.',
  TLS_FAILED: 'The TLS handshake failed. Check the certificate.',
  RESPONSE_FAILED: 'The response could not be read.',

  CONNECTION_REFUSED: ({ address, systemCode }) => `connection refused by ${address}: ${systemCode}`,
  CONNECTION_RESET: ({ systemCode }) => `the receiver closed the connection: ${systemCode}`,
  HOST_UNREACHABLE: ({ address, systemCode }) => `no route to ${address}: ${systemCode}`,
  CONNECT_TIMEOUT: ({ address, systemCode }) => `connecting to ${address} timed out: ${systemCode}`,
  SYSTEM_ERROR: ({ message }) => String(message),
  INVALID_URL: 'not a valid URL',
  HOST_NOT_FOUND: 'the host name has no address',
  WEBHOOK_CREDENTIALS_NOT_ALLOWED: 'the URL contains a user name or password',
  WEBHOOK_SCHEME_NOT_ALLOWED: ({ scheme }) => `scheme ${scheme} is not allowed`,
  WEBHOOK_HOST_NOT_TRUSTED: ({ host }) => `http is not allowed for ${host}, which ONAIR_WEBHOOK_HOSTS does not name`,
  WEBHOOK_PORT_NOT_ALLOWED: ({ port }) => `port ${port} is not allowed`,
  WEBHOOK_ADDRESS_NOT_ALLOWED: ({ address }) => `address ${address} is not allowed`,

  DISABLED_MANUALLY: 'Disabled manually.',
  DISABLED_AFTER_FAILURES: ({ days }) => `Disabled after ${pluralize(days, 'day')} without a successful delivery.`,

  RECORDS_DROPPED: ({ count }) =>
    `${pluralize(count, 'record was', 'records were')} dropped because they arrived faster than they could be written.`,
  ANONYMOUS_RECORDS_DROPPED: ({ count }) =>
    `${pluralize(count, 'record')} of calls with unknown credentials were dropped because they arrived faster than they could be written.`,
}

/** The step of an attempt at its timeout. */
const steps: Readonly<Record<string, string>> = {
  address: 'while checking the address',
  dns: 'while resolving the host name',
  connect: 'while connecting',
  tls: 'during the TLS handshake',
  response: 'while waiting for the response',
}

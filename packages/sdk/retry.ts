import { ApiError } from './api-error.ts'

/**
 * How long to wait before a refused call is sent again, in milliseconds; null if it must not be. A 429 was not executed
 * (RFC 6585, 4), and a 503 with Retry-After says that the server will handle the call then (RFC 9110, 15.6.4).
 */
export function retryWaitMs(error: unknown, earlierRetries: number): number | null {
  if (!(error instanceof ApiError)) return null
  const { status, retryAfterSec } = error
  if (status === 429) return retryAfterSec === undefined ? backOffMs(earlierRetries) : retryAfterSec * 1_000
  return status === 503 && retryAfterSec !== undefined ? retryAfterSec * 1_000 : null
}

/** Exponential backoff from 1 s up to 60 s, with jitter so that clients do not return at the same time. */
export function backOffMs(failures: number): number {
  return Math.min(60_000, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2)
}

/** `Retry-After` in seconds: a number, or a date (RFC 9110, 10.2.3). Undefined if it is missing or neither. */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d+\s*$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1_000))
}

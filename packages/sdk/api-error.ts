import type { ErrorReason } from '@onair/contract'

/** The server responded with an error. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status. */
  readonly status: number
  /** `code` of the envelope, or 0 if the response has no envelope (from a proxy, for example). */
  readonly code: number
  /** `message` of the envelope: `INVALID_TOKEN`, for example. */
  readonly apiMessage: string
  /** `Retry-After` in seconds, if the response has it. */
  readonly retryAfterSec: number | undefined
  /** The reason as code and parameters; only in the console and sandbox API. */
  readonly reason: ErrorReason | undefined

  constructor(operation: string, { status, code, apiMessage, retryAfterSec, reason }: Omit<ApiError, keyof Error>) {
    super(`${operation}: ${status} ${apiMessage}`)
    this.status = status
    this.code = code
    this.apiMessage = apiMessage
    this.retryAfterSec = retryAfterSec
    this.reason = reason
  }
}

import { createPageClient, ApiError } from '@onair/sdk/http'

/** Calls the console API and the sandbox API. */
export const api = createPageClient({ baseUrl: window.location.origin })

export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The seconds to wait after a 429 response; null for any other error. */
export function retryAfterSeconds(error: unknown): number | null {
  return error instanceof ApiError && error.status === 429 ? Math.max(1, error.retryAfterSec ?? 60) : null
}

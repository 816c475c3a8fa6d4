import { createPageClient, ApiError } from '@onair/sdk/http'

/** Calls the platform; the only way from these pages to it. */
export const api = createPageClient({ baseUrl: window.location.origin })

/** Whether this is the answer to someone who is not, or no longer, signed in. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** For how many seconds one is told to wait, where too much was asked; null for any other answer. */
export function retryAfterSeconds(error: unknown): number | null {
  return error instanceof ApiError && error.status === 429 ? Math.max(1, error.retryAfterSec ?? 60) : null
}

import { pageClient, Refused } from '@onair/contract/client/http'

/** Calls the platform; the only way from these pages to it. */
export const api = pageClient({ baseUrl: window.location.origin })

/** Whether this is the answer to someone who is not, or no longer, signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof Refused && error.status === 401
}

export function isNotFound(error: unknown): boolean {
  return error instanceof Refused && error.status === 404
}

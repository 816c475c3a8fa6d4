import type { ErrorCode, ErrorReason } from '@onair/contract'
import { createPageClient, ApiError, type PageClient } from '@onair/sdk/http'
import { isSandbox } from './page-settings.ts'
import { requestPassword } from './password-prompt.ts'

/** Calls the console API and the sandbox API once. */
export const sendOnce: PageClient = createPageClient({ baseUrl: window.location.origin })

/**
 * Calls the console API and the sandbox API. A call that needs a recent password, or the second factor, asks the user for it, and is sent again
 * after the user has entered it. A demo user, who entered with a click, is not asked.
 */
export const api: PageClient = (endpoint, ...args) => withPassword(() => sendOnce(endpoint, ...args))

/** Downloads a file of the console API, and asks for the password as `api` does. */
export const download = (path: string): Promise<Blob> =>
  withPassword(async () => {
    const response = await fetch(path)
    if (response.ok) return response.blob()
    const { code, message, reason } = (await response.json()) as { code: number; message: string; reason?: ErrorReason }
    throw new ApiError(`GET ${path}`, {
      status: response.status,
      code,
      apiMessage: message,
      retryAfterSec: undefined,
      reason,
    })
  })

async function withPassword<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    const isAnswered =
      (isRefusal(error, 'PASSWORD_REQUIRED') && (await enterPassword())) ||
      (isRefusal(error, 'SECOND_FACTOR_REQUIRED') && (await requestPassword()))
    if (!isAnswered) throw error
    return send()
  }
}

async function enterPassword(): Promise<boolean> {
  if (isSandbox && (await (await import('./demo-person.ts')).enterDemoPassword())) return true
  return requestPassword()
}

/** Whether a rule refused the call with this error code. */
export function isRefusal(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.reason?.code === code
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Whether the server refused a call, which succeeds only with something else. */
export function isClientError(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

export function isForbidden(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 403
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The answer to a read by an address that is no id at all. */
export function isMalformed(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400
}

/** The seconds to wait after a 429 response; null for any other error. */
export function retryAfterSeconds(error: unknown): number | null {
  return error instanceof ApiError && error.status === 429 ? Math.max(1, error.retryAfterSec ?? 60) : null
}

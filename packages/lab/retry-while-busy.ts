import { setTimeout as wait } from 'node:timers/promises'
import type { ErrorReason } from '@onair/contract'
import { ApiError } from '@onair/sdk/http'

const maxAttempts = 20
const maxWaitMs = 5_000

/** The platform refused one message of a batch. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused'
  readonly reason: ErrorReason

  constructor(reason: ErrorReason) {
    super(`the message was refused: ${reason.code}`)
    this.reason = reason
  }
}

/** Repeats a call while the server is busy or limits the rate, so that nothing is lost. */
export async function retryWhileBusy<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isBusy(error) || attempt === maxAttempts) throw error
      const { retryAfterSec = 0 } = error as { retryAfterSec?: number | undefined }
      await wait(Math.min(maxWaitMs, retryAfterSec * 1_000 || 100 * attempt), undefined, signal && { signal })
    }
  }
}

function isBusy(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 429 || error.status === 503
  return error instanceof MessageRefused && error.reason.code === 'SERVER_BUSY'
}

import { setTimeout as wait } from 'node:timers/promises'
import type { ErrorReason } from '@onair/contract'
import { ApiError } from '@onair/sdk/http'

const attempts = 20

/** The platform refused one message of a batch. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused'
  readonly reason: ErrorReason

  constructor(reason: ErrorReason) {
    super(`the message was refused: ${reason.code}`)
    this.reason = reason
  }
}

/** The sandbox asks to wait: the line is sent again, so that nothing is lost. */
export async function retryWhileBusy<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await run()
    } catch (error) {
      const isLimited = error instanceof ApiError && error.status === 429
      const reason = error instanceof ApiError || error instanceof MessageRefused ? error.reason : undefined
      if ((!isLimited && reason?.code !== 'SERVER_BUSY') || attempt === attempts) throw error
      const waitSec = error instanceof ApiError ? (error.retryAfterSec ?? 1) : 1
      await wait(Math.min(5, waitSec) * 1_000)
    }
}

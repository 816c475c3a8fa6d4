import type { Failure } from '@onair/contract'

/**
 * The one error that a caller is meant to see. `reason` is for the log and for people who look into it;
 * `message` replaces the standard message on the wire where the interface gives one of its own.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly failure: Failure
  readonly reason: string
  readonly wireMessage: string | undefined
  readonly retryAfterSec: number | undefined

  constructor(failure: Failure, reason: string, wire: { message?: string; retryAfterSec?: number } = {}) {
    super(`${failure}: ${reason}`)
    this.failure = failure
    this.reason = reason
    this.wireMessage = wire.message
    this.retryAfterSec = wire.retryAfterSec
  }
}

/** A 400 whose message names the field, for the operations of our own. */
export function badField(field: string, problem: string): Refusal {
  const reason = `${field}: ${problem}`
  return new Refusal('badInput', reason, { message: `잘못된 값을 입력했습니다. (${reason})` })
}

import {
  formatReason,
  type ErrorStatus,
  type PlainErrorCode,
  type ErrorCode,
  type ErrorParams,
  type ErrorReason,
} from '@onair/contract'

/** What a rule answers where it refuses: the name of a reason, with its values where it has any. */
export type RefusalReason<R extends ErrorCode = ErrorCode> = Extract<PlainErrorCode, R> | ErrorReason<R>

/**
 * The one error that a caller is meant to see. `why` says the reason by its name, for our own pages; `reason` is its text, for
 * the log and for people who look into it; `message` replaces the standard message on the wire where the interface gives one of
 * its own.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly failure: ErrorStatus
  readonly reason: ErrorReason
  readonly reasonText: string
  readonly wireMessage: string | undefined
  readonly retryAfterSec: number | undefined

  constructor(
    failure: ErrorStatus,
    codeOrReason: RefusalReason,
    response: { message?: string; retryAfterSec?: number } = {},
  ) {
    const why = toErrorReason(codeOrReason)
    const reason = formatReason(why)
    super(`${failure}: ${reason}`)
    this.failure = failure
    this.reason = why
    this.reasonText = reason
    this.wireMessage = response.message
    this.retryAfterSec = response.retryAfterSec
  }
}

/** A reason with what is told with it. */
export function refusalReason<R extends ErrorCode>(code: R, params: ErrorParams<R>): ErrorReason<R> {
  return { code, params }
}

/** The same reason, of one field. */
export function reasonForField(field: string, reason: RefusalReason): ErrorReason {
  return { ...toErrorReason(reason), field }
}

/** A 400 about one field. */
export function invalidField(field: string, reason: RefusalReason): Refusal {
  const fieldReason = reasonForField(field, reason)
  return new Refusal('badInput', fieldReason, { message: `잘못된 값을 입력했습니다. (${formatReason(fieldReason)})` })
}

/** A reason as it is told. */
export function toErrorReason<R extends ErrorCode>(reason: RefusalReason<R>): ErrorReason<R> {
  return typeof reason === 'string' ? refusalReason(reason, {} as ErrorParams<typeof reason>) : reason
}

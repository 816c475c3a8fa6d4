import {
  formatReason,
  type ErrorStatus,
  type PlainErrorCode,
  type ErrorCode,
  type ErrorParams,
  type ErrorReason,
} from '@onair/contract'

/** What a rule returns to refuse: an error code, with parameters if the code has any. */
export type RefusalReason<R extends ErrorCode = ErrorCode> = Extract<PlainErrorCode, R> | ErrorReason<R>

/**
 * The error that a caller may see. `reason` is the error code with its parameters; `reasonText` is its English
 * text, for the log and the inspector; `wireMessage` replaces the standard message of the response.
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
    const reason = toErrorReason(codeOrReason)
    const reasonText = formatReason(reason)
    super(`${failure}: ${reasonText}`)
    this.failure = failure
    this.reason = reason
    this.reasonText = reasonText
    this.wireMessage = response.message
    this.retryAfterSec = response.retryAfterSec
  }
}

export function refusalReason<R extends ErrorCode>(code: R, params: ErrorParams<R>): ErrorReason<R> {
  return { code, params }
}

export function reasonForField(field: string, reason: RefusalReason): ErrorReason {
  return { ...toErrorReason(reason), field }
}

/** A 400 about one field. */
export function invalidField(field: string, reason: RefusalReason): Refusal {
  const fieldReason = reasonForField(field, reason)
  return new Refusal('badInput', fieldReason, { message: `잘못된 값을 입력했습니다. (${formatReason(fieldReason)})` })
}

export function toErrorReason<R extends ErrorCode>(reason: RefusalReason<R>): ErrorReason<R> {
  return typeof reason === 'string' ? refusalReason(reason, {} as ErrorParams<typeof reason>) : reason
}

import {
  formatReason,
  type ErrorStatus,
  type PlainErrorCode,
  type ErrorCode,
  type ErrorParams,
  type ErrorReason,
} from '@onair/contract'

/** What a rule returns when it refuses: an error code, with its parameters if it has any. */
export type RefusalReason<R extends ErrorCode = ErrorCode> = Extract<PlainErrorCode, R> | ErrorReason<R>

/**
 * The one error that a caller sees. The API sends the standard message of `status`, or `wireMessage` where the interface
 * defines another, and sends `reason` to the console and in the sandbox.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: ErrorStatus
  readonly reason: ErrorReason
  readonly wireMessage: string | undefined
  readonly retryAfterSec: number | undefined

  constructor(
    status: ErrorStatus,
    codeOrReason: RefusalReason,
    response: { message?: string; retryAfterSec?: number } = {},
  ) {
    const reason = toErrorReason(codeOrReason)
    super(`${status}: ${formatReason(reason)}`)
    this.status = status
    this.reason = reason
    this.wireMessage = response.message
    this.retryAfterSec = response.retryAfterSec
  }
}

/** A reason whose code has parameters. */
export function refusalReason<R extends ErrorCode>(code: R, params: ErrorParams<R>): ErrorReason<R> {
  return { code, params }
}

/** The reason, about this field. */
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

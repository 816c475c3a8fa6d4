import {
  formatReason,
  type ErrorKind,
  type PlainErrorCode,
  type ErrorCode,
  type ErrorParams,
  type ErrorReason,
} from '@onair/contract'

/** The result of a rule that refuses: an error code, or a reason where the code has parameters. */
export type CodeOrReason<R extends ErrorCode = ErrorCode> = Extract<PlainErrorCode, R> | ErrorReason<R>

/**
 * An error that the caller can act on. The API sends the standard message of `kind`, or `wireMessage` where the
 * specification defines another message. It sends `reason` only in the console and sandbox API.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: ErrorKind
  readonly reason: ErrorReason
  readonly wireMessage: string | undefined
  readonly retryAfterSec: number | undefined

  constructor(
    kind: ErrorKind,
    codeOrReason: CodeOrReason,
    response: { message?: string; retryAfterSec?: number } = {},
  ) {
    const reason = toErrorReason(codeOrReason)
    super(`${kind}: ${formatReason(reason)}`)
    this.kind = kind
    this.reason = reason
    this.wireMessage = response.message
    this.retryAfterSec = response.retryAfterSec
  }
}

/** A reason whose code has parameters. */
export function errorReason<R extends ErrorCode>(code: R, params: ErrorParams<R>): ErrorReason<R> {
  return { code, params }
}

/** The reason, about this field. */
export function reasonForField(field: string, reason: CodeOrReason): ErrorReason {
  return { ...toErrorReason(reason), field }
}

/** A 400 about one field. */
export function invalidField(field: string, reason: CodeOrReason): Refusal {
  const fieldReason = reasonForField(field, reason)
  return new Refusal('badInput', fieldReason, { message: `잘못된 값을 입력했습니다. (${formatReason(fieldReason)})` })
}

export function toErrorReason<R extends ErrorCode>(reason: CodeOrReason<R>): ErrorReason<R> {
  return typeof reason === 'string' ? errorReason(reason, {} as ErrorParams<typeof reason>) : reason
}

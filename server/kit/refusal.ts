import { textOfWhy, type Failure, type PlainReason, type Reason, type ValuesOf, type Why } from '@onair/contract'

/** What a rule answers where it refuses: the name of a reason, with its values where it has any. */
export type Because<R extends Reason = Reason> = Extract<PlainReason, R> | Why<R>

/**
 * The one error that a caller is meant to see. `why` says the reason by its name, for our own pages; `reason` is its text, for
 * the log and for people who look into it; `message` replaces the standard message on the wire where the interface gives one of
 * its own.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly failure: Failure
  readonly why: Why
  readonly reason: string
  readonly wireMessage: string | undefined
  readonly retryAfterSec: number | undefined

  constructor(failure: Failure, because: Because, wire: { message?: string; retryAfterSec?: number } = {}) {
    const why = whyOf(because)
    const reason = textOfWhy(why)
    super(`${failure}: ${reason}`)
    this.failure = failure
    this.why = why
    this.reason = reason
    this.wireMessage = wire.message
    this.retryAfterSec = wire.retryAfterSec
  }
}

/** A reason with what is told with it. */
export function because<R extends Reason>(reason: R, values: ValuesOf<R>): Why<R> {
  return { reason, values }
}

/** The same reason, of one field. */
export function inField(field: string, given: Because): Why {
  return { ...whyOf(given), field }
}

/** A 400 about one field. */
export function badField(field: string, given: Because): Refusal {
  const why = inField(field, given)
  return new Refusal('badInput', why, { message: `잘못된 값을 입력했습니다. (${textOfWhy(why)})` })
}

/** A reason as it is told. */
export function whyOf<R extends Reason>(given: Because<R>): Why<R> {
  return typeof given === 'string' ? because(given, {} as ValuesOf<typeof given>) : given
}

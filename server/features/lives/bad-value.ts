import { Refusal } from '../../kit/refusal.ts'
import type { TokenCaller } from '../../kit/handle.ts'
import { badFieldMessage } from '../../kit/wire-profile.ts'

/** A 400 about one field of an open operation, with the message of the caller's wire profile. */
export function badValue({ wireProfile }: Pick<TokenCaller, 'wireProfile'>, field: string, problem: string): Refusal {
  const message = badFieldMessage(wireProfile, field)
  return new Refusal('badInput', `${field}: ${problem}`, message === undefined ? {} : { message })
}

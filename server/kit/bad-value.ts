import type { TokenCaller } from './handle.ts'
import { inField, Refusal, type Because } from './refusal.ts'
import { badFieldMessage } from './wire-profile.ts'

/** A 400 about one field of an open operation, with the message of the caller's wire profile. */
export function badValue({ wireProfile }: Pick<TokenCaller, 'wireProfile'>, field: string, problem: Because): Refusal {
  const message = badFieldMessage(wireProfile, field)
  return new Refusal('badInput', inField(field, problem), message === undefined ? {} : { message })
}

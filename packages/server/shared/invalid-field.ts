import type { TokenCaller } from './callers/caller.ts'
import { reasonForField, Refusal, type CodeOrReason } from './refusal.ts'
import { invalidFieldMessage } from './callers/wire-profile.ts'

/** A 400 about one field of an open endpoint, with the message of the caller's wire profile. */
export function invalidFieldForCaller(
  { wireProfile }: Pick<TokenCaller, 'wireProfile'>,
  field: string,
  reason: CodeOrReason,
): Refusal {
  const message = invalidFieldMessage(wireProfile, field)
  return new Refusal('badInput', reasonForField(field, reason), message === undefined ? {} : { message })
}

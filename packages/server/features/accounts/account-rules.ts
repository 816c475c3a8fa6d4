import { limits, type ErrorReason, type NameRefusalCode } from '@onair/contract'
import { findNameError, type NameRules } from '../../shared/naming/naming-rules.ts'
import { errorReason, type CodeOrReason } from '../../shared/refusal.ts'
import { compose, countCodePoints, hasVisibleCharacter, validateText } from '../../shared/text.ts'

/** The reasons to reject a field of an account. */
export type AccountErrorCode =
  | 'NOT_WELL_FORMED'
  | 'CONTAINS_NUL'
  | 'EMPTY'
  | 'TOO_LONG'
  | 'TOO_SHORT'
  | 'INVISIBLE_CHARACTERS'
  | 'INVALID_EMAIL'
  | 'EMAIL_TAKEN'
  | 'MAIL_DOMAIN_REFUSED'
  | 'COMMON_PASSWORD'
  | NameRefusalCode
export type NameRefusal = ErrorReason<NameRefusalCode>
export type AccountRefusal = CodeOrReason<AccountErrorCode>

/** A channel name as it is stored. */
export function normalizeChannelName(name: string): string {
  return compose(name).trim()
}

/** At least one of its characters is visible. */
export function validateChannelName(name: string): AccountRefusal | null {
  const refusal = validateText(name)
  if (refusal) return refusal
  const most = limits.channelNameLength
  if (name.length > 200 || countCodePoints(name) > most) return errorReason('TOO_LONG', { most })
  if (!hasVisibleCharacter(name)) return 'EMPTY'
  if (/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(name)) return 'INVISIBLE_CHARACTERS'
  return null
}

/** Why a person may not choose this name, or null. Control characters are refused before, and a name may have no letter. */
export function refusalOfReservedName(name: string, rules: NameRules): NameRefusal | null {
  // The refused words of the configuration are for names of applications.
  const found = findNameError(name, { ...rules, refusedWords: [] })
  const word = found?.word ?? ''
  if (found?.error === 'MIXED_SCRIPTS') return errorReason('MIXED_SCRIPTS', { scripts: word })
  return found?.error === 'OFFICIAL_NAME' || found?.error === 'REFUSED_WORD' ? errorReason(found.error, { word }) : null
}

/** The email address in the form in which it is stored and compared. */
export function parseEmail(input: string): { email: string } | { refusal: AccountRefusal } {
  const email = compose(input.trim()).toLowerCase()
  if (validateText(email) !== null || email.length > 254) return { refusal: 'INVALID_EMAIL' }
  return /^[^\s@"<>]+@[^\s@"<>]+$/.test(email) ? { email } : { refusal: 'INVALID_EMAIL' }
}

/** A password has 8 to 200 characters and is not a common one; there are no other rules (NIST SP 800-63B). */
export function validatePassword(password: string): AccountRefusal | null {
  const refusal = validateText(password)
  if (refusal) return refusal
  if (password.length > 200) return errorReason('TOO_LONG', { most: 200 })
  if (countCodePoints(password) < 8) return errorReason('TOO_SHORT', { least: 8 })
  return null
}

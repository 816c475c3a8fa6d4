import { because, type Because } from '../../kit/refusal.ts'
import { codePoints, refusalOfText } from '../../kit/text.ts'

/** Every reason for which an account's fields are refused; the sign-up page says each in the visitor's language. */
export type AccountReason =
  | 'NOT_WELL_FORMED'
  | 'HOLDS_NUL'
  | 'EMPTY'
  | 'LONGER'
  | 'SHORTER'
  | 'UNSEEN_CHARACTERS'
  | 'NOT_AN_EMAIL'
  | 'EMAIL_TAKEN'
export type AccountRefusal = Because<AccountReason>

/** Why a channel may not have this name, or null: 1 to 30 characters that can be seen. */
export function refusalOfChannelName(name: string): AccountRefusal | null {
  const refusal = refusalOfText(name)
  if (refusal) return refusal
  if (name.length > 200 || codePoints(name) > 30) return because('LONGER', { most: 30 })
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(name)) return 'EMPTY'
  if (/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(name)) return 'UNSEEN_CHARACTERS'
  return null
}

/** The address as it is stored and compared, or why it is refused. */
export function emailOf(given: string): { email: string } | { refused: AccountRefusal } {
  const email = given.trim().normalize('NFC').toLowerCase()
  if (refusalOfText(email) || email.length > 254) return { refused: 'NOT_AN_EMAIL' }
  return /^[^\s@"<>]+@[^\s@"<>]+$/.test(email) ? { email } : { refused: 'NOT_AN_EMAIL' }
}

/** Why a password is refused, or null: 8 to 200 characters (NIST SP 800-63B), no other rules. */
export function refusalOfPassword(password: string): AccountRefusal | null {
  const refusal = refusalOfText(password)
  if (refusal) return refusal
  if (password.length > 200) return because('LONGER', { most: 200 })
  if (codePoints(password) < 8) return because('SHORTER', { least: 8 })
  return null
}

import { codePoints, refusalOfText } from '../../kit/text.ts'

/** Every word with which an account's fields are refused; the sign-up page says each in the visitor's language. */
export type AccountRefusal =
  | Exclude<ReturnType<typeof refusalOfText>, null>
  | 'empty'
  | 'longer than 30 characters'
  | 'holds characters that cannot be seen'
  | 'not an email address'
  | 'is taken'
  | 'longer than 200 characters'
  | 'shorter than 8 characters'

/** Why a channel may not have this name, or null: 1 to 30 characters that can be seen. */
export function refusalOfChannelName(name: string): AccountRefusal | null {
  const refusal = refusalOfText(name)
  if (refusal) return refusal
  if (name.length > 200 || codePoints(name) > 30) return 'longer than 30 characters'
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(name)) return 'empty'
  if (/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(name)) return 'holds characters that cannot be seen'
  return null
}

/** The address as it is stored and compared, or why it is refused. */
export function emailOf(given: string): { email: string } | { refused: AccountRefusal } {
  const email = given.trim().normalize('NFC').toLowerCase()
  if (refusalOfText(email) || email.length > 254) return { refused: 'not an email address' }
  return /^[^\s@"<>]+@[^\s@"<>]+$/.test(email) ? { email } : { refused: 'not an email address' }
}

/** Why a password is refused, or null: 8 to 200 characters (NIST SP 800-63B), no other rules. */
export function refusalOfPassword(password: string): AccountRefusal | null {
  const refusal = refusalOfText(password)
  if (refusal) return refusal
  if (password.length > 200) return 'longer than 200 characters'
  if (codePoints(password) < 8) return 'shorter than 8 characters'
  return null
}

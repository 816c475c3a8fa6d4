import { limits } from '@onair/contract'
import { errorReason, invalidField, type CodeOrReason } from './refusal.ts'

/** PostgreSQL rejects NUL and silently alters lone surrogates. */
export function validateText(text: string): 'NOT_WELL_FORMED' | 'CONTAINS_NUL' | null {
  if (!text.isWellFormed()) return 'NOT_WELL_FORMED'
  if (text.includes('\0')) return 'CONTAINS_NUL'
  return null
}

/**
 * A text of 1 to 100 characters, such as a chat message or a title, in NFC, or why it is refused. Gap 22:
 * over 2,000 UTF-16 units is rejected before counting; then 100 characters are 100 code points of the composed
 * form.
 */
export function parseShortText(
  text: string,
  most: number = limits.messageLength,
): { text: string } | { refusal: CodeOrReason } {
  const tooLong = errorReason('TOO_LONG', { most })
  if (text.length > limits.textCodeUnits) return { refusal: tooLong }
  const refusal = validateText(text)
  if (refusal) return { refusal }
  const composed = compose(text)
  if (countCodePoints(composed) > most) return { refusal: tooLong }
  if (!hasVisibleCharacter(composed)) return { refusal: 'EMPTY' }
  return { text: composed }
}

/** U+2800 is a symbol without a dot, and the fillers of Hangul are letters without a form. */
const visibleCharacter = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u

/** Whether a reader sees anything of a text. */
export function hasVisibleCharacter(text: string): boolean {
  return visibleCharacter.test(text)
}

/** Throws when the reason of a measure has nothing to read. */
export function requireReason(reason: string): void {
  if (!hasVisibleCharacter(reason)) throw invalidField('reason', 'EMPTY')
}

/**
 * The text in composed form. The time grows with the square of the marks on a letter, so a text that is longer than all that
 * are accepted stays as it is.
 */
export function compose(text: string): string {
  return text.length > limits.textCodeUnits ? text : text.normalize('NFC')
}

/** As much of a path, or of another text of a caller, as a line of the log has. */
export function cutForLog(text: string): string {
  return text.slice(0, 300)
}

export function countCodePoints(text: string): number {
  return Array.from(text).length
}

/**
 * Folds case, composition and width for comparison. Upper case, because the lower case of a letter can depend on its
 * neighbours (σ and ς).
 */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toUpperCase().normalize('NFKC')
}

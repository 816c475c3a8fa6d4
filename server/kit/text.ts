import { limits } from '@onair/contract'
import { because, type Because } from './refusal.ts'

const tooLong = because('LONGER', { most: limits.messageLength })

/** Why this text is not stored as it came, or null when it may be: PostgreSQL takes no NUL and silently alters lone surrogates. */
export function refusalOfText(text: string): 'NOT_WELL_FORMED' | 'HOLDS_NUL' | null {
  if (!text.isWellFormed()) return 'NOT_WELL_FORMED'
  if (text.includes('\0')) return 'HOLDS_NUL'
  return null
}

/**
 * A text of 1 to 100 characters, such as a chat message or a title, as it is stored (NFC), or why it is refused. Gap 22: over 2,000 UTF-16 units is refused before anything
 * counts it, then 100 characters are 100 code points of the composed form.
 */
export function shortText(text: string): { text: string } | { refused: Because } {
  if (text.length > limits.messageUnits) return { refused: tooLong }
  const refusal = refusalOfText(text)
  if (refusal) return { refused: refusal }
  const composed = text.normalize('NFC')
  if (codePoints(composed) > limits.messageLength) return { refused: tooLong }
  if (composed.trim() === '') return { refused: 'EMPTY' }
  return { text: composed }
}

/** How many characters (Unicode code points) a text has. */
export function codePoints(text: string): number {
  return Array.from(text).length
}

/** What a name is known by where there is no picture: its first character, as a reader sees characters. */
export function initialOf(name: string): string {
  for (const { segment } of characters.segment(name.slice(0, 32))) return segment
  return ''
}

const characters = new Intl.Segmenter()

/** A text as it is compared when case, composition and width do not matter. Upper case, because lower case depends on neighbours (ς, σ). */
export function fold(text: string): string {
  return text.normalize('NFKC').toUpperCase().normalize('NFKC')
}

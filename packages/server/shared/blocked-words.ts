import { foldCase } from './text.ts'

/** The form in which blocked words are stored and compared: width, case and invisible characters do not matter. */
export function comparableText(text: string): string {
  return foldCase(text.replaceAll(/\p{Cf}/gu, ''))
}

/** Whether a text has a word that the channel blocks. Gap 395. `blockedWords` are in their comparable form. */
export function hasBlockedWord(content: string, blockedWords: readonly string[]): boolean {
  if (blockedWords.length === 0) return false
  const text = comparableText(content)
  return blockedWords.some((word) => text.includes(word))
}

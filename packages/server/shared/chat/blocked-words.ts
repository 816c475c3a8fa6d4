import { countCodePoints, foldCase } from '../text.ts'

/** The form in which blocked words are stored and compared: width, case and invisible characters do not matter. */
export function comparableText(text: string): string {
  return foldCase(text.replaceAll(/\p{Cf}/gu, ''))
}

/** Whether a text has a word that the channel blocks. Gap 395. `blockedWords` are in their comparable form. */
export function hasBlockedWord(content: string, blockedWords: readonly string[]): boolean {
  if (blockedWords.length === 0) return false
  const text = comparableText(content)
  const joinedText = joinSingleCharacters(text.split(/\s+/))
  return blockedWords.some((word) => text.includes(word) || joinedText.includes(word))
}

/** `b a d` and `b.a.d` as `bad`. Other words stay apart: the end of one and the start of the next are not a blocked word. */
export function joinSingleCharacters(words: readonly string[]): string {
  let joined = ''
  let wasSingle = false
  for (const word of words) {
    const isSingle = countCodePoints(word) === 1
    joined += wasSingle && isSingle ? word : ` ${word}`
    wasSingle = isSingle
  }
  return joined.trimStart()
}

import type { FoundWord, SiteSettings, WordLevel, WordReading } from '@onair/contract'
import { comparableText, joinSingleCharacters } from '../chat/blocked-words.ts'
import { skeletonOf, withoutAccents } from '../naming/skeleton.ts'
import { hangulLetters } from './hangul-letters.ts'

export type WordLists = Pick<SiteSettings, 'refusedWords' | 'reviewedWords' | 'wordExceptions'>
/** Finds a word of the site in a text: one that is refused before one that is reviewed, and null where there is none. */
export type FindWord = (text: string) => FoundWord | null
/** The words of the site, which operators change while it runs. */
export type SiteText = { findWord(text: string): Promise<FoundWord | null> }

/**
 * The words of the site, prepared so that the time of a search grows with the text and not with the number of words. A word
 * within an exception is not found.
 */
export function compileWords({ refusedWords, reviewedWords, wordExceptions }: WordLists): FindWord {
  if (refusedWords.length === 0 && reviewedWords.length === 0) return () => null
  const exceptions = readings.map(([, read]) => trieOf(wordExceptions.map((word) => [word, read(tokensOf(word))])))
  const [refused, reviewed] = [refusedWords, reviewedWords].map((words) =>
    readings.map(([, read]) => trieOf(words.map((word) => [word, read(tokensOf(word))]))),
  )
  return (text) => {
    const tokens = tokensOf(text)
    const read = readings.map(([reading, readTokens]) => ({ reading, units: readTokens(tokens) }))
    return find('REFUSE', refused ?? []) ?? find('REVIEW', reviewed ?? [])

    function find(level: WordLevel, tries: readonly Trie[]): FoundWord | null {
      for (const [index, { reading, units }] of read.entries()) {
        const [trie, allowed] = [tries[index], exceptions[index]]
        const word = trie && allowed && firstMatch(units, trie, allowed)
        if (word !== undefined) return { word, level, reading }
      }
      return null
    }
  }
}

/** Throws the refusal that is passed when the site refuses a word of a text. */
export async function refuseWord(
  text: string,
  refusal: (found: FoundWord) => Error,
  { site }: { site: SiteText },
): Promise<FoundWord | null> {
  const found = await site.findWord(text)
  if (found?.level === 'REFUSE') throw refusal(found)
  return found
}

/** A part of a character that is compared. A match starts and ends at whole characters. */
type Unit = { value: string; isStart: boolean; isEnd: boolean }

/** The ways to read a text, in the order in which they are reported. */
const readings: readonly (readonly [WordReading, (tokens: readonly string[]) => Unit[]])[] = [
  ['WRITTEN', (tokens) => unitsOf(tokens.join(' '), (character) => [character])],
  ['SPLIT', (tokens) => unitsOf(joinSingleCharacters(tokens), (character) => [character])],
  ['LETTERS', (tokens) => unitsOf(joinSingleCharacters(tokens), hangulLetters)],
  ['LOOK_ALIKE', (tokens) => unitsOf(joinSingleCharacters(tokens), shapesOf)],
  ['LOOK_ALIKE', (tokens) => unitsOf(joinSingleCharacters(tokens).toLowerCase(), shapesOf)],
]

function unitsOf(text: string, partsOf: (character: string) => readonly string[]): Unit[] {
  return Array.from(text).flatMap((character) => {
    const parts = partsOf(character)
    return parts.map((value, at) => ({ value, isStart: at === 0, isEnd: at === parts.length - 1 }))
  })
}

/** A character can look like another only in upper or only in lower case. */
const shapesOf = (character: string) => Array.from(skeletonOf(character))

/** Letters and digits, in which case, width, accents and invisible characters do not matter, apart at all others. */
function tokensOf(text: string): string[] {
  return (
    comparableText(withoutAccents(text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))).match(
      /[\p{L}\p{N}\p{M}]+/gu,
    ) ?? []
  )
}

type Trie = { next: Map<string, Trie>; word: string | null }

function trieOf(words: readonly (readonly [word: string, units: readonly Unit[]])[]): Trie {
  const root: Trie = { next: new Map(), word: null }
  for (const [word, units] of words) {
    let node = root
    for (const { value } of units) {
      const next = node.next.get(value) ?? { next: new Map(), word: null }
      node.next.set(value, next)
      node = next
    }
    // A word without a letter is in every text.
    if (node !== root) node.word ??= word
  }
  return root
}

function firstMatch(units: readonly Unit[], trie: Trie, exceptions: Trie): string | undefined {
  let allowedUntil = 0
  for (const [start, { isStart }] of units.entries()) {
    if (!isStart) continue
    for (const { end } of matchesAt(units, start, exceptions)) allowedUntil = Math.max(allowedUntil, end)
    for (const { word, end } of matchesAt(units, start, trie)) if (end > allowedUntil) return word
  }
  return undefined
}

/** The words of a trie that begin at a place. A word is short, so that the walk is. */
function* matchesAt(units: readonly Unit[], start: number, trie: Trie) {
  let node: Trie | undefined = trie
  for (let at = start; at < units.length; at++) {
    const unit: Unit | undefined = units[at]
    node = unit && node.next.get(unit.value)
    if (unit === undefined || node === undefined) return
    if (node.word !== null && unit.isEnd) yield { word: node.word, end: at + 1 }
  }
}

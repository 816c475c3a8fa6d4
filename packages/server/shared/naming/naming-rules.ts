import { errorReason, type CodeOrReason } from '../refusal.ts'
import { validateText } from '../text.ts'
import { findMixedScripts } from './script-rules.ts'
import type { FindWord } from '../words/site-words.ts'
import { lettersOf, plainSkeletonOf, skeletonOf, withoutAccents } from './skeleton.ts'

export type NameRules = {
  officialNames: readonly string[]
  refusedWords: readonly string[]
  /** Finds a word that the site refuses in all texts. */
  findWord?: FindWord
}
type NameError = {
  error: 'UNREADABLE' | 'NO_LETTER' | 'OFFICIAL_NAME' | 'REFUSED_WORD' | 'INVISIBLE_CHARACTERS' | 'MIXED_SCRIPTS'
  /** The refused word, or the scripts. */
  word: string | null
}

/** Checks the name of an application or a channel. Specification, "Application registration rules", 1. */
export function findNameError(name: string, { officialNames, refusedWords, findWord }: NameRules): NameError | null {
  if (validateText(name) !== null) return { error: 'UNREADABLE', word: null }
  if (lettersOf(name) === '') return { error: 'NO_LETTER', word: null }
  const spellings = spellingsOf(name)
  const matches = (word: string) => spellingsOf(word).some((form) => spellings.some((text) => text.includes(form)))
  const official = officialNames.find(matches)
  if (official !== undefined) return { error: 'OFFICIAL_NAME', word: official }
  const refusedWord = refusedWords.find(matches)
  const found = refusedWord === undefined ? findWord?.(name) : null
  if (found?.level === 'REFUSE') return { error: 'REFUSED_WORD', word: found.word }
  if (refusedWord !== undefined) return { error: 'REFUSED_WORD', word: refusedWord }
  if (/[\p{Bidi_Control}\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) return { error: 'INVISIBLE_CHARACTERS', word: null }
  const scripts = findMixedScripts(name)
  return scripts === null ? null : { error: 'MIXED_SCRIPTS', word: scripts.join(', ') }
}

export function validateAppName(name: string, rules: NameRules): CodeOrReason | null {
  const nameError = findNameError(name, rules)
  if (nameError === null) return null
  const { error } = nameError
  const word = nameError.word ?? ''
  if (error === 'UNREADABLE') return validateText(name)
  if (error === 'NO_LETTER') return 'NAME_WITHOUT_LETTER'
  if (error === 'INVISIBLE_CHARACTERS') return error
  return error === 'MIXED_SCRIPTS' ? errorReason(error, { scripts: word }) : errorReason(error, { word })
}

/**
 * The ways to read a text. Two texts that share one can be confused: `O n-a_i r`, `0nair`, `Onaír` and `ОNАIR` (Cyrillic) with
 * `Onair`. A character can look like another only in upper or only in lower case.
 */
export function spellingsOf(text: string): string[] {
  const compatible = text.normalize('NFKC')
  const unaccented = withoutAccents(compatible)
  const plain = [compatible, unaccented].flatMap((form) => [form, form.replace(/[^\p{L}\p{N}]/gu, '')])
  const cased = plain.flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()])
  const skeletons = cased.map((form) => lettersOf(skeletonOf(form)))
  const spellings = new Set([lettersOf(compatible), lettersOf(unaccented), plainSkeletonOf(unaccented), ...skeletons])
  return [...spellings].filter((form) => form !== '')
}

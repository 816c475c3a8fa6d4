import { errorReason, type CodeOrReason } from '../../shared/refusal.ts'
import { validateText } from '../../shared/text.ts'

type NamingConfig = { officialNames: readonly string[]; refusedWords: readonly string[] }
type NameFault = { fault: 'UNREADABLE' | 'NO_LETTER' | 'OFFICIAL_NAME' | 'REFUSED_WORD'; word: string | null }

/** Checks the name or id of an application. Specification, "Application registration rules", 1. */
export function findNameFault(name: string, { officialNames, refusedWords }: NamingConfig): NameFault | null {
  if (validateText(name) !== null) return { fault: 'UNREADABLE', word: null }
  const letters = normalizeName(name)
  if (letters === '') return { fault: 'NO_LETTER', word: null }
  const matches = (word: string) => normalizeName(word) !== '' && letters.includes(normalizeName(word))
  const official = officialNames.find(matches)
  if (official !== undefined) return { fault: 'OFFICIAL_NAME', word: official }
  const refusedWord = refusedWords.find(matches)
  return refusedWord === undefined ? null : { fault: 'REFUSED_WORD', word: refusedWord }
}

export function validateAppName(name: string, config: NamingConfig): CodeOrReason | null {
  const nameFault = findNameFault(name, config)
  if (nameFault === null) return null
  if (nameFault.fault === 'UNREADABLE') return validateText(name)
  if (nameFault.fault === 'NO_LETTER') return 'NAME_WITHOUT_LETTER'
  return errorReason(nameFault.fault, { word: nameFault.word ?? '' })
}

/** Letters and digits only, case-folded, so that `O n-a_i r` contains `onair`. */
function normalizeName(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

import { because, type Because } from '../../kit/refusal.ts'
import { refusalOfText } from '../../kit/text.ts'

/** Letters, digits and nothing else, in one case and one form, so that `O n-a_i r` is seen to hold `onair`. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

type NamingWords = { officialNames: readonly string[]; refusedWords: readonly string[] }
type NameFault = { fault: 'UNREADABLE' | 'NO_LETTER' | 'OFFICIAL_NAME' | 'REFUSED_WORD'; word: string | null }

/** What is wrong with the name (or id) of an application, or null. Specification, "Application registration rules", 1. */
export function faultOfName(name: string, { officialNames, refusedWords }: NamingWords): NameFault | null {
  if (refusalOfText(name) !== null) return { fault: 'UNREADABLE', word: null }
  const letters = bare(name)
  if (letters === '') return { fault: 'NO_LETTER', word: null }
  const holds = (word: string) => bare(word) !== '' && letters.includes(bare(word))
  const official = officialNames.find(holds)
  if (official !== undefined) return { fault: 'OFFICIAL_NAME', word: official }
  const refused = refusedWords.find(holds)
  return refused === undefined ? null : { fault: 'REFUSED_WORD', word: refused }
}

/** Why an application may not have this name, or null. */
export function refusalOfName(name: string, words: NamingWords): Because | null {
  const found = faultOfName(name, words)
  if (found === null) return null
  if (found.fault === 'UNREADABLE') return refusalOfText(name)
  if (found.fault === 'NO_LETTER') return 'NAME_WITHOUT_LETTER'
  return because(found.fault, { word: found.word ?? '' })
}

/** Why a login redirect URL is refused, or null: an absolute http(s) or app-scheme URL without fragment or user. */
export function refusalOfRedirect(redirectUri: string): Because | null {
  const url = URL.parse(redirectUri)
  if (url === null) return 'NOT_ABSOLUTE_URL'
  if (/^(javascript|data|vbscript|file|blob|about):$/.test(url.protocol))
    return because('REFUSED_SCHEME', { scheme: url.protocol })
  if (url.hash !== '' || redirectUri.includes('#')) return 'URL_WITH_FRAGMENT'
  if (url.username !== '' || url.password !== '') return 'URL_WITH_USER'
  return null
}

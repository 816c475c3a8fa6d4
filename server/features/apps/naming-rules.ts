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
export function refusalOfName(name: string, words: NamingWords): string | null {
  const found = faultOfName(name, words)
  if (found === null) return null
  if (found.fault === 'UNREADABLE') return refusalOfText(name)
  if (found.fault === 'NO_LETTER') return 'has no letter or digit'
  return `holds the ${found.fault === 'OFFICIAL_NAME' ? 'official name' : 'refused word'} "${found.word}"`
}

/** Why a login redirect URL is refused, or null: an absolute http(s) or app-scheme URL without fragment or user. */
export function refusalOfRedirect(redirectUri: string): string | null {
  const url = URL.parse(redirectUri)
  if (url === null) return 'is not an absolute URL'
  if (/^(javascript|data|vbscript|file|blob|about):$/.test(url.protocol)) return `may not use ${url.protocol}`
  if (url.hash !== '' || redirectUri.includes('#')) return 'may not have a fragment'
  if (url.username !== '' || url.password !== '') return 'may not hold a user name or password'
  return null
}

/** Letters, digits and nothing else, in one case and one form, so that `O n-a_i r` is seen to hold `onair`. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Why an application may not have this name (or id), or null. Specification, "Application registration rules", 1. */
export function refusalOfName(
  name: string,
  { officialNames, refusedWords }: { officialNames: readonly string[]; refusedWords: readonly string[] },
): string | null {
  const letters = bare(name)
  if (letters === '') return 'has no letter or digit'
  const holds = (word: string) => bare(word) !== '' && letters.includes(bare(word))
  const official = officialNames.find(holds)
  if (official !== undefined) return `holds the official name "${official}"`
  const refused = refusedWords.find(holds)
  return refused === undefined ? null : `holds the refused word "${refused}"`
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

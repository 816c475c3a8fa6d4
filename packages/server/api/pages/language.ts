import { defaultLanguage, isLanguage, languages, type Language } from '@onair/contract'

/** The language of a page: the `lang` parameter, else the language cookie, else the `Accept-Language` header. */
export function languageOf(
  query: URLSearchParams,
  cookie: Language | null,
  header: string | undefined,
): { language: Language; isExplicit: boolean } {
  const requested = query.get('lang')
  return isLanguage(requested)
    ? { language: requested, isExplicit: true }
    : { language: cookie ?? preferredLanguage(header), isExplicit: false }
}

/** The supported language with the highest quality in an `Accept-Language` header, else the default language. */
export function preferredLanguage(header: string | undefined): Language {
  const ranges = (header ?? '').slice(0, 1_000).split(',').map(parseLanguageRange)
  const qualityOf = (language: Language) =>
    Math.max(0, ...ranges.filter(({ tag }) => tag === language).map(({ q }) => q))
  return languages.reduce((best, one) => (qualityOf(one) > qualityOf(best) ? one : best), defaultLanguage)
}

function parseLanguageRange(text: string): { tag: string; q: number } {
  const [range = '', ...parameters] = text.trim().toLowerCase().split(';')
  const q = parameters
    .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
    .find((value) => value !== undefined)
  return { tag: range.trim().split('-')[0] ?? '', q: q === undefined ? 1 : Number(q) || 0 }
}

/** The languages of the pages. */
export const languages = ['ko', 'en'] as const
export type Language = (typeof languages)[number]
/** The same words in each language. */
export type PerLanguage<W> = Readonly<Record<Language, W>>

export function isLanguage(text: string | null | undefined): text is Language {
  return languages.some((language) => language === text)
}

/** The language that an `Accept-Language` header likes best of ours; English when it likes none of them. */
export function preferredLanguage(header: string | undefined): Language {
  const ranges = (header ?? '').slice(0, 1_000).split(',').map(parseLanguageRange)
  const qualityOf = (language: Language) =>
    Math.max(0, ...ranges.filter(({ tag }) => tag === language).map(({ q }) => q))
  return qualityOf('ko') > qualityOf('en') ? 'ko' : 'en'
}

function parseLanguageRange(text: string): { tag: string; q: number } {
  const [range = '', ...parameters] = text.trim().toLowerCase().split(';')
  const q = parameters
    .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
    .find((value) => value !== undefined)
  return { tag: range.trim().split('-')[0] ?? '', q: q === undefined ? 1 : Number(q) || 0 }
}

/** The languages of the pages. */
export const languages = ['ko', 'en'] as const
export type Language = (typeof languages)[number]
/** The same words in each language. */
export type InEach<W> = Readonly<Record<Language, W>>

export function isLanguage(text: string | null | undefined): text is Language {
  return languages.some((language) => language === text)
}

/** The language that an `Accept-Language` header likes best of ours; English when it likes none of them. */
export function languageLiked(header: string | undefined): Language {
  const wishes = (header ?? '').slice(0, 1_000).split(',').map(wishOf)
  const best = (language: Language) => Math.max(0, ...wishes.filter(({ tag }) => tag === language).map(({ q }) => q))
  return best('ko') > best('en') ? 'ko' : 'en'
}

function wishOf(text: string): { tag: string; q: number } {
  const [range = '', ...parameters] = text.trim().toLowerCase().split(';')
  const q = parameters
    .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
    .find((value) => value !== undefined)
  return { tag: range.trim().split('-')[0] ?? '', q: q === undefined ? 1 : Number(q) || 0 }
}

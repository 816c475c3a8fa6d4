/** The languages of the pages. */
export type Language = 'ko' | 'en'
/** The same words in each language; one that is missing does not compile. */
export type Localized<W> = Readonly<Record<Language, W>>

/** The language of this page, as the API chose it from the cookie and the wishes of the browser. */
export const language: Language = document.documentElement.lang === 'ko' ? 'ko' : 'en'

/** The words of the page's language. A change of language loads the page anew. */
export function localize<W>(translations: Localized<W>): W {
  return translations[language]
}

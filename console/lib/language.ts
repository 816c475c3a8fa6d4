import { language, type Language } from '../locales/index.ts'

export { language } from '../locales/index.ts'

/** The same strings in each language. Being replaced by console/locales. */
export function localize<W>(translations: Readonly<Record<Language, W>>): W {
  return translations[language]
}

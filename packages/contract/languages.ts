/** The languages of the pages, overlays and mails of the platform. */
export const languages = ['ko', 'en'] as const
export type Language = (typeof languages)[number]

/** The language for a person who has chosen none. */
export const defaultLanguage: Language = 'en'

export function isLanguage(text: string | null | undefined): text is Language {
  return languages.some((language) => language === text)
}

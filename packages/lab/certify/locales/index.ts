import { en } from './en.ts'
import { ko } from './ko.ts'
import type { Language, Seen, Texts } from './texts.ts'

const textsByLanguage: Record<Language, Texts> = { en, ko }

export function textsIn(language: Language): Texts {
  return textsByLanguage[language]
}

/** Describes what a check saw, in sentences. */
export function describeSeen(seen: readonly Seen[], { seen: texts }: Texts): string {
  return seen.map(({ code, params }) => (texts[code] as (params: Seen['params']) => string)(params)).join(' ')
}

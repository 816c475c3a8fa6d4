import { language } from '../../locales/index.ts'

/** The name of a category in the language of the page. */
export function categoryName({ categoryValue, englishName }: { categoryValue: string; englishName: string }): string {
  return { ko: categoryValue, en: englishName }[language]
}

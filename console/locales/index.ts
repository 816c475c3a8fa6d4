import { en, type Locale } from './en/index.ts'
import { ko } from './ko/index.ts'

/** The languages of the console. A new language is a folder beside `en/` and a line here. */
const locales = { en, ko } satisfies Record<string, Locale>

export type Language = keyof typeof locales

/** The strings of a language: the common ones and those of each feature. */
export type Dictionary = { common: Locale['common'] } & {
  [Feature in keyof Locale['features']]: Awaited<ReturnType<Locale['features'][Feature]>>
}
export type Feature = keyof Locale['features']

/** The language of this page. The server chose it; a change of language loads the page again. */
export const language: Language = isLanguage(document.documentElement.lang) ? document.documentElement.lang : 'en'

/** The languages and their own names, such as 한국어. */
export const languageNames = Object.entries(locales).map(([code, { name }]) => ({ code, name }))

const dictionary: Partial<Dictionary> = { common: locales[language].common }

/** Loads a feature's strings in the page's language. The router calls it before it loads the feature's pages. */
export async function loadStrings<F extends Feature>(feature: F): Promise<Dictionary[F]> {
  const load = locales[language].features[feature]
  return (dictionary[feature] ??= await load())
}

/** The strings of a feature whose pages are loaded, in the page's language. */
export function strings<F extends keyof Dictionary>(feature: F): Dictionary[F] {
  const found = dictionary[feature]
  if (found === undefined)
    throw new Error(`The strings of ${feature} are not loaded: add it to the route in router.tsx`)
  return found
}

function isLanguage(code: string): code is Language {
  return Object.hasOwn(locales, code)
}

import type { Language } from '@onair/contract'
import { en, type Locale } from './en/index.ts'
import { ko } from './ko/index.ts'

const locales: Readonly<Record<Language, Locale>> = { en, ko }

export type Feature = keyof Locale['features']

type FeatureStrings = { [F in Feature]: Awaited<ReturnType<Locale['features'][F]>> }

/** The strings of a language: the common ones and those of each feature. */
export type Dictionary = { common: Locale['common'] } & FeatureStrings

/** The language of this page. The server chose it; a change of language reloads the page. */
export const language = isLanguage(document.documentElement.lang) ? document.documentElement.lang : 'en'

/** The languages and their own names, such as 한국어. */
export const languageNames = Object.entries(locales).map(([code, { name }]) => ({ code, name }))

const { common, features } = locales[language]
const loaders: { [F in Feature]: () => Promise<FeatureStrings[F]> } = features
const loaded: Partial<FeatureStrings> = {}

/** Loads a feature's strings in the page's language. The router calls it before it loads the feature's pages. */
export async function loadStrings<F extends Feature>(feature: F): Promise<FeatureStrings[F]> {
  return (loaded[feature] ??= await loaders[feature]())
}

/** The strings of a feature whose pages are loaded, in the page's language. */
export function strings<F extends keyof Dictionary>(feature: F): Dictionary[F] {
  const found = ({ common, ...loaded } as Partial<Dictionary>)[feature]
  if (found === undefined)
    throw new Error(`The strings of ${feature} are not loaded: add it to the route in router.tsx`)
  return found
}

function isLanguage(code: string): code is Language {
  return Object.hasOwn(locales, code)
}

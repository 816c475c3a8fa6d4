import type { Language } from '@onair/contract'
import { en, type Strings } from './locales/en.ts'
import { ko } from './locales/ko.ts'

export type { Strings }

export const locales: Readonly<Record<Language, Strings>> = { ko, en }

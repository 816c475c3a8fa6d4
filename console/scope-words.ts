import { wordsOf } from '@onair/contract/scope-words'
import { language } from './language.ts'

/** What a scope lets an application do, as its consent page says it. */
export function wordsOfScope(scope: string): string {
  return wordsOf(scope).says[language]
}

/** Why a scope is not to be allowed lightly, where that is so. */
export function riskOfScope(scope: string): string | undefined {
  return wordsOf(scope).risk?.[language]
}

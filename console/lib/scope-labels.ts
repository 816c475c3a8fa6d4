import { describeScope } from '@onair/contract/scope-descriptions'
import { language } from '../locales/index.ts'

/** What a scope lets an application do, as its consent page says it. */
export function scopeLabel(scope: string): string {
  return describeScope(scope).text[language]
}

/** Why a scope is not to be allowed lightly, where that is so. */
export function scopeRisk(scope: string): string | undefined {
  return describeScope(scope).risk?.[language]
}

import { describeScope } from '@onair/contract/scope-descriptions'
import { language } from '../locales/index.ts'

/** The description of a scope, as on the consent page. */
export function scopeLabel(scope: string): string {
  return describeScope(scope).text[language]
}

/** The risk of allowing a scope, if it has one. */
export function scopeRisk(scope: string): string | undefined {
  return describeScope(scope).risk?.[language]
}

import { describeScope } from '@onair/contract/scope-descriptions'
import { language } from '../../locales/index.ts'

/** The description of a scope, as on the consent page. */
export function scopeLabel(scope: string): string {
  return describeScope(scope).text[language]
}

/** The description of a scope for the developer who requests it. */
export function scopeLabelForDevelopers(scope: string): string {
  return describeScope(scope).textForDevelopers[language]
}

/** The warning to the person who allows a scope, if it has a risk. */
export function scopeRisk(scope: string): string | undefined {
  return describeScope(scope).risk?.warning[language]
}

/** The risk of a scope in a few words, if it has one. */
export function scopeRiskSummary(scope: string): string | undefined {
  return describeScope(scope).risk?.summary[language]
}

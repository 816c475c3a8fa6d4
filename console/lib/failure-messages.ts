import { translateFailure, type Failure } from '@onair/contract'
import { strings } from '../locales/index.ts'

/** The sentence for a failure and its causes. */
export function failureMessage(failure: Failure): string {
  return translateFailure(strings('failures'), failure)
}

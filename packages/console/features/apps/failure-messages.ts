import { translateFailure, type Failure } from '@onair/contract'
import { strings } from '../../locales/index.ts'

/** The name of the system error that caused a failure, such as ECONNREFUSED, or null. */
export function systemErrorOf({ causes = [] }: Failure): string | null {
  const codes = causes.map(({ params }) => ('systemCode' in params ? params.systemCode : null))
  return codes.find((code) => typeof code === 'string') ?? null
}

/** The sentence for a failure and its causes. */
export function failureMessage(failure: Failure): string {
  return translateFailure(strings('failures'), failure)
}

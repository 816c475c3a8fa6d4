import { errors } from '@onair/contract'
import { strings } from '../../locales/index.ts'
import { matcherOf } from './search-words.ts'

const { reasons } = strings('reference')

/** A row of the page "Getting started" that explains an error, and its anchor. */
type ErrorRow = { name: string; anchor: string }

const rows: readonly ErrorRow[] = [
  ...Object.entries(errors).map(([kind, { status, message }]) => ({ name: `${status} ${message}`, anchor: kind })),
  ...Object.keys({ ...reasons.codes, ...reasons.otherCodes }).map((code) => ({ name: code, anchor: code })),
]

/** The errors and reasons that have every word of the search in their status, message or code. */
export function filterErrors(search: string): ErrorRow[] {
  const matches = matcherOf(search)
  return rows.filter(({ name }) => matches(name))
}

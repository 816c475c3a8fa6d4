import { queryOptions, useQuery } from '@tanstack/react-query'
import { translateReason, type ErrorCode, type ErrorReason } from '@onair/contract'
import { ApiError } from '@onair/sdk/http'
import { isLoadError } from './load-errors.ts'
import { loadStrings, strings, type Dictionary } from '../locales/index.ts'

const { error: t } = strings('common')

type ErrorStrings = Dictionary['errors']

/** The sentences for error codes. They load after the page, because few pages start with an error. */
export const errorStringsQuery = queryOptions({
  queryKey: ['error-strings'],
  queryFn: () => loadStrings('errors'),
  staleTime: Infinity,
  gcTime: Infinity,
  networkMode: 'always',
})

/** The sentences for error codes; undefined while they load, null when they could not be loaded. */
export function useErrorStrings(): ErrorStrings | null | undefined {
  const { data, isError } = useQuery(errorStringsQuery)
  return isError ? null : data
}

/** Why a request failed. `original` is the server's own text, where this page has no sentence for the error. */
export type ErrorMessage = { sentence: string; original: string | null }

export function errorMessage(error: unknown, errorStrings: ErrorStrings | null | undefined): ErrorMessage {
  if (!(error instanceof ApiError)) return browserErrorMessage(error)
  if (error.reason && errorStrings === undefined) return { sentence: '', original: null }
  const sentence = error.reason && reasonMessage(error.reason, errorStrings)
  if (sentence !== undefined) return { sentence, original: null }
  if (error.code === 0) return { sentence: t.notFromServer, original: String(error.status) }
  return { sentence: error.status >= 500 ? t.internalError : t.refused, original: error.apiMessage }
}

/** The sentence for an error reason; undefined for an unknown code and while the sentences are not loaded. */
function reasonMessage(reason: ErrorReason, errorStrings: ErrorStrings | null | undefined): string | undefined {
  if (!errorStrings) return undefined
  const sentence = translateReason(errorStrings.sentences, reason)
  return sentence === undefined ? undefined : fieldPrefix(reason, errorStrings) + sentence
}

/** The sentence of a record for the reason of a refused call, or the code. */
export function callReasonMessage(reason: ErrorReason, errorStrings: ErrorStrings | null | undefined): string {
  const sentence = errorStrings && translateReason(errorStrings.callSentences, reason)
  return sentence ?? reasonMessage(reason, errorStrings) ?? reason.code
}

/** The name of the field, for sentences that do not name it. */
function fieldPrefix({ code, field }: ErrorReason, { fields }: ErrorStrings): string {
  if (field === undefined || field === '' || !codesWithoutSubject.has(code)) return ''
  const labels = fields as Readonly<Record<string, string>>
  const known = [field, field.split(/[.[]/, 1)[0] ?? ''].find((each) => Object.hasOwn(labels, each))
  const label = known === undefined ? field : labels[known]
  return `${label}: `
}

const codesWithoutSubject: ReadonlySet<ErrorCode> = new Set([
  'MISSING',
  'MISSPELLED_FIELD',
  'UNKNOWN_FIELD',
  'WRONG_TYPE',
  'TOO_SMALL',
  'TOO_LARGE',
  'TOO_FEW_ITEMS',
  'TOO_MANY_ITEMS',
  'NOT_ALLOWED',
  'PATTERN_MISMATCH',
  'INVALID_VALUE',
  'NOT_WELL_FORMED',
  'CONTAINS_NUL',
  'EMPTY',
  'TOO_LONG',
  'TOO_SHORT',
  'INVALID_DATE',
  'INVALID_TIME_ZONE',
  'INVISIBLE_CHARACTERS',
  'NAME_WITHOUT_LETTER',
  'MIXED_SCRIPTS',
  'NOT_ABSOLUTE_URL',
  'URL_WITHOUT_SCHEME',
  'URL_CHARACTER_NOT_ALLOWED',
  'HTTP_NOT_ALLOWED',
  'SCHEME_NOT_ALLOWED',
  'URL_WITH_FRAGMENT',
  'URL_WITH_CREDENTIALS',
  'INVALID_URL',
  'NO_SUCH_CHANNEL',
  'END_BEFORE_START',
  'END_IN_PAST',
  'END_TOO_EARLY',
  'CAMPAIGN_STARTED',
])

/** A request that failed before a response arrived. */
function browserErrorMessage(error: unknown): ErrorMessage {
  if (isLoadError(error)) return { sentence: t.partNotLoaded, original: null }
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError' || name === 'AbortError') return { sentence: t.timeout, original: null }
  // Browsers report a network error as a TypeError with one of these words.
  if (name === 'TypeError' && /fetch|network|load/i.test(String(error)))
    return { sentence: t.unreachable, original: null }
  return { sentence: t.unexpected, original: String(error) }
}

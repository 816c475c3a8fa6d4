import { translateReason, type ErrorCode, type ErrorReason } from '@onair/contract'
import { ApiError } from '@onair/sdk/http'
import { strings } from '../locales/index.ts'
import type { RefusalMessages } from './refusals/messages.ts'

const { error: t } = strings('common')

/** Why something did not work, for its reader; with what came instead, where the page has no words of its own for it. */
export type ErrorMessage = { sentence: string; original: string | null }

export function errorMessage(error: unknown, messages: RefusalMessages | null | undefined): ErrorMessage {
  if (!(error instanceof ApiError)) return browserErrorMessage(error)
  if (error.reason && messages === undefined) return { sentence: '', original: null }
  const sentence = error.reason && refusalMessage(error.reason, messages)
  if (sentence !== undefined) return { sentence, original: null }
  if (error.code === 0) return { sentence: t.notFromServer, original: String(error.status) }
  return { sentence: error.status >= 500 ? t.serverFault : t.refused, original: error.apiMessage }
}

/** A reason that was told, as a sentence; none where the page does not know it, or has no words. */
export function refusalMessage(reason: ErrorReason, messages: RefusalMessages | null | undefined): string | undefined {
  if (!messages) return undefined
  const sentence = translateReason(messages.sentences, reason)
  return sentence === undefined ? undefined : fieldPrefix(reason, messages) + sentence
}

/** The field, where the sentence does not say what it is about. */
function fieldPrefix({ code, field }: ErrorReason, { fields }: RefusalMessages): string {
  if (field === undefined || field === '' || !codesWithoutSubject.has(code)) return ''
  return `${(fields as Readonly<Record<string, string>>)[field] ?? field}: `
}

const codesWithoutSubject: ReadonlySet<ErrorCode> = new Set([
  'MISSING',
  'WRONG_TYPE',
  'TOO_FEW_CHARACTERS',
  'TOO_MANY_CHARACTERS',
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
  'INVISIBLE_CHARACTERS',
  'NAME_WITHOUT_LETTER',
  'NOT_ABSOLUTE_URL',
  'SCHEME_NOT_ALLOWED',
  'URL_WITH_FRAGMENT',
  'URL_WITH_CREDENTIALS',
  'INVALID_URL',
  'NO_SUCH_CHANNEL',
  'END_BEFORE_START',
  'END_IN_PAST',
  'END_TOO_EARLY',
])

/** What went wrong before anything came from the platform. */
function browserErrorMessage(error: unknown): ErrorMessage {
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError' || name === 'AbortError') return { sentence: t.timeout, original: null }
  // Browsers say nothing else of a request that did not get there.
  if (name === 'TypeError' && /fetch|network|load/i.test(String(error)))
    return { sentence: t.unreachable, original: null }
  return { sentence: t.unexpected, original: String(error) }
}

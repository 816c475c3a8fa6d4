import { translateReason, type ErrorCode, type ErrorReason } from '@onair/contract'
import { ApiError } from '@onair/sdk/http'
import { localize } from './language.ts'
import type { RefusalMessages } from './refusals/messages.ts'

/** Why something did not work, for its reader; with what came instead, where the page has no words of its own for it. */
export type ErrorMessage = { sentence: string; original: string | null }

export function errorMessage(error: unknown, messages: RefusalMessages | null | undefined): ErrorMessage {
  if (!(error instanceof ApiError)) return browserErrorMessage(error)
  if (error.reason && messages === undefined) return { sentence: '', original: null }
  const sentence = error.reason && refusalMessage(error.reason, messages)
  if (sentence !== undefined) return { sentence, original: null }
  if (error.code === 0) return { sentence: t.notOurs, original: String(error.status) }
  return { sentence: error.status >= 500 ? t.fault : t.refused, original: error.apiMessage }
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
  if (name === 'TimeoutError' || name === 'AbortError') return { sentence: t.late, original: null }
  // Browsers say nothing else of a request that did not get there.
  if (name === 'TypeError' && /fetch|network|load/i.test(String(error))) return { sentence: t.away, original: null }
  return { sentence: t.unforeseen, original: String(error) }
}

const t = localize({
  ko: {
    refused: '플랫폼이 거절했습니다. 이 페이지가 미리 알지 못한 까닭이라 받은 말을 그대로 보여 드립니다.',
    fault: '플랫폼에 문제가 생겼습니다. 잠시 뒤에 다시 시도하고, 계속되면 운영자에게 알려 주세요.',
    notOurs: '플랫폼이 아닌 다른 곳에서 답했습니다. 사이에 있는 프록시나 네트워크를 확인하세요.',
    late: '답이 제때 오지 않았습니다. 잠시 뒤에 다시 시도하세요.',
    away: '플랫폼에 연결하지 못했습니다. 네트워크를 확인하고 다시 시도하세요.',
    unforeseen: '뜻밖의 문제가 생겼습니다. 페이지를 새로 고친 다음 다시 시도하세요.',
  },
  en: {
    refused: 'The platform refused it, for a reason that this page has no words for. It said:',
    fault: 'The platform is at fault. Try again in a moment, and tell the operator if it stays so.',
    notOurs: 'The answer is not the platform’s. Look at the proxy or network in between.',
    late: 'The answer did not come in time. Try again in a moment.',
    away: 'The platform could not be reached. Look at your network and try again.',
    unforeseen: 'Something unforeseen went wrong. Reload the page and try again.',
  },
})

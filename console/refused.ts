import { sentenceIn, type Reason, type Why } from '@onair/contract'
import { Refused } from '@onair/contract/client/http'
import { inLanguage } from './language.ts'
import type { RefusalWords } from './refusals/words.ts'

/** Why something did not work, for its reader; with what came instead, where the page has no words of its own for it. */
export type Explained = { sentence: string; original: string | null }

export function explained(error: unknown, words: RefusalWords | null | undefined): Explained {
  if (!(error instanceof Refused)) return ofBrowser(error)
  if (error.why && words === undefined) return { sentence: '', original: null }
  const sentence = error.why && sentenceOfWhy(error.why, words)
  if (sentence !== undefined) return { sentence, original: null }
  if (error.code === 0) return { sentence: said.notOurs, original: String(error.status) }
  return { sentence: error.status >= 500 ? said.fault : said.refused, original: error.reason }
}

/** A reason that was told, as a sentence; none where the page does not know it, or has no words. */
export function sentenceOfWhy(why: Why, words: RefusalWords | null | undefined): string | undefined {
  if (!words) return undefined
  const sentence = sentenceIn(words.sentences, why)
  return sentence === undefined ? undefined : about(why, words) + sentence
}

/** The field, where the sentence does not say what it is about. */
function about({ reason, field }: { reason: Reason; field?: string }, { fields }: RefusalWords): string {
  if (field === undefined || field === '' || !withoutSubject.has(reason)) return ''
  return `${(fields as Readonly<Record<string, string>>)[field] ?? field}: `
}

const withoutSubject: ReadonlySet<Reason> = new Set([
  'MISSING',
  'WRONG_TYPE',
  'TOO_FEW_CHARACTERS',
  'TOO_MANY_CHARACTERS',
  'TOO_SMALL',
  'TOO_GREAT',
  'TOO_FEW_ITEMS',
  'TOO_MANY_ITEMS',
  'NOT_ALLOWED',
  'WRONG_FORM',
  'DOES_NOT_FIT',
  'NOT_WELL_FORMED',
  'HOLDS_NUL',
  'EMPTY',
  'LONGER',
  'SHORTER',
  'NOT_A_MOMENT',
  'UNSEEN_CHARACTERS',
  'NAME_WITHOUT_LETTER',
  'NOT_ABSOLUTE_URL',
  'REFUSED_SCHEME',
  'URL_WITH_FRAGMENT',
  'URL_WITH_USER',
  'NOT_A_URL',
  'NO_SUCH_CHANNEL',
  'END_BEFORE_START',
  'END_GONE_BY',
  'END_TOO_EARLY',
])

/** What went wrong before anything came from the platform. */
function ofBrowser(error: unknown): Explained {
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError' || name === 'AbortError') return { sentence: said.late, original: null }
  // Browsers say nothing else of a request that did not get there.
  if (name === 'TypeError' && /fetch|network|load/i.test(String(error))) return { sentence: said.away, original: null }
  return { sentence: said.unforeseen, original: String(error) }
}

const said = inLanguage({
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

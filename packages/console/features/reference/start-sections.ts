import { strings } from '../../locales/index.ts'
import { matcherOf } from './search-words.ts'

const { start: t, reasons } = strings('reference')

/** The sections of the page "Getting started" and their anchors. `words`: what else people search for to find them, in lower case. */
export const startSections = [
  { name: t.steps.title, anchor: 'first-calls', words: 'quickstart first calls 첫 호출' },
  { name: t.address, anchor: 'base-url', words: 'base url address host 기본 주소' },
  { name: t.credentials, anchor: 'credentials', words: 'credentials authentication bearer header 인증 정보 헤더' },
  { name: t.envelope, anchor: 'envelope', words: 'response envelope format error errors json 응답 형식 오류 에러' },
  { name: reasons.title, anchor: 'reasons', words: '400 error reason code 오류 에러 사유 코드' },
  { name: t.limits, anchor: 'limits', words: 'rate limits quota retry-after 429 호출 한도 초과' },
  { name: t.downloads, anchor: 'downloads', words: 'openapi asyncapi specification swagger download 명세 파일' },
] as const

/** The sections that have every word of the search. */
export function filterStartSections(search: string) {
  const matches = matcherOf(search)
  return startSections.filter(({ name, words }) => matches(`${name} ${words}`))
}

import { webhooks } from '@onair/contract'
import { sessionMessages } from '@onair/contract/reference/session-messages'
import { strings } from '../../locales/index.ts'
import { matcherOf } from './search-words.ts'

const { navigation: t } = strings('reference')

/** The pages beside the operations. `words`: what else people search for to find them, in both languages and lower case. */
export const guides = [
  {
    to: '/reference',
    name: t.start,
    words:
      'quickstart authentication oauth token error code reason quota rate limit retry-after 인증 토큰 오류 에러 코드 사유 호출 한도 초과',
  },
  {
    to: '/reference/events',
    name: t.events,
    words: `${[...Object.keys(sessionMessages), ...Object.keys(webhooks)].join(' ').toLowerCase()} socket websocket message notification event webhook payload 이벤트 웹훅 소켓 웹소켓 세션 메시지 알림 채팅 후원 구독 드롭스 보상 수령`,
  },
  {
    to: '/reference/signature',
    name: t.signature,
    words: 'signature hmac sha256 sha-256 webhook header secret 서명 웹훅 헤더 시크릿',
  },
  { to: '/reference/changelog', name: t.changelog, words: 'changes version release deprecated 변경 버전' },
] as const

/** The pages that have every word of the search. */
export function filterGuides(search: string) {
  const matches = matcherOf(search)
  return guides.filter(({ name, words }) => matches(`${name} ${words}`))
}

import type { WhyNotReason } from '@onair/contract'
import { failureMessage } from '../../lib/failure-messages.ts'
import { pluralize } from '../../lib/pluralize.ts'
import { localize } from '../../lib/language.ts'
import type { Explanation } from '../../lib/records.ts'

type ExplanationDetails = Explanation['details']
/** `refusal` is what the platform said when it refused. */
type ExplanationText = { explanation: (details: ExplanationDetails, refusal: string) => string; next: string }

/** Each reason in a sentence, and what to do next. */
export const explanations: Record<WhyNotReason, ExplanationText> = localize<Record<WhyNotReason, ExplanationText>>({
  ko: {
    SENT: {
      explanation: () => '이 이벤트는 보냈습니다.',
      next: '받는 쪽의 기록을 확인하세요. 소켓이라면 이벤트 이름과 와이어 프로필이 맞는지도 보세요.',
    },
    NOTHING_HAPPENED: {
      explanation: () => '그때까지 이 채널에 그런 이벤트가 없었습니다.',
      next: '샌드박스라면 트리거 패드에서 일어나게 하세요.',
    },
    RESTRICTED: {
      explanation: () => '말한 사람이 이 채널에서 제한되어 있어 일어나지 않았습니다.',
      next: '제한을 풀거나 다른 사람으로 해 보세요.',
    },
    REFUSED_BY_CHAT_RULES: {
      explanation: (_details, refusal) => `채팅 규칙 때문에 말하지 못했습니다. ${refusal}`,
      next: '채팅 설정(저속 모드, 참여 대상)을 확인하세요.',
    },
    REFUSED: {
      explanation: (_details, refusal) => `플랫폼이 거절해서 일어나지 않았습니다. ${refusal}`,
      next: '거절된 요청의 답을 확인하세요.',
    },
    APP_LACKS_SCOPE: {
      explanation: ({ scope }) => `그때 애플리케이션에 “${scope}” 권한이 없어 구독할 수 없었습니다.`,
      next: '애플리케이션 페이지에서 이 권한을 추가한 다음, 다시 동의를 받으세요.',
    },
    NOT_GRANTED: {
      explanation: ({ scope }) => `그때 채널 주인이 “${scope}” 권한에 동의하지 않은 상태였습니다.`,
      next: '동의 페이지로 안내해 동의를 받으세요.',
    },
    NEVER_CONNECTED: {
      explanation: ({ sessionUrlExpired }) =>
        sessionUrlExpired ? '세션 URL을 60초 안에 쓰지 않아 만료되었습니다.' : '세션에 연결한 적이 없습니다.',
      next: '세션 URL을 받자마자 Socket.IO로 연결하세요.',
    },
    SESSION_LIMIT_REACHED: {
      explanation: (_details, refusal) => `세션 자리가 모두 차서 열지 못했습니다. ${refusal}`,
      next: '쓰지 않는 세션을 끊거나, 세션 하나를 여러 구독에 함께 쓰세요.',
    },
    CONNECTED_LATER: {
      explanation: () => '이벤트가 일어난 뒤에 연결했습니다.',
      next: '지난 이벤트는 다시 보내지 않습니다. 먼저 연결하고 구독하세요.',
    },
    DISCONNECTED: {
      explanation: ({ failure }) => `그때 세션이 끊겨 있었습니다.${withFailure(failure)}`,
      next: '끊기면 새 URL을 받아 다시 연결하고 다시 구독하세요.',
    },
    REVOKED: {
      explanation: () => '그 전에 동의가 철회되어 구독이 끝났습니다.',
      next: '`revoked`를 받으면 다시 동의를 받아야 합니다.',
    },
    UNSUBSCRIBED_BEFORE: { explanation: () => '그 전에 구독을 취소했습니다.', next: '다시 구독하세요.' },
    SUBSCRIBED_LATER: {
      explanation: () => '이벤트가 일어난 뒤에 구독했습니다.',
      next: '`subscribed`를 받은 다음의 이벤트부터 옵니다.',
    },
    SUBSCRIPTION_LIMIT_REACHED: {
      explanation: ({ limit }) => `세션의 구독 ${limit}개가 모두 차서 구독이 거절되었습니다.`,
      next: '필요 없는 구독을 취소하거나 세션을 하나 더 여세요.',
    },
    OTHER_CHANNEL: {
      explanation: ({ subscribedChannelId }) => `이 종류를 다른 채널(${subscribedChannelId})에서만 구독했습니다.`,
      next: '구독하는 채널은 액세스 토큰의 주인입니다. 이 채널 사람의 토큰으로 구독하세요.',
    },
    OTHER_EVENT_TYPE: {
      explanation: ({ subscribedEventType }) => `이 채널에서는 ${subscribedEventType}만 구독했습니다.`,
      next: '이 종류의 이벤트도 구독하세요.',
    },
    NOT_SUBSCRIBED: {
      explanation: ({ scope }) =>
        scope === null
          ? '연결만 하고 아무것도 구독하지 않았습니다.'
          : `연결만 하고 아무것도 구독하지 않았습니다. 지금은 채널 주인의 “${scope}” 동의가 없으며, 그때 있었는지는 알 수 없습니다.`,
      next: '`SYSTEM connected`의 sessionKey로 구독하세요.',
    },
    NOT_RECORDED: {
      explanation: ({ date }) =>
        date === null
          ? '그때 구독하고 있었는지, 무엇을 보냈는지 기록이 없어 이유를 알 수 없습니다.'
          : '구독하고 있었지만, 그때 무엇을 보냈는지 기록이 없습니다.',
      next: '프로덕션에서는 누군가 보고 있을 때만 기록하며, 기록은 일정 기간만 남습니다. 이 페이지를 연 채로 다시 해 보세요.',
    },
    NOT_NOTIFIED: {
      explanation: ({ eventType }) => `${eventType} 이벤트는 웹훅으로 보내지 않습니다.`,
      next: '세션으로 구독하세요.',
    },
    NO_WEBHOOK: {
      explanation: () => '그때 애플리케이션에 웹훅 URL이 없었습니다.',
      next: '애플리케이션의 웹훅 탭에서 URL을 정하세요. 지난 알림은 남아 있지 않습니다.',
    },
    WEBHOOK_DISABLED: {
      explanation: ({ failure }) => `웹훅이 DISABLED여서 기다립니다.${withFailure(failure)}`,
      next: '웹훅을 다시 켜면 기다리던 알림이 갑니다.',
    },
    WAITING: {
      explanation: ({ failure }) => `다음 전송을 기다립니다.${withFailure(failure, '마지막 시도:')}`,
      next: '2xx로 답하면 끝납니다.',
    },
    EXHAUSTED: {
      explanation: ({ failure }) => `전송을 포기했습니다.${withFailure(failure, '마지막 시도:')}`,
      next: '받는 쪽을 고친 다음 다시 보내세요.',
    },
  },
  en: {
    SENT: {
      explanation: () => 'It was sent.',
      next: 'Look into the receiver: for a socket, at the event name and the wire profile too.',
    },
    NOTHING_HAPPENED: {
      explanation: () => 'No such event had happened in this channel by then.',
      next: 'In a sandbox, make it happen on the trigger pad.',
    },
    RESTRICTED: {
      explanation: () => 'It never happened: who spoke is restricted in this channel.',
      next: 'Release them, or try as somebody else.',
    },
    REFUSED_BY_CHAT_RULES: {
      explanation: (_details, refusal) => `It never happened: the rules of the chat refused it. ${refusal}`,
      next: 'Look at the chat settings: slow mode, and who may speak.',
    },
    REFUSED: {
      explanation: (_details, refusal) => `It never happened: the platform refused it. ${refusal}`,
      next: 'Look at the answer of the refused request.',
    },
    APP_LACKS_SCOPE: {
      explanation: ({ scope }) => `The application did not have the scope “${scope}” then, so it could not subscribe.`,
      next: 'Add the scope on the page of the application, then ask for consent again.',
    },
    NOT_GRANTED: {
      explanation: ({ scope }) => `The owner of the channel had not granted “${scope}” then.`,
      next: 'Lead them to the consent page.',
    },
    NEVER_CONNECTED: {
      explanation: ({ sessionUrlExpired }) =>
        sessionUrlExpired ? 'The session URL was not used within 60 seconds.' : 'Nobody ever connected to a session.',
      next: 'Connect with Socket.IO as soon as you have the session URL.',
    },
    SESSION_LIMIT_REACHED: {
      explanation: (_details, refusal) => `The session was refused because all places were taken. ${refusal}`,
      next: 'Disconnect sessions that nobody uses, or share one for many subscriptions.',
    },
    CONNECTED_LATER: {
      explanation: () => 'The session connected after it happened.',
      next: 'What is past is not sent again: connect and subscribe first.',
    },
    DISCONNECTED: {
      explanation: ({ failure }) => `The session was closed by then.${withFailure(failure)}`,
      next: 'When a session ends, ask for a new URL, connect and subscribe again.',
    },
    REVOKED: {
      explanation: () => 'Consent was withdrawn before, and the subscription ended with it.',
      next: 'After `revoked`, ask the person for consent again.',
    },
    UNSUBSCRIBED_BEFORE: { explanation: () => 'The session had unsubscribed before.', next: 'Subscribe again.' },
    SUBSCRIBED_LATER: {
      explanation: () => 'The session subscribed after it happened.',
      next: 'Events come from `subscribed` on.',
    },
    SUBSCRIPTION_LIMIT_REACHED: {
      explanation: ({ limit }) =>
        `Subscribing was refused: the session has ${pluralize(limit ?? 0, 'subscription')} already.`,
      next: 'Unsubscribe what you do not need, or open one more session.',
    },
    OTHER_CHANNEL: {
      explanation: ({ subscribedChannelId }) =>
        `This kind is subscribed for another channel (${subscribedChannelId}), not for this one.`,
      next: 'The channel is that of the access token: subscribe with a token of this person.',
    },
    OTHER_EVENT_TYPE: {
      explanation: ({ subscribedEventType }) => `Of this channel the session subscribed ${subscribedEventType} alone.`,
      next: 'Subscribe this kind of event too.',
    },
    NOT_SUBSCRIBED: {
      explanation: ({ scope }) =>
        scope === null
          ? 'The session was connected and had subscribed nothing.'
          : `The session was connected and had subscribed nothing. The owner of the channel does not grant “${scope}” now; whether they did then is not known.`,
      next: 'Subscribe with the sessionKey of `SYSTEM connected`.',
    },
    NOT_RECORDED: {
      explanation: ({ date }) =>
        date === null
          ? 'Whether it was subscribed then, and what was sent, is not recorded, so the reason is not known.'
          : 'It was subscribed, but what was sent then is not recorded.',
      next: 'In production records are made while somebody looks, and kept for a time: try again with this page open.',
    },
    NOT_NOTIFIED: {
      explanation: ({ eventType }) => `${eventType} events are not sent to webhooks.`,
      next: 'Subscribe them on a session.',
    },
    NO_WEBHOOK: {
      explanation: () => 'The application had no webhook URL then.',
      next: 'Set one on the webhook tab of the application. What is past is not kept.',
    },
    WEBHOOK_DISABLED: {
      explanation: ({ failure }) => `It waits, because the webhook is DISABLED.${withFailure(failure)}`,
      next: 'Enable the webhook, and what waits is sent.',
    },
    WAITING: {
      explanation: ({ failure }) => `It waits for the next attempt.${withFailure(failure, 'The last one:')}`,
      next: 'Answer 2xx, and it is done.',
    },
    EXHAUSTED: {
      explanation: ({ failure }) => `It was given up.${withFailure(failure, 'The last attempt:')}`,
      next: 'Mend the receiver, then send it again.',
    },
  },
})

function withFailure(failure: ExplanationDetails['failure'], prefix = ''): string {
  return failure === null ? '' : ` ${prefix}${prefix && ' '}${failureMessage(failure)}`
}

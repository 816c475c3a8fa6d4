import { limits } from '@onair/contract'
import type { Texts } from './texts.ts'

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)}초`
const answer = (status: number) =>
  status === 0 ? '응답하지 않았습니다' : `${status < 300 ? '2xx' : status} 응답을 보냈습니다`

const stimuli = {
  UNKNOWN_FIELDS: '모르는 필드가 있는 메시지를 받은',
  UNKNOWN_EVENT: 'FUTURE_EVENT 이벤트를 받은',
  UNKNOWN_SYSTEM_TYPE: 'SYSTEM future_type을 받은',
  DOUBLED_MESSAGE: '같은 메시지를 두 번 받은',
  REORDERED_MESSAGES: '순서가 바뀐 메시지를 받은',
  MISSING_PROFILE: '프로필이 없는 메시지를 받은',
  ANONYMOUS_DONATION: '익명 후원을 받은',
  LONG_MESSAGE: `${limits.messageLength}자 메시지를 받은`,
  EMOTICONS: '이모티콘 두 개가 있는 메시지를 받은',
}
const forgeries = {
  'webhook-wrong-signature': '다른 시크릿으로 서명한',
  'webhook-changed-body': '본문이 바뀐',
  'webhook-unsigned': '서명이 없는',
}
const versions = {
  'webhook-unknown-fields': '모르는 필드가 있는',
  'webhook-unknown-type': '모르는 타입의',
}

export const ko: Texts = {
  checks: {
    'session-start': {
      title: '세션을 열고 구독하며 정상적으로 동작합니다',
      section: '명세, Endpoints: Session',
      why: '세션과 구독이 없으면 프로그램은 이벤트를 받을 수 없습니다.',
      fix: '세션 URL을 발급받아 Socket.IO 클라이언트 1.0~2.0.3으로 websocket 전송만 사용해 연결하고, SYSTEM connected의 sessionKey로 구독하세요.',
    },
    'unknown-fields': {
      title: '모르는 필드를 무시합니다',
      section: '명세, Versioning',
      why: 'API에는 필드가 추가됩니다. 채팅 이벤트의 userRoleCode와 chatChannelId도 출시 후에 추가되었습니다.',
      fix: '필요한 필드만 읽고 나머지는 무시하세요. 필드가 더 있다는 이유로 페이로드를 거부하지 마세요.',
    },
    'unknown-event': {
      title: '모르는 이름의 이벤트를 무시합니다',
      section: '명세, Versioning',
      why: 'SUBSCRIPTION은 출시 후에 추가되었습니다. 다음 이벤트도 예고 없이 추가될 수 있습니다.',
      fix: '알고 있는 이벤트만 처리하고 나머지는 무시하세요.',
    },
    'unknown-system-type': {
      title: '모르는 타입의 SYSTEM 메시지를 무시합니다',
      section: '명세, Versioning',
      why: '지금은 SYSTEM 타입이 네 가지입니다. 다섯 번째 타입에서 오류가 나는 프로그램은 모든 사용자에게서 동시에 멈춥니다.',
      fix: 'type을 알고 있는 값과 비교하고, 나머지는 무시하세요.',
    },
    'doubled-message': {
      title: '두 번 도착한 메시지를 한 번만 처리합니다',
      section: 'Onair, docs/sessions.md: eventId',
      why: '세션을 교체하는 동안처럼 같은 메시지가 두 번 도착할 수 있습니다. 봇이 두 번 답하면 시청자 모두에게 보입니다.',
      fix: 'eventId를 정해진 개수만큼 기억하고, 이미 처리한 eventId의 이벤트는 무시하세요.',
    },
    'reordered-messages': {
      title: '순서가 바뀐 메시지를 처리합니다',
      section: '명세, Events: Session messages (전달 순서는 정해져 있지 않음)',
      why: '명세는 순서를 보장하지 않습니다. 늦게 도착한 메시지를 버리는 프로그램은 메시지를 놓칩니다.',
      fix: '메시지는 도착한 대로 처리하세요. 중복은 messageTime이 아니라 eventId로 확인하세요.',
    },
    'missing-profile': {
      title: '프로필이 없는 채팅을 처리합니다',
      section: '명세, Events: Session messages: CHAT',
      why: 'profile은 필수 필드가 아니며, 실제 서비스에서는 profile이 null인 메시지도 도착합니다.',
      fix: '닉네임은 profile?.nickname으로 읽고 기본값을 정하세요.',
    },
    'anonymous-donation': {
      title: '익명 후원을 처리합니다',
      section: '명세, Events: Session messages: DONATION',
      why: '익명 후원에는 후원자 채널이 없으며 donatorChannelId가 비어 있습니다.',
      fix: 'donatorChannelId가 비어 있으면 후원자 채널을 조회하지 마세요.',
    },
    'long-message': {
      title: `${limits.messageLength}자 메시지를 처리합니다`,
      section: '명세, Limits: chat message length',
      why: `메시지는 최대 ${limits.messageLength}자입니다. 봇이 받은 메시지에 문구를 덧붙이면 제한을 넘고, API는 400으로 거부합니다.`,
      fix: '답변을 코드 포인트 기준으로 제한에 맞게 자르세요.',
    },
    emoticons: {
      title: '이모티콘을 처리합니다',
      section: '명세, Events: Session messages: emojis',
      why: '이모티콘은 메시지 내용에 {:id:}로 들어 있고, 이미지 주소는 emojis에 있습니다. 대부분의 메시지에는 이모티콘이 없습니다.',
      fix: 'emojis를 id와 주소의 맵으로 읽고, 보내는 텍스트에서는 {:id:}를 그대로 유지하세요.',
    },
    'subscribe-after-connected': {
      title: 'SYSTEM connected를 받은 뒤에 구독합니다',
      section: '명세, States and transitions: connected',
      why: '구독 API는 SYSTEM connected로 받은 sessionKey만 허용하며, 이 키는 그때부터 유효합니다.',
      fix: 'SYSTEM 핸들러에서 type이 connected일 때 data.sessionKey로 구독 API를 호출하세요.',
    },
    'reconnect-cut': {
      title: '연결이 끊기면 다시 연결합니다',
      section: '명세, States and transitions: disconnected',
      why: '배포, 네트워크 장애, 재시작으로 세션이 끊깁니다. 새 세션에는 구독이 없습니다.',
      fix: '연결이 끊기거나 실패하면 지수 백오프와 지터로 기다린 뒤, 새 URL을 발급받아 연결하고 다시 구독하세요.',
    },
    'new-session-url': {
      title: '세션마다 새 URL을 발급받습니다',
      section: '명세, Limits: validity of the socket URL',
      why: '세션 URL은 정해진 시간 안에 한 번만 사용할 수 있습니다. 같은 URL로 다시 연결하면 거부됩니다.',
      fix: 'Socket.IO 클라이언트의 자동 재연결을 끄고, 연결할 때마다 세션 생성 API를 호출하세요.',
    },
    'reconnect-revoked': {
      title: 'SYSTEM revoked를 받으면 다시 구독합니다',
      section: '명세, Session messages: revoked',
      why: '사용자가 동의한 권한을 변경하면 세션은 유지된 채 구독만 취소됩니다. 이때 프로그램은 오지 않을 이벤트를 계속 기다립니다.',
      fix: 'SYSTEM revoked를 받으면 해당 이벤트를 다시 구독하세요. 401이나 403으로 응답하면 사용자에게 다시 동의를 받으세요.',
    },
    'retry-after-session': {
      title: '세션 요청이 429로 거부되면 Retry-After만큼 기다립니다',
      section: '명세, Errors: 429 TOO_MANY_REQUESTS',
      why: '배포 직후에는 많은 프로그램이 동시에 다시 연결합니다. Retry-After를 무시하면 계속 거부되고 다른 프로그램도 늦어집니다.',
      fix: '429 응답의 Retry-After(초)를 읽고, 백오프가 더 짧더라도 그 시간이 지난 뒤에 호출하세요.',
    },
    'retry-after-message': {
      title: '메시지 전송이 429로 거부되면 Retry-After만큼 기다립니다',
      section: '명세, Errors: 429 TOO_MANY_REQUESTS',
      why: 'Retry-After 전에 다시 호출하면 또 거부되고 호출 횟수에도 포함됩니다.',
      fix: '429 응답의 Retry-After(초)를 읽고, 그 시간이 지난 뒤에 다시 보내거나 메시지를 버리세요.',
    },
    'refresh-once': {
      title: '만료된 토큰을 한 번만 갱신합니다',
      section: '명세, Authorization-code flow: the refresh token is single-use',
      why: '액세스 토큰의 유효 기간은 하루이고 리프레시 토큰은 한 번만 사용할 수 있습니다. 동시에 두 번 갱신하면 연동이 끊기고 사용자가 다시 동의해야 합니다.',
      fix: '401 INVALID_TOKEN을 받으면 첫 호출만 토큰을 갱신하고 나머지는 기다리게 하세요. 새 토큰 두 개를 모두 저장한 뒤 호출을 다시 보내세요.',
    },
    'session-limits': {
      title: `세션과 구독 제한(${limits.clientSessions}, ${limits.userSessions}, ${limits.subscriptionsPerSession})을 지킵니다`,
      section: '명세, Limits: session connections and event subscriptions',
      why: `세션은 애플리케이션당 ${limits.clientSessions}개, 사용자당 모든 애플리케이션을 합쳐 ${limits.userSessions}개이며, 구독은 세션당 ${limits.subscriptionsPerSession}개입니다. 초과한 요청은 400으로 거부되고, 같은 사용자의 다른 프로그램이 쓸 자리도 줄어듭니다.`,
      fix: '사용자마다 세션을 하나만 유지하고, 새 세션을 열기 전에 이전 세션을 닫으며, 이벤트마다 한 번만 구독하세요.',
    },
    'webhook-start': {
      title: '알림을 받고 보상을 FULFILLED로 표시합니다',
      section: '명세, Drops: fulfillment state',
      why: '시청자는 상태가 FULFILLED가 되어야 보상을 받은 것으로 표시됩니다. 그 전에는 미지급 상태입니다.',
      fix: '웹훅 주소에서 POST에 2xx로 응답하고, 보상을 지급한 뒤 PUT /open/v1/drops/reward-claims를 호출하세요.',
    },
    'webhook-idempotent': {
      title: '알림이 여러 번 도착해도 보상을 한 번만 지급합니다',
      section: '명세, Webhook notification: response and retry rules: repeated message identifier',
      why: '응답이 유실되거나 늦으면 알림을 최대 세 번 다시 보내며, 두 알림이 동시에 도착할 수도 있습니다.',
      fix: '보상을 지급하는 트랜잭션에서 dropsClaimId를 고유 열에 저장하고, 이미 처리한 알림에도 2xx로 응답하세요.',
    },
    'webhook-unknown': {
      title: '모르는 필드와 모르는 타입의 알림을 받습니다',
      section: '명세, Versioning: versions of webhook messages',
      why: '필드와 이벤트 타입은 추가됩니다. 5xx로 응답하면 같은 알림이 네 번 전송되고, 웹훅이 비활성화될 수 있습니다.',
      fix: '모르는 필드는 무시하고, 모르는 eventType에도 2xx로 응답하세요.',
    },
    'webhook-signature': {
      title: '서명이 올바르지 않은 알림을 거부합니다',
      section: '명세, Webhook notification: verification rules',
      why: '주소를 아는 사람은 누구나 알림을 보낼 수 있습니다. 플랫폼이 보낸 알림인지는 서명으로만 확인할 수 있습니다.',
      fix: '메시지 id, 타임스탬프, 원본 본문을 이어 붙여 클라이언트 시크릿으로 HMAC-SHA256을 계산하세요. 상수 시간으로 비교하고, 다르면 403으로 응답하세요.',
    },
    'webhook-old': {
      title: '오래된 알림을 거부합니다',
      section: 'Onair, docs/webhooks.md: What a receiver does',
      why: '가로챈 알림의 서명은 계속 유효합니다. 타임스탬프도 서명에 포함되며, 재전송할 때마다 새로 만들어집니다.',
      fix: '타임스탬프가 현재 시각과 몇 분 이상 차이 나면 403으로 거부하세요.',
    },
    'webhook-in-time': {
      title: '알림에 제시간에 응답합니다',
      section: '명세, Webhook notification: response and retry rules',
      why: `플랫폼은 ${seconds(limits.webhookDeadlineMs)} 동안 기다립니다. 그보다 늦으면 실패로 보고 알림을 다시 보냅니다.`,
      fix: '수령 정보를 저장하고 먼저 2xx로 응답한 뒤, 다른 서비스를 호출하세요.',
    },
    'retry-after-claims': {
      title: '지급 표시가 429로 거부되면 Retry-After만큼 기다립니다',
      section: '명세, Errors: 429 TOO_MANY_REQUESTS',
      why: '캠페인이 끝날 때는 수령이 한꺼번에 몰립니다. 429 뒤에 포기한 수령은 지급되지 않습니다.',
      fix: '429 응답의 Retry-After(초)를 읽고, 그 시간이 지난 뒤에 다시 호출하세요.',
    },
    'webhook-missed': {
      title: '놓친 수령을 찾아 지급합니다',
      section: '명세, Drops: GET /open/v1/drops/reward-claims',
      why: '알림은 약 30분 동안 네 번 전송됩니다. 장애가 더 길면 수령 목록에서만 확인할 수 있습니다.',
      fix: '시작할 때와 그 뒤로 주기적으로 fulfillmentState가 CLAIMED인 목록을 조회하고, 아직 처리하지 않은 보상을 지급하세요.',
    },
    'webhook-reordered': {
      title: '순서가 바뀐 알림을 처리합니다',
      section: '명세, Webhook notification (전달 순서는 정해져 있지 않음)',
      why: '알림은 동시에 전송되고 재시도되므로, 먼저 생긴 알림이 나중에 도착할 수 있습니다.',
      fix: '알림은 시각이나 다른 수령과 상관없이 도착한 대로 처리하세요.',
    },
    'webhook-resent': {
      title: '알림이 새 메시지로 재전송되어도 보상을 한 번만 지급합니다',
      section: 'Onair, docs/webhooks.md: Missed claims',
      why: '소유자는 알림을 재전송할 수 있습니다. 이때 메시지 ID는 새로 생성되고 dropsClaimId는 그대로입니다.',
      fix: '보상을 지급하는 트랜잭션에서 dropsClaimId를 고유 열에 저장하세요. 메시지 ID로는 충분하지 않습니다.',
    },
    'failing-api': {
      title: '호출이 실패해도 보상을 FULFILLED로 표시합니다',
      section: '명세, Drops: fulfillment state',
      why: '응답이 유실되거나 503, 429로 실패할 수 있습니다. 지급하고도 표시하지 않은 보상은 시청자에게 미지급으로 보입니다.',
      fix: '응답이 유실되었거나 429 또는 5xx이면 다시 호출하세요. 두 번 표시해도 안전합니다. CLAIMED로 남은 수령도 주기적으로 확인하세요.',
    },
    grants: {
      title: '수령마다 보상을 한 번씩만 지급합니다',
      section: 'Onair, docs/webhooks.md: What a receiver does',
      why: 'FULFILLED는 되돌릴 수 없습니다. 지급하지 않고 FULFILLED로 표시하면 시청자가 보상을 잃고, 두 번 지급하면 서비스가 손해를 봅니다.',
      fix: 'dropsClaimId를 고유 열에 저장하는 트랜잭션에서 먼저 보상을 지급한 뒤 FULFILLED로 표시하세요.',
    },
    quota: {
      title: '호출 할당량을 지킵니다',
      section: '명세, Limits: quota values behind 429',
      why: '할당량을 초과한 호출은 429로 거부됩니다. 계속 폴링하면 바쁜 시간에 필요한 호출까지 소진합니다.',
      fix: '폴링 대신 세션의 이벤트를 사용하고, 잘 바뀌지 않는 값은 캐시하며, RateLimit-Remaining을 확인하세요.',
    },
    secrets: {
      title: '시크릿을 정해진 곳으로만 보냅니다',
      section: '명세, Authentication: Calling the API',
      why: '주소, 메시지, 로그는 여러 프로그램이 저장하고 표시합니다. 노출된 시크릿을 본 사람은 사용자를 대신해 요청할 수 있습니다.',
      fix: '액세스 토큰은 Authorization 헤더로만, 클라이언트 시크릿은 Client-Secret 헤더와 토큰 API로만, 리프레시 토큰은 토큰 API로만 보내고, 모두 로그에 남기지 마세요.',
    },
  },
  seen: {
    PROGRAM_RUNS: () => '프로그램은 실행 중입니다.',
    PROGRAM_ENDED: ({ reason, output }) => `프로그램이 종료되었습니다(${reason}). ${output}`.trimEnd(),
    PROGRAM_GONE: () =>
      '프로그램이 연결되어 있지 않아 실행하지 않았습니다. 프로그램을 시작하고 --only로 이 검사를 실행하세요.',
    NOT_READY: () => '프로그램이 준비되지 않았습니다. 첫 번째 검사를 확인하세요.',
    NO_SESSION: () => '구독한 세션이 없습니다.',
    SUBSCRIBED: ({ eventTypes }) => `${eventTypes} 구독 후 정상적으로 동작합니다.`,
    DID_NOT_ANSWER: ({ probe }) => `구독했지만 "${probe}"에 응답하지 않았습니다.`,
    DID_NOT_RECONNECT: () => '다시 연결하지 않았습니다. reconnect-cut을 확인하세요.',
    NOT_SUBSCRIBED_TO: ({ eventType }) => `${eventType} 이벤트를 구독하지 않습니다.`,
    WORKED_AFTER: ({ stimulus }) => `${stimuli[stimulus]} 뒤에도 같은 세션에서 동작했습니다.`,
    WORKED_IN_NEXT_SESSION: ({ stimulus }) => `${stimuli[stimulus]} 뒤에도 동작했습니다.`,
    SESSION_ENDED_AFTER: ({ stimulus }) => `${stimuli[stimulus]} 뒤에 세션이 끊겼습니다.`,
    BROKEN_AFTER: ({ stimulus }) => `${stimuli[stimulus]} 뒤로 동작하지 않습니다.`,
    ANSWERED_REPEATEDLY: ({ count }) => `두 번 도착한 메시지에 ${count}번 응답했습니다.`,
    ANSWERED_SOME: ({ count }) => `순서가 바뀐 메시지 2개 중 ${count}개에 응답했습니다.`,
    MESSAGES_REFUSED: ({ count }) => `보낸 메시지 ${count}개가 400으로 거부되었습니다.`,
    SUBSCRIBED_EARLY: ({ count, calls }) =>
      `구독 호출 ${calls}번 중 ${count}번이 SYSTEM connected보다 빨랐거나 다른 키를 사용했습니다.`,
    SUBSCRIBED_AFTER_CONNECTED: ({ calls }) => `SYSTEM connected 뒤에 그 sessionKey로 ${calls}번 호출했습니다.`,
    NOT_BACK: ({ withinMs }) => `연결이 끊긴 뒤 ${seconds(withinMs)} 안에 구독하지 않았습니다.`,
    BACK_BUT_BROKEN: () => '다시 구독했지만 동작하지 않습니다.',
    BACK: ({ afterMs }) => `${seconds(afterMs)} 뒤에 다시 구독했습니다.`,
    URLS_REPEATED: ({ count, connections }) => `연결 ${connections}번 중 ${count}번이 이미 사용한 URL이었습니다.`,
    URLS_NEW: ({ connections }) => `${connections}번 연결할 때마다 새 URL을 사용했습니다.`,
    REVOKED_NOTHING: () => '취소할 구독이 없습니다.',
    REVOKED_NOT_SENT: () => '제한 시간 안에 SYSTEM revoked가 도착하지 않았습니다.',
    NOT_SUBSCRIBED_AGAIN: ({ eventType, withinMs }) =>
      `SYSTEM revoked 뒤 ${seconds(withinMs)} 안에 ${eventType} 이벤트를 다시 구독하지 않았습니다.`,
    SUBSCRIBED_AGAIN: ({ eventType }) => `${eventType} 이벤트를 다시 구독했습니다.`,
    CALLED_EARLY: ({ afterMs, retryAfterSec }) =>
      `Retry-After가 ${retryAfterSec}초인데 ${seconds(afterMs)} 뒤에 다시 호출했습니다.`,
    NOT_BACK_AFTER_429: () => '429로 한 번 거부된 뒤 다시 연결하지 않았습니다.',
    WAITED: ({ afterMs, retryAfterSec }) =>
      `Retry-After ${retryAfterSec}초를 지켜 ${seconds(afterMs)} 뒤에 다시 호출했습니다.`,
    LIMIT_EXCEEDED: ({ count, calls }) => `호출 ${calls}번 중 ${count}번이 제한을 초과했습니다(400).`,
    WITHIN_LIMITS: ({ calls, open }) => `호출 ${calls}번이 모두 허용되었고, 열린 세션은 ${open}개입니다.`,
    NO_MESSAGE: () => '메시지를 보내지 않았습니다.',
    BROKEN_AFTER_429: () => '429 뒤로 동작하지 않습니다.',
    DID_NOT_CALL_EARLY: () => 'Retry-After 전에 다시 호출하지 않았고, 그 뒤에도 동작했습니다.',
    REFRESHED_REPEATEDLY: ({ count }) => `토큰이 한 번 만료되었는데 ${count}번 갱신했습니다.`,
    NOT_REFRESHED: () => '토큰이 만료되었지만 갱신하지 않았습니다.',
    REFRESH_REFUSED: ({ status }) => `토큰 갱신이 거부되었습니다(${status}).`,
    CALLS_NOT_REPEATED: () => '토큰을 갱신했지만 호출을 다시 보내지 않았습니다.',
    REFRESHED_ONCE: () => '토큰을 한 번 갱신했고, 기다리던 호출을 다시 보냈습니다.',
    CALLS_REFUSED: ({ count }) => `호출 ${count}번이 429로 거부되었습니다.`,
    POLLS: ({ perMinute, quota }) => `아무 일이 없을 때도 분당 ${perMinute}번 호출합니다. 할당량은 ${quota}번입니다.`,
    UNDER_QUOTA: ({ calls, perMinute }) =>
      `호출 ${calls}번이 모두 허용되었고, 아무 일이 없을 때는 분당 ${perMinute}번 호출합니다.`,
    NO_REQUESTS: () => '요청을 보내지 않았습니다.',
    SECRET_IN_ADDRESS: ({ path }) => `${path} 주소에 시크릿이 있습니다.`,
    SECRET_IN_BODY: ({ path }) => `${path} 본문에 시크릿이 있습니다.`,
    SECRET_IN_HEADER: ({ name, path }) => `${path} 요청의 ${name} 헤더에 시크릿이 있습니다.`,
    SECRET_IN_OUTPUT: () => '프로그램 출력에 시크릿이 있습니다.',
    NO_SECRET: ({ calls }) => `요청 ${calls}개와 프로그램 출력에 잘못 보낸 시크릿이 없습니다.`,
    NO_SECRET_RECORDED: ({ calls }) =>
      `인스펙터에 표시되는 요청 ${calls}개의 주소, 본문, 헤더에 잘못 보낸 시크릿이 없습니다. 프로그램 출력은 확인하지 않았습니다.`,
    FULFILLED: () => '보상을 FULFILLED로 표시했습니다.',
    NOT_FULFILLED: () => '보상을 FULFILLED로 표시하지 않았습니다.',
    NOT_NOTIFIED: () => '전송된 알림이 없습니다.',
    NOTIFICATION: ({ state, attempts }) => `알림은 ${attempts}번 시도 후 ${state} 상태입니다.`,
    REPEATED_REFUSED: ({ status }) => `다시 도착한 알림에 ${answer(status)}.`,
    GAVE_REPEATEDLY: ({ count }) => `보상을 ${count}번 지급했습니다.`,
    GAVE_ONCE: () => '세 번 도착한 알림에 모두 2xx로 응답했고 보상은 한 번만 지급했습니다.',
    GAVE_RESENT_ONCE: () => '재전송된 알림에 2xx로 응답했고 보상은 한 번만 지급했습니다.',
    VERSION_REFUSED: ({ status, fault }) => `${versions[fault]} 알림에 ${answer(status)}.`,
    VERSIONS_BROKE_IT: () => '모르는 필드와 모르는 타입에는 2xx로 응답했지만 다음 수령을 처리하지 않았습니다.',
    VERSIONS_TAKEN: () => '모르는 필드와 모르는 타입에 2xx로 응답했고 다음 수령도 처리했습니다.',
    FORGERY_TAKEN: ({ status, fault }) => `${forgeries[fault]} 알림에 ${answer(status)}.`,
    FORGERIES_REJECTED: () => '다른 시크릿, 바뀐 본문, 없는 서명에 4xx로 응답했습니다.',
    OLD_ANSWER: ({ status, minutes }) => `서명이 올바른 ${minutes}분 전 알림에 ${answer(status)}.`,
    LATE: ({ deadlineMs, delayMs }) =>
      `PUT /open/v1/drops/reward-claims가 ${seconds(delayMs)} 걸리는 동안, ${seconds(deadlineMs)} 안에 2xx로 응답하지 않았습니다.`,
    IN_TIME: ({ delayMs }) =>
      `PUT /open/v1/drops/reward-claims가 ${seconds(delayMs)} 걸리는 동안 제시간에 응답했습니다.`,
    NOT_FULFILLED_AFTER_429: () => '429 뒤에 보상을 FULFILLED로 표시하지 않았습니다.',
    FULFILLED_AFTER_429: ({ retryAfterSec }) => `Retry-After(${retryAfterSec}초)를 지켜 다시 호출했습니다.`,
    FULFILLED_REORDERED: () => '알림이 다른 순서로 도착한 보상을 모두 FULFILLED로 표시했습니다.',
    FULFILLED_DESPITE_FAILURES: () => '응답이 유실되거나 503, 429로 실패했지만 보상을 모두 FULFILLED로 표시했습니다.',
    CLAIMS_NOT_FULFILLED: ({ count, of }) => `보상 ${of}개 중 ${count}개를 FULFILLED로 표시하지 않았습니다.`,
    NO_OWNER: () => '애플리케이션에 알림을 재전송할 소유자가 없습니다.',
    GRANTS_UNKNOWN: () =>
      '지급 내역을 알 수 없습니다. --grants가 없으면 두 번 지급했거나 지급하지 않은 보상을 찾을 수 없습니다.',
    GRANTS_MATCH: ({ count }) => `수령 ${count}건의 보상을 한 번씩 지급했습니다.`,
    GRANTED_TWICE: ({ count, checks }) => `수령 ${count}건의 보상을 두 번 이상 지급했습니다(${checks}).`,
    NEVER_GRANTED: ({ count, checks }) =>
      `수령 ${count}건을 FULFILLED로 표시했지만 보상을 지급하지 않았습니다(${checks}).`,
    GRANTED_NOT_FULFILLED: ({ count, checks }) =>
      `수령 ${count}건의 보상을 지급했지만 아직 CLAIMED 상태입니다(${checks}).`,
    GRANTED_UNCLAIMED: ({ count }) => `수령하지 않은 사람에게 보상 ${count}개를 지급했습니다.`,
    MISSED_FOUND: ({ attempts }) => `알림 ${attempts}번을 모두 놓친 수령을 찾았습니다.`,
    MISSED_NOT_FOUND: ({ attempts, withinMs }) =>
      `알림 ${attempts}번을 모두 놓친 수령을 ${seconds(withinMs)} 안에 찾지 못했습니다.`,
  },
  marks: { pass: '통과', fail: '실패', 'not applicable': '제외', 'not run': '생략' },
  report: {
    suite: (name) => `onair certify: ${name}`,
    summary: ({ score, passed, applicable, failed, checks }) =>
      `${score === null ? '점수 없음' : `100점 만점에 ${score}점`}: ${applicable}점 중 ${passed}점, 검사 ${checks}개 중 ${failed}개 실패.`,
    notRun: (count) => `검사 ${count}개는 실행하지 않았습니다.`,
    why: '이유',
    fix: '해결',
    noResponse: '응답 없음',
  },
}

import { limits, type WireProfile } from '@onair/contract'
import type { inspector as english, MissingEventDetails } from '../en/inspector.ts'

const timeFormat = new Intl.DateTimeFormat('ko', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })
const timeOf = (date: string) => timeFormat.format(new Date(date))

const alsoDisconnected = ({ disconnectedDate }: MissingEventDetails) =>
  disconnectedDate === null ? null : `또한 이 세션은 ${timeOf(disconnectedDate)}에 종료되었습니다.`

const afterClosing = ({ disconnectedDate }: MissingEventDetails) =>
  disconnectedDate === null ? '' : `세션이 ${timeOf(disconnectedDate)}에 종료된 후, `

const lastAttempt = (failure: string | null) => (failure === null ? null : `마지막 시도: ${failure}`)

const changeProfile = (profile: WireProfile) =>
  profile === 'documented'
    ? '이 세션의 호환 모드는 documented였습니다. 실제 서비스(치지직)용 클라이언트에는 observed가 필요합니다.'
    : '이 세션의 호환 모드는 observed였습니다. 명세를 보고 만든 클라이언트에는 documented가 필요합니다.'

const checkProfile = (wireProfile: MissingEventDetails['wireProfile']) =>
  wireProfile === null ? null : `이벤트 구독을 시도한 기록이 없습니다. ${changeProfile(wireProfile)}`

const filterNames = { CAMPAIGNS: '캠페인', VIEWERS: '시청자' }

const explanations: (typeof english)['explanations'] = {
  SENT: {
    text: () => '이벤트를 전송했습니다.',
    next: null,
  },
  LOST_BY_FAULT: {
    text: ({ fault }) => `샌드박스의 장애 규칙(${fault}) 때문에 전송되지 않았습니다.`,
    next: '실제 네트워크에서도 생길 수 있으므로 클라이언트가 대비해야 합니다. 이벤트를 받으려면 트리거 패드에서 장애를 끄고 다시 보내세요.',
  },
  NOTHING_HAPPENED: {
    text: () => '그때까지 이 채널에서 해당 이벤트가 발생하지 않았습니다.',
    next: '샌드박스라면 트리거 패드에서 발생시켜 보세요.',
  },
  RESTRICTED: {
    text: () => '보낸 사람의 활동이 제한되어 있어 이벤트가 발생하지 않았습니다.',
    next: '제한을 해제하거나 다른 사용자로 시도하세요.',
  },
  REFUSED_BY_CHAT_RULES: {
    text: () => '채팅 규칙에 따라 메시지가 거부되어 이벤트가 발생하지 않았습니다.',
    more: ({ refusal }) => [refusal],
    next: '저속 모드, 금칙어, 참여 대상 등 채팅 설정을 확인하세요.',
  },
  REFUSED: {
    text: () => '요청이 거부되어 이벤트가 발생하지 않았습니다.',
    more: ({ refusal }) => [refusal],
    next: '거부된 요청의 응답을 확인하세요.',
  },
  APP_LACKS_SCOPE: {
    text: ({ scope }) => `이벤트 발생 시점에 애플리케이션에 “${scope}” 권한이 없어 구독할 수 없었습니다.`,
    more: (details) => [alsoDisconnected(details)],
    next: '애플리케이션 페이지에서 권한을 추가한 후 다시 동의를 받으세요.',
  },
  NOT_GRANTED: {
    text: ({ scope }) => `이벤트 발생 시점에 채널 소유자가 “${scope}” 권한에 동의하지 않은 상태였습니다.`,
    more: (details) => [alsoDisconnected(details)],
    next: '소유자를 동의 화면으로 안내해 동의를 받으세요.',
  },
  NEVER_CONNECTED: {
    text: ({ sessionUrlExpired }) =>
      sessionUrlExpired ? '세션 URL을 60초 안에 사용하지 않아 만료되었습니다.' : '세션을 연결한 기록이 없습니다.',
    next: '세션 URL을 발급받는 즉시 Socket.IO로 연결하세요.',
  },
  SESSION_LIMIT_REACHED: {
    text: (details) => `${afterClosing(details)}세션 수 한도에 도달해 세션 URL을 발급받지 못했습니다.`,
    more: ({ refusal }) => [refusal],
    next: '사용하지 않는 세션을 종료하거나, 세션 하나로 여러 이벤트를 구독하세요.',
  },
  SESSION_REFUSED: {
    text: (details) => `${afterClosing(details)}세션 URL 발급 요청이 거부되었습니다.`,
    more: ({ refusal }) => [refusal],
    next: '유효한 인증 정보로 다시 연결하고 구독하세요.',
  },
  CONNECTED_LATER: {
    text: () => '이벤트가 발생한 후에 세션이 연결되었습니다.',
    next: '지난 이벤트는 다시 전송하지 않습니다. 먼저 연결하고 구독하세요.',
  },
  DISCONNECTED: {
    text: () => '이벤트가 발생하기 전에 세션이 종료되었습니다.',
    more: ({ failure, wireProfile }) => [failure, checkProfile(wireProfile)],
    next: '세션이 종료되면 새 URL을 발급받아 다시 연결하고 구독하세요.',
  },
  REVOKED: {
    text: () => '이벤트 발생 전에 동의가 철회되어 이벤트 구독이 종료되었습니다.',
    next: '`revoked`를 받으면 사용자에게 다시 동의를 받으세요.',
  },
  UNSUBSCRIBED_BEFORE: { text: () => '이벤트 발생 전에 이벤트 구독을 취소했습니다.', next: '다시 구독하세요.' },
  SUBSCRIBED_LATER: {
    text: () => '이벤트가 발생한 후에 구독했습니다.',
    next: '`subscribed` 이후의 이벤트부터 전송됩니다.',
  },
  SUBSCRIPTION_LIMIT_REACHED: {
    text: ({ limit }) => `세션의 이벤트 구독 한도 ${limit}개에 도달해 구독이 거부되었습니다.`,
    more: (details) => [alsoDisconnected(details)],
    next: '필요 없는 이벤트 구독을 취소하거나 세션을 추가로 연결하세요.',
  },
  SUBSCRIPTION_REFUSED: {
    text: () => '세션은 연결되어 있었지만 구독 요청이 거부되었습니다.',
    more: (details) => [details.refusal, alsoDisconnected(details)],
    next: '유효한 액세스 토큰으로 다시 구독하세요.',
  },
  OTHER_CHANNEL: {
    text: ({ subscribedChannelId, subscribedChannelName, subscribedEventTypes }) =>
      `다른 채널(${subscribedChannelName ?? subscribedChannelId})의 ${subscribedEventTypes === null ? '' : `${subscribedEventTypes.join(', ')} `}이벤트만 구독했습니다.`,
    next: '구독 대상은 액세스 토큰의 채널입니다. 이 채널 소유자의 토큰으로 구독하세요.',
  },
  OTHER_EVENT_TYPE: {
    text: ({ subscribedEventTypes }) =>
      `이 채널에서는 ${(subscribedEventTypes ?? []).join(', ')} 이벤트만 구독했습니다.`,
    next: '이 이벤트도 구독하세요.',
  },
  NOT_SUBSCRIBED: {
    text: () => '세션은 연결되었지만 구독한 이벤트가 없었습니다.',
    more: ({ scope, wireProfile }) => [
      scope === null
        ? null
        : `현재 채널 소유자가 “${scope}” 권한에 동의하지 않았으며, 이벤트 발생 시점의 동의 여부는 알 수 없습니다.`,
      checkProfile(wireProfile),
    ],
    next: '`SYSTEM connected`의 sessionKey로 구독하세요.',
  },
  NOT_RECORDED: {
    text: ({ date }) =>
      date === null
        ? '이벤트 발생 시점의 이벤트 구독과 전송 기록이 없어 원인을 알 수 없습니다.'
        : '구독 중이었지만, 이벤트 발생 시점에 전송한 메시지 기록이 없습니다.',
    next: '운영 환경에서는 인스펙터가 열려 있는 동안에만 기록하며, 기록은 일정 기간 후 삭제됩니다. 이 페이지를 연 상태로 다시 시도하세요.',
  },
  NOT_NOTIFIED: {
    text: ({ eventType }) => `${eventType} 이벤트는 웹훅으로 전송하지 않습니다.`,
    next: '세션으로 구독하세요.',
  },
  NO_WEBHOOK: {
    text: () => '이벤트가 발생했을 때 웹훅 URL이 설정되어 있지 않았습니다.',
    next: '애플리케이션의 웹훅 탭에서 URL을 설정하세요. 이전 이벤트는 전송되지 않습니다.',
  },
  WEBHOOK_DISABLED: {
    text: () => '웹훅이 비활성화되어 알림이 대기 중입니다.',
    more: ({ failure }) => [failure],
    next: '웹훅을 활성화하면 대기 중인 알림이 전송됩니다.',
  },
  CREATED_LATER: {
    text: () => '이벤트가 발생한 뒤에 추가된 엔드포인트입니다.',
    next: '이전 이벤트는 전송되지 않습니다.',
  },
  EXCLUDED_BY_FILTER: {
    text: ({ filters }) =>
      filters === null || filters.length === 0
        ? '발생 시점의 필터 조건에 맞지 않았습니다. 이후 필터가 변경되었습니다.'
        : `엔드포인트의 필터 조건에 맞지 않습니다(${filters.map((filter) => filterNames[filter]).join(', ')}).`,
    next: '이런 이벤트를 받으려면 엔드포인트의 필터를 변경하세요. 이전 이벤트는 전송되지 않습니다.',
  },
  TEST_OF_OTHER_ENDPOINT: {
    text: () => '다른 엔드포인트로 보낸 테스트 알림입니다.',
    next: '이 엔드포인트로 테스트 알림을 전송하세요.',
  },
  ENDPOINT_DELETED: {
    text: () => '알림이 전송되기 전에 엔드포인트가 삭제되었습니다.',
    more: ({ failure }) => [lastAttempt(failure)],
    next: '삭제된 엔드포인트의 알림은 재전송할 수 없습니다.',
  },
  WAITING: {
    text: ({ failure }) => lastAttempt(failure) ?? '알림이 전송을 기다리고 있습니다.',
    more: ({ failingSinceDate }) => [
      failingSinceDate === null ? null : '엔드포인트 전송이 계속 실패하고 있어 한 번에 일부 알림만 시도합니다.',
    ],
    next: '수신 서버가 2xx로 응답하면 전송이 완료됩니다.',
  },
  EXHAUSTED: {
    text: () => '모든 전송 시도가 실패했습니다.',
    more: ({ failure }) => [lastAttempt(failure)],
    next: '수신 서버를 수정한 후 알림을 재전송하세요.',
  },
}

const searchedRecords = limits.recordsPerSearch.toLocaleString('ko')

export const inspector: typeof english = {
  page: {
    title: '인스펙터',
    aboutSandbox:
      '애플리케이션의 요청, 콘솔과 샌드박스에서 변경한 내용, 그에 따른 이벤트, 소켓 메시지, 웹훅을 보여 줍니다. 토큰과 Client Secret은 마스킹합니다.',
    aboutProduction:
      '이 페이지가 열려 있는 동안 애플리케이션의 요청, 이벤트, 소켓 메시지, 웹훅을 기록합니다. 토큰과 Client Secret은 마스킹합니다.',
    chooseFirst: '애플리케이션을 선택하면 기록이 시작됩니다.',
    filters: '필터',
    byId: 'ID로 필터링',
    app: '애플리케이션',
    allApps: '전체',
    choose: '선택하세요',
    kind: '유형',
    allKinds: '전체',
    fields: {
      text: '내용',
      name: '경로·이벤트',
      status: '상태',
      channel: '채널 ID',
      session: '세션 키',
      traceId: '추적 ID',
    },
    examples: { text: '예: 안녕', name: '예: chats/send', status: '예: 4xx', channel: '', session: '', traceId: '' },
    formats: {
      status: '404, 4xx 또는 error로 입력하세요.',
      channel: '채널 ID 32자(0–9, a–f)를 입력하세요.',
    },
    time: '시각',
    result: '결과',
    lostByFault: '주입된 장애로 유실되었습니다.',
    summary: '요약',
    took: '소요 시간',
    histogram: '시간과 유형별 기록 수',
    clearRange: (from, to) => `${from} – ${to} 기록만 표시 중입니다. 전체 보기`,
    tools: '빠른 필터와 내보내기',
    presets: {
      errors: '오류',
      missed: '수신한 세션 없음',
      missedByApp: '내 애플리케이션이 받지 못함',
      apiCalls: 'API 호출',
      ownApp: '내 애플리케이션',
      sinceNow: '지금부터',
    },
    pause: '일시 정지',
    resume: '재개',
    export: '내보내기',
    exportNdjson: '기록을 NDJSON으로 저장',
    exportCurl: '요청을 curl로 저장',
    list: '기록',
    newRecords: (count) => `새 기록 ${count}건`,
    none: '아직 기록이 없습니다',
    noneHint: '봇이 API를 호출하거나 이벤트가 발생하면 바로 표시됩니다.',
    noMatch: '조건에 맞는 기록이 없습니다',
    noMatchHint: '필터를 변경하거나 새 기록을 기다리세요.',
    clear: '필터 초기화',
    donate: '후원 보내기',
    older: '이전 기록 더 보기',
    full: (count) => `최신 기록 ${count.toLocaleString('ko')}건까지 표시합니다. 이전 기록은 필터로 찾으세요.`,
    searched: `내용, 경로·이벤트, 상태는 최신 기록부터 최대 ${searchedRecords}건씩 검색합니다.`,
    continueSearch: '아직 일치하는 기록이 없습니다. 이전 기록을 더 검색하거나 새 기록을 기다리세요.',
    searchOlder: '이전 기록 검색',
  },
  record: {
    title: '기록',
    back: '← 목록',
    gone: '없는 기록이거나 보관 기간이 지난 기록입니다.',
    share: '링크 복사',
    shared: '링크를 복사했습니다',
    silent: (profile) => `클라이언트가 10초 동안 이벤트를 구독하지 않았습니다. ${changeProfile(profile)}`,
    ofPublicService:
      '실제 서비스(치지직)용 클라이언트의 헤더입니다. 호환 모드 observed가 필요하지만 이 애플리케이션의 호환 모드는 documented입니다.',
    neverSubscribed: (profile) => `클라이언트가 이벤트를 구독하지 않고 연결을 종료했습니다. ${changeProfile(profile)}`,
    payload: '페이로드',
    reference: '레퍼런스에서 보기',
    request: '요청',
    response: '응답',
    headers: '헤더',
    body: '본문',
    truncated: '이후 내용은 기록되지 않았습니다.',
    attempts: (count) => `시도 ${count}회`,
    resend: '재전송',
    notification: '이 알림의 전송 내역 보기',
    attemptList: '전송 시도',
    lastResponse: '마지막 응답',
    eventId: '이벤트 ID',
  },
  missingEvent: {
    title: '수신 결과와 원인',
    receiver: '수신 대상',
    result: '결과',
    sent: '전송 완료',
    notSent: '전송 안 됨',
    none: '이 이벤트를 받을 수 있는 애플리케이션이 없습니다.',
    receivers: (count) => `받을 수 있었던 대상 ${count}개`,
    notConnected: (count) => `연결되지 않은 애플리케이션 ${count}개`,
    seeSessions: '세션별 결과를 확인하세요.',
    refused: '거부된 요청 보기',
    more: (count) => `${count}개 더 보기`,
    notHandled: {
      SESSION: '전송되었는데 봇이 반응하지 않았다면 코드의 이벤트 이름과 애플리케이션의 호환 모드를 확인하세요.',
      WEBHOOK: '전송되었는데 처리되지 않았다면 수신 서버의 로그를 확인하세요. 수신 서버는 2xx로 응답했습니다.',
    },
  },
  explanations,
  targets: {
    open: '연결됨 (발생 시점부터 지금까지)',
    openThen: '발생 시점에는 연결, 지금은 종료',
    apps: '애플리케이션별',
    openedLater: '발생 이후 연결',
    closed: '발생 시점에 미연결, 지금은 종료',
    lastClosed: (shown, all) => `발생 시점에 미연결, 지금은 종료 (${all}개 중 최근 ${shown}개)`,
    since: (from) => `${from}부터`,
    appSession: '애플리케이션 세션',
    anySession: '모든 세션',
    webhook: '웹훅',
    webhooks: '웹훅',
  },
}

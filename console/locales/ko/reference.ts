import { limits } from '@onair/contract'
import type { reference as english } from '../en/reference.ts'
import type { ContractTexts } from '../contract-texts.ts'
import { typeNames } from './type-names.ts'

const noChannel = '존재하지 않는 채널입니다'
const noApp = '존재하지 않는 애플리케이션입니다'
const noEndpoint = '존재하지 않는 애플리케이션이나 엔드포인트입니다'
const ruleBroken = '채널이나 플랫폼의 규칙을 위반했습니다. 이유는 message에 있습니다'
const notConnectedOrFull = '세션이 연결되지 않았거나 이벤트 구독이 이미 30개인 경우도 포함합니다'
const notConnected = '세션이 연결되지 않은 경우도 포함합니다'
const alsoAnotherUsers = '다른 사용자의 세션인 경우도 포함합니다'
const anotherUsers = '다른 사용자의 세션입니다'
const noSession = '이 애플리케이션에 존재하지 않는 세션입니다'
const noMessage = '이 채팅에 존재하지 않는 메시지입니다'
const notModerator = '채널의 스트리머나 관리자가 아닌 경우도 포함합니다'
const searched = `한 번에 \`after\`와 \`before\` 사이의 최근 기록 ${limits.recordsPerSearch}건 검색`
const chatMessage = 'NFC 정규화 후 100자까지(코드 포인트 기준)'
const rewrittenBody =
  '본문을 파싱한 후 다시 직렬화한 값에 서명했습니다. JSON으로 파싱하기 전의 원본 바이트로 서명을 계산하세요.'
const utc = 'RFC 3339, UTC'
const snapshotDate = 'RFC 3339, UTC(컴퓨터의 시계 기준)'
const noSnapshot = '존재하지 않는 스냅샷입니다'
const snapshotNow = '스냅샷의 플랫폼 시각'
const excludingFilters = '이벤트를 제외한 엔드포인트의 필터(이벤트 발생 이후 필터가 변경되었다면 빈 배열)'
const utcMs = 'RFC 3339, UTC, 밀리초까지'

const endpointFields = {
  name: '1~100자',
  channelIds: '이 시청자의 수령 알림만 전송(빈 배열이면 모두)',
  campaignIds: '이 캠페인의 수령 알림만 전송(빈 배열이면 모두)',
}

const faultTexts = {
  preset: '계획을 만든 프리셋',
  'rules[].kind':
    '장애 종류. 요청: `status`, `token-expired`, `grant-revoked`는 요청을 처리하지 않고 응답을 대체하며, `delay`, `truncated-body`, `slow-body`, `connection-reset`은 처리된 요청의 응답을 바꿉니다. 소켓: `upgrade-refused`는 웹소켓 핸드셰이크에 503으로, `session-url-refused`는 세션 URL에 `auth fail`로 응답합니다. `event-lost`, `event-doubled`, `event-delayed`, `event-reordered`(다음 이벤트 뒤에 전송)는 한 세션의 이벤트 하나를 바꿉니다. `event-unknown-fields`는 이벤트에 필드를 추가하고, `event-unknown-type`은 알 수 없는 이름의 이벤트(`eventType`이 `SYSTEM`이면 알 수 없는 종류의 메시지)를 먼저 보내며, `event-without-profile`은 `profile`이 null인 채팅을 보냅니다. `socket-cut`은 이벤트 대신 연결을 끊고, `socket-silent`는 연결을 유지한 채 pong을 포함해 아무것도 보내지 않습니다. `gateway-restart`는 모든 소켓을 끊고 `delayMs` 동안 503으로 응답하며, `pong-withheld`는 ping에 응답하지 않습니다. 웹훅: `webhook-doubled`는 두 번 보내고, `webhook-delayed`는 늦게, `webhook-reordered`는 애플리케이션의 다음 알림 뒤에 보냅니다. `webhook-wrong-signature`, `webhook-unsigned`, `webhook-changed-body`(서명 후 변경), `webhook-old-timestamp`(15분 전, 서명은 유효)는 수신 서버가 거부해야 하는 시도를 보내고, `webhook-unknown-fields`와 `webhook-unknown-type`(`future_event`)은 수신 서버가 받아들여야 하는 시도를 보냅니다. `webhook-lost`는 보내지 않고 시도를 실패로 처리하며, `webhook-retried`는 마지막 시도 전까지 응답을 무시합니다',
  'rules[].operation': '`chat.sendMessage`와 같은 작업 이름(지정하면 이 작업만)',
  'rules[].scope': '지정하면 이 권한이 필요한 작업만',
  'rules[].clientId': '지정하면 이 애플리케이션만',
  'rules[].eventType':
    '지정하면 이 종류의 이벤트만. 소켓은 `CHAT`, `DONATION`, `SUBSCRIPTION`, `SYSTEM`(생략하면 `SYSTEM`을 제외한 전체), 웹훅은 `drop_reward_claim`',
  'rules[].endpoint': 'URL이 이 값으로 시작하는 웹훅만',
  'rules[].nth': '조건에 맞는 n번째만(`count`를 지정하면 그 이후도 포함)',
  'rules[].probability': '조건에 맞는 것 중 장애가 발생할 비율(`seed`로 결정)',
  'rules[].from': '플랫폼 시계로 이 시각부터(RFC 3339)',
  'rules[].to': '플랫폼 시계로 이 시각 전까지(RFC 3339)',
  'rules[].count': '최대 발생 횟수(`nth`가 있으면 기본값 1)',
  'rules[].status': '`status`에 필요한 상태 코드',
  'rules[].retryAfterSec': '`status` 429와 503의 Retry-After(기본값 1)',
  'rules[].delayMs':
    '`delay`, `slow-body`(여덟 부분의 간격), `event-delayed`, `gateway-restart`, `webhook-delayed`의 시간(필수). 실제 시간이며 `webhook-delayed`만 플랫폼 시각입니다',
  'rules[].matched': '조건에 맞은 횟수',
  'rules[].injected': '발생한 장애 수',
  seed: '설정한 계획이 없으면 null',
}

const contract: ContractTexts = {
  summaries: {
    'authorization.issueToken': '인증 코드나 리프레시 토큰을 토큰으로 교환합니다',
    'authorization.revokeToken': '같은 애플리케이션과 사용자의 모든 토큰을 폐기합니다',
    'user.getMe': '사용자의 채널을 조회합니다',
    'channel.listChannels': '채널을 20개까지 요청한 순서대로 조회합니다. 존재하지 않는 ID는 제외됩니다',
    'channel.listChannelFollowers': '사용자 채널의 팔로워를 최근 순으로 조회합니다',
    'channel.listStreamingRoles':
      '사용자 채널에서 역할이 있는 사람을 조회합니다. 소유자가 맨 앞이고, 관리자는 먼저 지정된 순으로 정렬합니다',
    'channel.listChannelSubscribers':
      '사용자 채널의 구독자를 최근 순(RECENT, 기본값) 또는 구독 개월 수 순(LONGER)으로 조회합니다',
    'category.searchCategories':
      '이름으로 카테고리를 검색합니다. 정확히 일치하는 이름, 검색어로 시작하는 이름, 나머지 순입니다',
    'live.listLives': '진행 중인 방송을 시청자가 많은 순으로 조회합니다',
    'live.getLiveSetting': '사용자 채널의 방송 설정을 조회합니다',
    'live.updateLiveSetting': '사용자 채널의 방송 설정을 변경합니다',
    'live.getStreamKey': '사용자 채널의 스트림키를 조회합니다',
    'chat.blindMessage': '사용자 채널의 채팅에서 메시지를 숨깁니다',
    'chat.putNotice': '사용자 채널의 채팅에 공지를 등록합니다. 새 글이나 이미 전송된 메시지를 등록할 수 있습니다',
    'chat.sendMessage': '사용자 채널의 채팅에 메시지를 보냅니다',
    'chat.getSettings': '사용자 채널의 채팅 설정을 조회합니다',
    'chat.updateSettings': '사용자 채널의 채팅 설정을 변경합니다',
    'restriction.listRestricted': '사용자 채널에서 활동이 제한된 시청자를 조회합니다',
    'restriction.restrict': '사용자 채널에서 시청자의 활동을 제한합니다. 해제할 때까지 유지됩니다',
    'restriction.release': '사용자 채널에서 시청자의 활동 제한을 해제합니다',
    'restriction.restrictTemporarily': '시청자의 채팅을 1분 동안 제한하고 메시지를 숨깁니다',
    'restriction.releaseTemporarily': '1분이 지나기 전에 시청자의 임시 제한을 해제합니다',
    'session.listUserSessions': '이 애플리케이션에서 사용자의 세션을 조회합니다',
    'session.openUserSession': '사용자 세션의 URL을 발급합니다',
    'session.openClientSession': '애플리케이션 세션의 URL을 발급합니다',
    'session.listClientSessions': '애플리케이션의 세션을 조회합니다',
    'session.subscribeChat': '연결된 세션에서 사용자 채널의 채팅 이벤트를 구독합니다',
    'session.subscribeDonation': '연결된 세션에서 사용자 채널의 후원 이벤트를 구독합니다',
    'session.subscribeSubscription': '연결된 세션에서 사용자 채널의 SUBSCRIPTION(채널 구독) 이벤트를 구독합니다',
    'session.unsubscribeChat': '세션에서 사용자 채널의 채팅 이벤트 구독을 취소합니다',
    'session.unsubscribeDonation': '세션에서 사용자 채널의 후원 이벤트 구독을 취소합니다',
    'session.unsubscribeSubscription': '세션에서 사용자 채널의 SUBSCRIPTION(채널 구독) 이벤트에 대한 구독을 취소합니다',
    'drops.listRewardClaims': '애플리케이션 캠페인의 보상 수령 내역을 오래된 순으로 조회합니다',
    'drops.fulfillClaims':
      '수령한 보상을 지급 완료(FULFILLED) 처리합니다. 되돌릴 수 없으며, 결과별로 수령 ID를 반환합니다',
    'sandbox.demo.getOverview': '플랫폼의 주소와 데모 데이터를 조회합니다',
    'sandbox.apps.createApp': '애플리케이션을 등록합니다',
    'sandbox.apps.setWebhook': '애플리케이션의 웹훅 URL을 설정하고 웹훅을 활성화합니다. null이면 웹훅을 삭제합니다',
    'sandbox.apps.createWebhookEndpoint': `애플리케이션에 필터와 별도의 시크릿이 있는 웹훅 엔드포인트를 추가합니다. 등록된 웹훅을 포함해 애플리케이션마다 ${limits.webhookEndpoints}개까지 사용할 수 있습니다`,
    'sandbox.apps.listWebhookEndpoints': '등록된 웹훅 외에 알림을 받는 엔드포인트를 오래된 순으로 조회합니다',
    'sandbox.apps.updateWebhookEndpoint':
      '웹훅 엔드포인트를 변경합니다. 생략한 값은 유지됩니다. 새 필터는 이후의 이벤트에 적용되고, 대기 중인 알림은 새 URL로 전송됩니다',
    'sandbox.apps.deleteWebhookEndpoint': '웹훅 엔드포인트를 삭제합니다. 대기 중인 알림은 전송되지 않습니다',
    'sandbox.apps.listDeliveries': '애플리케이션의 알림을 조회합니다(모든 엔드포인트 또는 하나)',
    'sandbox.grants.createGrant': '브라우저 없이 동의를 처리합니다. 지정한 권한만 허용됩니다',
    'sandbox.grants.withdrawGrant': '동의를 철회합니다',
    'sandbox.people.listPeople': '사용자를 최근 순으로 조회합니다',
    'sandbox.people.createPerson': '채널이 있는 사용자를 생성합니다',
    'sandbox.people.signIn': '비밀번호 없이 콘솔에 로그인합니다',
    'sandbox.people.createPeople':
      '채널이 있는 사용자를 한 번에 1,000명까지 생성합니다. 비밀번호가 없어 로그인할 수 없습니다',
    'sandbox.channels.sendChats':
      '채팅을 200개까지 순서대로 보냅니다. 메시지마다 보내는 사용자를 지정하고, 채널의 채팅 규칙이 각각 적용됩니다',
    'sandbox.channels.chat': '지정한 사용자의 계정으로 채팅을 보냅니다. 채널의 채팅 규칙이 적용됩니다',
    'sandbox.channels.follow': '지정한 사용자의 계정으로 채널을 팔로우합니다',
    'sandbox.channels.goLive': '방송을 시작합니다. 이미 방송 중이면 제목과 시청자 수만 변경합니다',
    'sandbox.channels.goOffline': '방송을 종료합니다',
    'sandbox.channels.manage': '사용자에게 채널의 역할을 부여하거나 해제합니다',
    'sandbox.channels.unfollow': '지정한 사용자의 계정으로 채널 팔로우를 취소합니다',
    'sandbox.payments.donate': '지정한 사용자의 계정으로 또는 익명으로 채널에 후원합니다. 잔액은 줄지 않습니다',
    'sandbox.payments.subscribe':
      '지정한 사용자의 계정으로 채널을 구독하거나 구독을 갱신합니다. 갱신하면 구독 기간이 한 달 이상 늘어납니다',
    'sandbox.drops.claim':
      '시청 시간과 관계없이 지정한 사용자의 계정으로 보상을 수령합니다. 다시 호출하면 같은 수령 내역을 반환합니다',
    'sandbox.drops.createCampaign':
      '드롭스 권한이 있는 애플리케이션의 캠페인을 생성합니다. 바로 시작하고 종료일이 없습니다',
    'sandbox.sinks.getSink': '테스트 수신 주소가 받은 최근 요청 100건을 오래된 순으로 조회합니다',
    'sandbox.sinks.setSink':
      '웹훅을 받을 테스트 수신 주소를 만들거나 초기화합니다. POST 요청을 저장하고 설정한 대로 응답합니다 (기본값은 즉시 200)',
    'sandbox.sinks.deleteSink': '테스트 수신 주소와 그 설정, 받은 요청을 모두 삭제합니다',
    'sandbox.sessions.listSessions': '연결된 세션을 최근 순으로 200개까지 조회합니다',
    'sandbox.sessions.disconnectSession': '세션의 연결을 끊습니다',
    'sandbox.inspector.listRecords':
      '요청, 이벤트, 전송 기록을 최근 순으로 조회합니다. 애플리케이션을 지정할 수 있습니다',
    'sandbox.inspector.explainMissingEvent': '이벤트가 세션이나 웹훅에 도착하지 않은 이유를 조회합니다',
    'sandbox.clock.getClock': '플랫폼의 시각을 조회합니다',
    'sandbox.clock.listDeadlines':
      '시계를 앞으로 옮기면 일어날 일을 빠른 순서로 종류마다 3개까지 조회합니다. 같은 분에 같은 이름으로 일어나는 일은 하나로 묶습니다',
    'sandbox.clock.moveClock':
      '플랫폼의 시각을 미래나 과거로 이동합니다. 만료와 대기 시간은 이 시각을 따르고, 소켓 핑과 요청 타임아웃은 실제 시간을 따릅니다. 과거로 이동해도 만료된 인증 정보는 다시 유효해지지 않습니다',
    'sandbox.faults.setFaults':
      '`/open`과 `/auth` 요청, 소켓, 웹훅의 장애 계획을 `rules`나 `preset`으로 설정하고 이전 계획을 대체합니다. 응답과 알림의 장애는 `X-Onair-Fault` 헤더에, 이벤트의 장애는 인스펙터에 표시됩니다. 시드와 요청, 이벤트, 알림의 순서가 같으면 같은 장애가 발생합니다',
    'sandbox.faults.getFaults': '장애 계획과 이 프로세스에서 규칙별로 발생한 장애 횟수를 조회합니다',
    'sandbox.faults.clearFaults': '장애 계획을 삭제합니다',
    'sandbox.demo.reset': '데모 사용자를 포함한 모든 데이터를 초기 상태로 되돌립니다',
    'sandbox.worlds.createWorld':
      '샌드박스의 현재 상태를 복제합니다. 같은 프로세스에서 별도의 데이터베이스, 시계, 소켓, 워커, 포트를 사용하는 월드가 열립니다. ID와 인증 정보, 비밀값은 원본과 같고, 이후에는 서로 영향을 주지 않습니다',
    'sandbox.worlds.listWorlds': '이 샌드박스에서 복제한 월드를 오래된 순으로 조회합니다',
    'sandbox.worlds.dropWorld': '이 샌드박스에서 복제한 월드와 그 월드에서 복제한 월드를 삭제합니다',
    'sandbox.snapshots.saveSnapshot':
      '샌드박스의 모든 데이터를 스냅샷으로 저장합니다. 같은 이름의 스냅샷이 있으면 덮어씁니다',
    'sandbox.snapshots.listSnapshots': '스냅샷을 이름순으로 조회합니다',
    'sandbox.snapshots.restoreSnapshot':
      '샌드박스의 모든 데이터를 스냅샷으로 바꿉니다. 모든 세션의 연결이 끊기고, 시계는 스냅샷의 시각부터 이어집니다',
    'sandbox.snapshots.deleteSnapshot': '스냅샷을 삭제합니다',
    'sandbox.snapshots.exportSnapshot':
      '스냅샷을 파일로 내보냅니다. 같은 버전의 다른 설치 환경에서 가져올 수 있습니다. 샌드박스의 모든 비밀값과 그 암호화 키가 들어 있습니다',
    'sandbox.snapshots.importSnapshot':
      '내보낸 스냅샷 파일을 가져와 저장합니다. 같은 이름의 스냅샷이 있으면 덮어씁니다',
  },
  fields: {
    '*': {
      scope: '공백 하나로 이은 권한 이름(이름에도 공백이 있으므로 나눌 때는 `scopes` 배열을 사용)',
      eventSentAt: '전송 시각(한국 시각(KST), 시간대 표기 없음): 2026-07-26T03:14:18.629000000',
      eventId: '이벤트의 고유 ID(어느 세션에서 받아도 같은 값)',
      url: '60초 안에 한 번만 연결할 수 있는 URL',
      now: utc,
      aheadSeconds: '서버 시각과의 차이(초)',
      code: '오류 코드',
      params: '오류 코드의 파라미터',
      field: '올바르지 않은 필드',
      causes: '실패 원인(시도한 주소별로 하나)',
      text: `내용의 앞부분(UTF-16 코드 단위 ${limits.recordedTextLength}개까지)`,
      truncated: '내용이 잘렸는지 여부',
    },
    'live.listLives': {
      'data[].liveThumbnailImageUrl': '미리보기 이미지의 주소(`{type}`을 480 같은 높이로 바꿔서 사용)',
      'data[].liveCategory': '카테고리의 ID',
      'data[].liveCategoryValue': '카테고리의 이름',
    },
    'live.updateLiveSetting': {
      defaultLiveTitle: '1~100자',
      categoryId: '카테고리 ID(빈 값이면 카테고리 제거)',
      tags: '글자와 숫자로 된 태그(빈 배열이면 모두 제거)',
    },
    'chat.putNotice': { message: chatMessage },
    'chat.sendMessage': { message: chatMessage },
    'restriction.listRestricted': { 'data[].releaseDate': 'null이면 기한 없음' },
    'drops.listRewardClaims': {
      page: '`page.from`, `page[from]`, `page={"from":…}`, `from` 중 하나',
      'page.from': '페이지의 첫 번째 수령 내역',
      categoryId: '카테고리 ID(`campaignId`와 함께 사용 불가)',
      'page.cursor': '다음 `page.from`(마지막이면 null)',
    },
    CHAT: {},
    DONATION: { payAmount: '원 단위' },
    drop_reward_claim: {
      'Event-Message-Id': 'UUID',
      'Event-Message-Timestamp': '이번 시도를 시작한 시각: `2026-07-18T14:32:12.000Z`',
      'Event-Message-Signature':
        '`sha256=` 뒤에 소문자 16진수 HMAC-SHA256 값을 붙인 문자열. 서명 대상: 메시지 ID + 시각 + 원본 본문(구분자 없음). 키: Client Secret 또는 엔드포인트의 시크릿',
      'Event-Message-Signature-New':
        '엔드포인트의 시크릿을 교체하는 동안에만 포함: 새 시크릿으로 만든 서명. `Event-Message-Signature`는 이전 시크릿의 서명',
      'Event-Message-Retry': '재시도 횟수(재시도에만 포함)',
      'Event-Message-Test': '소유자가 콘솔에서 보낸 테스트 알림에만 포함. Gap 430',
      'message.messageId': 'UUID',
      'message.event.eventTimeMillis': '첫 번째 시도를 시작한 시각',
      'subscription.method.url': '첫 번째 시도 때의 URL',
    },
    'sandbox.apps.setWebhook': { previousUrl: '웹훅이 없었으면 null' },
    'sandbox.apps.createWebhookEndpoint': endpointFields,
    'sandbox.apps.updateWebhookEndpoint': endpointFields,
    'sandbox.apps.listWebhookEndpoints': {
      'data[].changedDate': utcMs,
      'data[].failingSinceDate': utcMs,
      'data[].waiting': '대기 중인 알림(10,000건까지 계산)',
      'data[].createdDate': utcMs,
      'data[].channels': '이 시청자의 수령 알림만 전송(비어 있으면 모두)',
      'data[].campaigns': '이 캠페인의 수령 알림만 전송(비어 있으면 모두)',
      'data[].olderSecretEndsDate': utcMs,
    },
    'sandbox.apps.listDeliveries': {
      endpointId: '추가 엔드포인트, 또는 Client ID와 같은 ID의 등록된 웹훅',
      search: `메시지 ID, 수령 ID, 또는 시청자의 정확한 채널 이름이나 채널 ID. 시청자의 알림은 ${limits.deliveriesPerScan}건 단위로 찾으므로, 한 페이지가 \`size\`보다 적어도 다음 페이지가 있을 수 있습니다`,
      since: '이 시각 이후에 생성된 알림(RFC 3339)',
      'data[].deliveryId': '메시지 ID',
      'data[].endpointId': '등록된 웹훅으로 보낸 알림이면 Client ID',
      'data[].createdDate': utcMs,
      'data[].nextAttemptDate': utcMs,
      'data[].endedDate': utcMs,
      'data[].resendOf': '재전송된 원래 알림',
    },
    'sandbox.people.listPeople': { name: '이름의 일부 또는 ID', next: '이전 페이지의 `page.next`' },
    'sandbox.people.signIn': { cookie: '콘솔 요청의 `Cookie` 헤더. 최대 30일 동안 유효합니다' },
    'sandbox.people.createPeople': { data: '이름을 지정한 순서대로' },
    'sandbox.channels.chat': { message: chatMessage },
    'sandbox.channels.sendChats': {
      'messages[].message': chatMessage,
      data: '보낸 순서대로',
      'data[].reason': '거부된 이유',
    },
    'sandbox.channels.goLive': {
      liveTitle: '방송 제목(채널의 방송 설정에도 적용)',
      viewers: '실제 시청자 수에 더할 가상 시청자 수',
    },
    'sandbox.drops.createCampaign': {
      rewards: '보상의 이름',
      watchMinutes: '보상별 필요 시청 시간(분, 생략하면 0)',
    },
    'sandbox.channels.manage': {
      byChannelId: '역할을 지정할 사용자',
      userRole: 'null이면 역할 해제',
    },
    'sandbox.payments.donate': { byChannelId: '후원하는 사용자(null이면 익명)' },
    'sandbox.sinks.getSink': {
      'requests[].responseStatus': '응답의 상태 코드',
      after: '이 번호 이후의 요청만',
      received: '지금까지 받은 요청 수',
      'requests[].receivedDate': utc,
      'requests[].body': 'UTF-8로 읽은 값',
    },
    'sandbox.sinks.setSink': {
      delayMs: '응답 지연 시간(샌드박스 시계가 아닌 실제 시간)',
      failFirst: '첫 요청부터 `failStatus`로 응답할 횟수',
    },
    'sandbox.worlds.createWorld': {
      from: '이 샌드박스 대신 복제할 월드(이 샌드박스에서 복제한 것)',
      snapshot: '이 샌드박스 대신 열 스냅샷',
      createdDate: utc,
    },
    'sandbox.clock.listDeadlines': { 'data[].date': utc, 'data[].name': '애플리케이션과 사용자, 또는 캠페인' },
    'sandbox.worlds.listWorlds': { 'data[].createdDate': utc },
    'sandbox.snapshots.saveSnapshot': { createdDate: snapshotDate, now: snapshotNow, bytes: '파일 크기(바이트)' },
    'sandbox.snapshots.listSnapshots': {
      'data[].createdDate': snapshotDate,
      'data[].now': snapshotNow,
      'data[].bytes': '파일 크기(바이트)',
    },
    'sandbox.snapshots.exportSnapshot': { file: 'Base64로 인코딩한 파일' },
    'sandbox.snapshots.importSnapshot': {
      file: 'Base64로 인코딩한 파일',
      createdDate: snapshotDate,
      now: snapshotNow,
      bytes: '파일 크기(바이트)',
    },
    'sandbox.faults.setFaults': { ...faultTexts, rules: '적용되는 첫 번째 규칙의 장애가 발생합니다' },
    'sandbox.faults.getFaults': faultTexts,
    'sandbox.sessions.listSessions': { 'data[].owner': '세션의 사용자(애플리케이션 세션이면 null)' },
    'sandbox.inspector.listRecords': {
      name: `이름의 일부(대소문자 구분 없음, ${searched})`,
      status: `\`404\`, \`4xx\` 또는 4xx와 5xx 전체를 뜻하는 \`error\`(${searched})`,
      text: `기록 내용의 일부(대소문자 구분 없음, ${searched})`,
      before: '이 위치 이전의 기록만',
      after: '이 위치 이후의 기록만',
      summary: '보낸 사람과 내용의 요약 포함 여부',
      full: '헤더, 본문, 페이로드 포함 여부',
      'data[].summary.sender': '보낸 사람의 이름',
      'data[].detail.request.byChannelId': '요청을 보낸 페이지에 로그인한 사람',
      'data[].summary.text': '메시지(최대 120자)',
      'data[].summary.amount': '후원 금액(원)',
      'data[].position': '기록이 조회 가능해진 순서',
      'data[].name': '`POST /open/v1/chats/send`, `CHAT`, `SYSTEM subscribed`, `closed`',
      'data[].date': utcMs,
      'data[].traceId': '기록을 발생시킨 요청의 ID(응답의 `X-Request-Id`와 같은 값)',
      'data[].fault': '장애 계획이 일으킨 장애: `delay`, `status-429`, `event-lost`',
      'data[].wireProfile':
        '`closed` 기록에만 있는 값: 이벤트를 한 번도 구독하지 않고 연결을 끊은 세션의 호환 모드(`SYSTEM connected`를 읽지 못했을 수 있음)',
      'data[].delivery.nextAttemptDate': utcMs,
      'page.next':
        '더 오래된 기록을 조회할 때 `before`로 보낼 값(검색 결과가 비어 있어도 이 값이 있으면 계속 검색 가능)',
      'page.newest': '새 기록을 조회할 때 `after`로 보낼 값',
    },
    'sandbox.inspector.explainMissingEvent': {
      recordPosition: '이벤트의 기록',
      eventType: '이벤트의 유형(`recordPosition`이 없을 때 `channelId`와 함께 필수)',
      at: 'RFC 3339, 기본값은 현재 시각(이 시각 이전의 마지막 이벤트를 선택)',
      sessionKey: '생략하면 애플리케이션의 모든 세션',
      'details.eventDate': utcMs,
      'details.date': utcMs,
      'details.failingSinceDate': utcMs,
      'details.filters': excludingFilters,
      endpoints:
        '`to=WEBHOOK`일 때 등록된 웹훅 외의 엔드포인트(오래된 순)와, 이벤트를 전송할 대상이었으나 삭제된 엔드포인트',
      'endpoints[].name': '삭제된 엔드포인트는 null',
      'endpoints[].details.eventDate': utcMs,
      'endpoints[].details.date': utcMs,
      'endpoints[].details.failingSinceDate': utcMs,
      'endpoints[].details.filters': excludingFilters,
    },
  },
  errorNotes: {
    'authorization.issueToken': { badInput: 'grantType에 필요한 값이 없는 경우도 포함합니다' },
    'live.updateLiveSetting': {
      badInput: '제목이 비었거나, 존재하지 않는 카테고리이거나, 태그에 공백이나 특수 문자가 있는 경우도 포함합니다',
    },
    'chat.blindMessage': { badInput: '채널의 스트리머가 아닌 경우도 포함합니다', notFound: noMessage },
    'chat.putNotice': { badInput: '둘 다 없거나 둘 다 있는 경우도 포함합니다', notFound: noMessage },
    'restriction.restrict': {
      badInput: '존재하지 않는 사용자이거나, 스트리머나 관리자이거나, 이미 제한된 경우도 포함합니다',
    },
    'restriction.release': { badInput: '존재하지 않는 사용자이거나 제한되지 않은 경우도 포함합니다' },
    'restriction.restrictTemporarily': {
      forbidden: notModerator,
      badInput: '존재하지 않는 사용자이거나, 스트리머나 관리자이거나, 이미 임시 제한된 경우도 포함합니다',
    },
    'restriction.releaseTemporarily': {
      forbidden: notModerator,
      badInput: '존재하지 않는 사용자이거나 임시 제한되지 않은 경우도 포함합니다',
    },
    'session.openUserSession': {
      badInput:
        '사용자의 세션이 이미 3개입니다. 아직 연결하지 않은 URL도 포함합니다. 이 경우 message는 `no more than 3 sessions at once for this user`입니다',
    },
    'session.openClientSession': {
      badInput:
        '애플리케이션의 세션이 이미 10개입니다. 아직 연결하지 않은 URL도 포함합니다. 이 경우 message는 `no more than 10 sessions at once for this client`입니다',
    },
    'session.subscribeChat': { forbidden: alsoAnotherUsers, badInput: notConnectedOrFull, notFound: noSession },
    'session.subscribeDonation': { forbidden: alsoAnotherUsers, badInput: notConnectedOrFull, notFound: noSession },
    'session.subscribeSubscription': { forbidden: alsoAnotherUsers, badInput: notConnectedOrFull, notFound: noSession },
    'session.unsubscribeChat': { forbidden: anotherUsers, badInput: notConnected, notFound: noSession },
    'session.unsubscribeDonation': { forbidden: anotherUsers, badInput: notConnected, notFound: noSession },
    'session.unsubscribeSubscription': { forbidden: anotherUsers, badInput: notConnected, notFound: noSession },
    'drops.listRewardClaims': { badInput: 'campaignId와 categoryId를 함께 사용한 경우도 포함합니다' },
    'sandbox.apps.setWebhook': { notFound: noApp },
    'sandbox.apps.createWebhookEndpoint': {
      badInput: '애플리케이션의 엔드포인트가 이미 최대 개수인 경우도 포함합니다',
      notFound: noApp,
    },
    'sandbox.apps.listWebhookEndpoints': { notFound: noApp },
    'sandbox.apps.updateWebhookEndpoint': { notFound: noEndpoint },
    'sandbox.apps.deleteWebhookEndpoint': { notFound: noEndpoint },
    'sandbox.apps.listDeliveries': { notFound: noApp },
    'sandbox.apps.createApp': { notFound: 'ownerChannelId의 채널이 존재하지 않습니다' },
    'sandbox.people.signIn': { notFound: '존재하지 않는 사용자입니다' },
    'sandbox.grants.createGrant': { notFound: '존재하지 않는 애플리케이션이나 채널입니다' },
    'sandbox.grants.withdrawGrant': { notFound: '존재하지 않는 애플리케이션, 채널 또는 동의입니다' },
    'sandbox.channels.chat': { forbidden: ruleBroken, notFound: noChannel },
    'sandbox.channels.follow': { notFound: noChannel },
    'sandbox.channels.goLive': { notFound: noChannel },
    'sandbox.channels.goOffline': { badInput: '방송 중이 아닌 경우도 포함합니다', notFound: noChannel },
    'sandbox.channels.manage': { notFound: noChannel },
    'sandbox.channels.unfollow': { notFound: noChannel },
    'sandbox.payments.donate': { forbidden: ruleBroken, notFound: noChannel },
    'sandbox.payments.subscribe': { forbidden: ruleBroken, notFound: noChannel },
    'sandbox.drops.claim': { forbidden: ruleBroken, notFound: '존재하지 않는 보상이나 채널입니다' },
    'sandbox.drops.createCampaign': {
      badInput: '애플리케이션에 드롭스 권한이 없는 경우도 포함합니다',
      notFound: '존재하지 않는 애플리케이션이나 카테고리입니다',
    },
    'sandbox.worlds.createWorld': {
      badInput: '열린 월드가 WORLDS_MAX에 도달한 경우도 포함합니다',
      notFound: '존재하지 않는 월드나 스냅샷이거나, 복제할 수 없는 샌드박스입니다',
    },
    'sandbox.worlds.dropWorld': { notFound: '존재하지 않는 월드입니다' },
    'sandbox.snapshots.saveSnapshot': {
      badInput: '스냅샷이 이미 100개이거나 데이터가 512MB를 초과한 경우도 포함합니다',
      notFound: '복제할 수 없는 샌드박스입니다',
    },
    'sandbox.snapshots.restoreSnapshot': {
      badInput: '손상되었거나 다른 버전의 스냅샷입니다',
      notFound: noSnapshot,
    },
    'sandbox.snapshots.deleteSnapshot': { notFound: noSnapshot },
    'sandbox.snapshots.exportSnapshot': { notFound: noSnapshot },
    'sandbox.snapshots.importSnapshot': { badInput: '스냅샷이 아니거나, 손상되었거나, 다른 버전의 파일입니다' },
    'sandbox.faults.setFaults': {
      badInput: '규칙에 종류별 필수 값이 없거나, 존재하지 않는 작업이나 권한을 지정한 경우도 포함합니다',
    },
    'sandbox.sessions.listSessions': { notFound: noApp },
    'sandbox.sessions.disconnectSession': { notFound: '존재하지 않는 세션입니다' },
    'sandbox.inspector.listRecords': { notFound: noApp },
    'sandbox.inspector.explainMissingEvent': {
      badInput: '이벤트를 지정하지 않았거나, 애플리케이션과 세션 중 어느 것도 지정하지 않은 경우도 포함합니다',
      notFound: '존재하지 않는 애플리케이션, 기록 또는 세션입니다',
    },
  },
  schema: {
    listOf: (what) => `${what} 배열`,
    or: ' 또는 ',
    atMost: (max) => `최대 ${max}`,
    atLeast: (min) => `최소 ${min}`,
    between: (min, max) => (max === `${min}자` ? max : `${min}~${max}`),
    characters: (count) => `${count}자`,
    items: (count) => `${count}개`,
    defaultValue: (value) => `기본값 ${value}`,
    type: (name) => typeNames[name] ?? name,
  },
  signatureMistakes: {
    'access token as secret': '액세스 토큰을 사용했습니다. 키는 Client Secret입니다.',
    'another message': '본문과 헤더가 같은 메시지의 값이 아닙니다.',
    base64: '서명은 base64가 아니라 소문자 16진수로 씁니다.',
    'byte order mark': '본문 앞에 BOM이 붙었거나 BOM까지 포함해 서명했습니다. BOM은 본문이 아닙니다.',
    'character set': '본문은 UTF-8인데 Latin-1로 읽었습니다.',
    CRLF: '본문 뒤에 CRLF가 붙었거나 CRLF까지 포함해 서명했습니다. 본문을 텍스트 파일이 아니라 바이트로 보관하세요.',
    'client id as secret': 'Client ID를 사용했습니다. 키는 Client Secret입니다.',
    'decoded secret': 'Client Secret을 base64로 디코딩했습니다. 문자열 그대로 사용하세요.',
    'empty body': '본문 없이 서명했습니다. 본문이 빠졌거나 다른 코드가 먼저 읽었습니다.',
    'header prefix': '헤더 이름의 접두사가 이 플랫폼의 설정과 다릅니다.',
    'key order': `필드의 순서가 바뀌었습니다. ${rewrittenBody}`,
    'missing header': 'Event-Message-Id, Event-Message-Timestamp, Event-Message-Signature 중 누락된 헤더가 있습니다.',
    'no SHA-256': 'HMAC-SHA256이 아닙니다. "sha256=" 뒤에 16진수 64자가 있어야 합니다 (SHA-1은 40자, SHA-512는 128자).',
    'no id': '메시지 ID를 맨 앞에 넣어 서명해야 합니다.',
    'no id and timestamp': '본문 앞에 메시지 ID와 시각을 함께 넣어 서명해야 합니다.',
    'no sha256=': '서명은 소문자 "sha256="으로 시작합니다.',
    'no timestamp': '메시지 ID와 본문 사이에 시각을 넣어 서명해야 합니다.',
    'object as body': '객체를 "[object Object]"로 서명했습니다. 받은 바이트 그대로 서명하세요.',
    'quotes around the secret':
      'Client Secret에 따옴표가 붙었거나 따옴표까지 키로 사용했습니다. 따옴표는 Client Secret이 아닙니다.',
    separators: '메시지 ID, 시각, 본문 사이에는 구분자가 없어야 합니다.',
    'timestamp written again':
      '시각을 날짜로 변환한 후 다시 문자열로 만들었습니다. 헤더의 값을 그대로 사용해 서명하세요.',
    'trailing newline': '본문 뒤에 줄바꿈이 붙었거나 줄바꿈까지 포함해 서명했습니다. 줄바꿈은 본문이 아닙니다.',
    'unicode escapes': `글자를 \\uXXXX로 변환했습니다. ${rewrittenBody}`,
    'upper-case hex': '서명의 16진수는 소문자입니다.',
    'white space': `공백이 바뀌었습니다. ${rewrittenBody}`,
    'white space around the secret':
      'Client Secret 앞뒤에 공백이나 줄바꿈이 포함되어 있습니다. 파일에서 읽은 값은 공백을 제거하세요.',
    'wrong order': '순서는 메시지 ID, 시각, 본문입니다.',
    'wrong secret':
      '다른 Client Secret이거나, 이 헤더와 함께 온 본문이 아닙니다. Client Secret은 글자, 숫자, "-", "_" 43자입니다.',
  },
}

export const reference: typeof english = {
  contract,
  navigation: {
    operations: '전체 API',
    search: 'API 검색',
    start: '시작하기',
    events: '이벤트와 웹훅',
    signature: '서명 검증',
    changelog: '변경 내역',
    none: '일치하는 API가 없습니다.',
    showAll: '전체 보기',
  },
  groups: {
    Authorization: '인증',
    User: '사용자',
    Channel: '채널',
    Category: '카테고리',
    Live: '방송',
    Chat: '채팅',
    Restriction: '활동 제한',
    Session: '세션',
    Drops: '드롭스',
  },
  sandboxGroups: {
    Demo: '샌드박스: 데모 데이터',
    People: '샌드박스: 사용자',
    Apps: '샌드박스: 애플리케이션',
    Grants: '샌드박스: 동의',
    Channels: '샌드박스: 채널',
    Payments: '샌드박스: 후원과 구독',
    Drops: '샌드박스: 드롭스',
    Sinks: '샌드박스: 테스트 수신 주소',
    Worlds: '샌드박스: 월드',
    Snapshots: '샌드박스: 스냅샷',
    Sessions: '샌드박스: 세션',
    Inspector: '샌드박스: 인스펙터',
    Clock: '샌드박스: 시계',
    Faults: '샌드박스: 장애',
  },
  start: {
    title: 'API 레퍼런스',
    about: '이 플랫폼의 API 명세에서 생성한 문서입니다. API를 선택하면 바로 호출해 볼 수 있습니다.',
    address: '기본 주소',
    credentials: '인증 정보',
    kinds: [
      '사용자의 액세스 토큰: `Authorization: Bearer …`',
      '애플리케이션: `Client-Id`와 `Client-Secret`',
      '로그인과 동의: 브라우저에서 `/account-interlock?clientId=…&redirectUri=…&state=…`를 열고, 받은 인증 코드(code)를 `POST /auth/v1/token`으로 보냅니다',
    ],
    register: '애플리케이션을 등록해 인증 정보 발급받기',
    envelope: '공통 응답 형식',
    failure: '오류 응답의 `code`는 HTTP 상태 코드와 같고 `content`가 없습니다. 공통 오류는 다음과 같습니다.',
    downloads: 'API 명세 파일',
    openapi: 'OpenAPI 3.1 (HTTP API와 웹훅)',
    asyncapi: 'AsyncAPI 3 (세션과 알림)',
    sandboxOpenapi: '샌드박스 API의 OpenAPI 3.1',
    limits: '한도',
    limitList: [
      '호출 수는 1분마다 애플리케이션별, 그리고 사용자별(해당 사용자의 모든 토큰 합산)로 집계합니다. 남은 호출 수는 `RateLimit-Remaining`, 초기화까지 남은 시간은 `RateLimit-Reset`에 있습니다',
      `동시 세션: 애플리케이션당 ${limits.clientSessions}개, 사용자당 ${limits.userSessions}개, 세션당 이벤트 구독 ${limits.subscriptionsPerSession}개`,
      `액세스 토큰의 유효 기간은 ${limits.accessTokenSec / 3600}시간, 리프레시 토큰은 ${limits.refreshTokenSec / 86_400}일입니다. 리프레시 토큰은 한 번만 사용할 수 있습니다`,
      `${limits.appIdleDays}일 동안 사용하지 않은 애플리케이션은 삭제됩니다`,
    ],
  },
  operation: {
    aliases: '다른 경로:',
    pathParams: '경로 파라미터',
    query: '쿼리 파라미터',
    parameters: '파라미터 (쿼리, JSON 본문, 폼 본문)',
    body: '본문 (JSON 또는 폼)',
    content: '응답 본문의 content',
    example: '응답 예시',
    scope: '필요한 권한',
    noScope: '권한이 필요하지 않습니다',
    callers: {
      token: '사용자 액세스 토큰',
      client: '애플리케이션의 Client-Id와 Client-Secret',
      webSession: '로그인한 사용자',
      visitor: '로그인한 사용자 또는 게스트',
      none: '인증 헤더 없음',
    },
  },
  values: { required: '필수', optional: '선택' },
  errors: {
    title: '오류',
    when: {
      badInput: '값이 없거나 올바르지 않습니다',
      unauthorized: '인증 정보가 없습니다',
      invalidClient: 'Client ID 또는 Client Secret이 올바르지 않습니다',
      invalidToken: '유효하지 않은 토큰입니다. 값이 잘못되었거나 만료 또는 폐기되었습니다',
      forbidden: '권한이 없습니다',
      notFound: '존재하지 않는 리소스입니다',
      methodNotAllowed: '이 경로에서 지원하지 않는 메서드입니다',
      requestTimeout: '요청 시간이 초과되었습니다',
      tooLarge: '요청 본문이 너무 큽니다',
      misdirected: 'Host 헤더가 이 서버의 호스트가 아닙니다',
      tooManyRequests: '1분간의 호출 한도를 초과했습니다. Retry-After에 지정된 시간 후 다시 시도하세요',
      headersTooLarge: '요청 헤더가 너무 큽니다',
      fault: '서버에 문제가 발생했습니다',
      unavailable: '서버가 현재 응답할 수 없습니다',
    },
  },
  tryIt: {
    title: '호출해 보기',
    otherHost: '이 페이지에서는 API를 호출할 수 없습니다',
    curlInstead: (address) =>
      `API 주소(${address})가 이 페이지와 달라 브라우저에서 호출할 수 없습니다. curl 명령을 복사해 터미널에서 실행하세요.`,
    send: '보내기',
    code: '코드',
    openInInspector: '인스펙터에서 보기',
    response: '응답',
    duration: (ms) => `${ms} ms`,
    copyResponse: '응답 복사',
    headers: (count) => `헤더 ${count}개`,
  },
  changelog: {
    title: 'API 변경 내역',
    about: 'API와 이벤트, 알림의 변경 사항을 최신순으로 정리했습니다. 내용은 영어로 제공합니다.',
    unreleased: '출시 전',
  },
  input: {
    omitted: '보내지 않음',
    list: '값을 하나 입력할 때마다 Enter를 누르세요.',
    json: 'JSON으로 입력하세요.',
    invalidJson: '올바른 JSON이 아닙니다.',
  },
  credentials: {
    title: '인증 정보',
    token: '액세스 토큰',
    notStored: '이 페이지가 열려 있는 동안 메모리에만 보관하며 저장하지 않습니다.',
    user: '사용자',
    fillDemo: '데모 인증 정보 사용',
    filled: '입력했습니다.',
    roles: { streamer: '스트리머', manager: '관리자', subscriber: '구독자', follower: '팔로워', viewer: '시청자' },
  },
  events: {
    title: '이벤트와 웹훅',
    about: `Socket.IO 1.0~2.0.3 클라이언트로 세션을 연결합니다. 세션 URL은 ${limits.sessionUrlSec}초 안에 한 번만 사용할 수 있습니다. 후원과 구독 이벤트는 세션이 연결되어 있는 동안 빠짐없이 한 번씩, 순서대로 도착합니다. 같은 이벤트는 어느 세션에서 받아도 eventId가 같으므로 중복을 걸러낼 수 있습니다.`,
    payload: '페이로드',
    example: '예시',
    onThisPage: '이 페이지의 내용',
    body: '본문 (JSON)',
    webhook: `시청자가 애플리케이션 캠페인의 보상을 수령하면 웹훅 URL로 POST 요청을 보냅니다. 5초 안에 2xx로 응답하면 완료되고, 410으로 응답하면 재시도하지 않으며, 그 외에는 같은 ID와 본문으로 최대 ${limits.webhookRetries}번 재시도합니다. 서명은 JSON으로 파싱하기 전의 원본 바이트로 검증하세요.`,
    signature: '서명이 일치하지 않는 이유 확인하기',
    headers: (prefix) => `헤더 (이름은 ${prefix} 또는 플랫폼이 설정한 접두사로 시작합니다)`,
    messages: {
      SYSTEM:
        '세션이 연결(`connected`)되었거나, 구독이 시작(`subscribed`)되었거나, 취소(`unsubscribed`)되었거나, 권한 철회로 종료(`revoked`)되었습니다. 첫 메시지는 `connected`이며, 그 `sessionKey`로 구독합니다.',
      CHAT: '채널의 채팅에 메시지가 전송되었습니다.',
      DONATION: '채널에 후원이 있었습니다.',
      SUBSCRIPTION: '사용자가 채널을 구독하거나 구독을 갱신했습니다.',
    },
  },
  signature: {
    title: '서명 검증',
    about:
      '알림의 헤더와 본문, Client Secret을 입력하면 서명이 일치하는지, 일치하지 않으면 무엇이 잘못되었는지 확인할 수 있습니다. 모든 계산은 이 페이지에서 하며 아무것도 전송하지 않습니다. 터미널에서는 `onair webhook verify`를 사용하세요.',
    insecure: '이 페이지에서는 서명을 계산할 수 없습니다',
    insecureHint: '브라우저는 HTTPS나 localhost에서만 서명을 계산할 수 있습니다. `onair webhook verify`를 사용하세요.',
    app: '애플리케이션',
    fill: '마지막 알림으로 채우기',
    filled: '입력했습니다.',
    filledWithoutSecret: '입력했습니다. Client Secret을 입력하세요.',
    nothingSent: '이 애플리케이션으로 보낸 알림이 없습니다.',
    headers: '헤더',
    headersHint: '한 줄에 하나씩 또는 JSON 객체로 입력하세요.',
    body: '본문',
    bodyHint:
      '원본 바이트를 입력하세요. 브라우저는 붙여 넣은 CRLF를 LF로 바꿉니다. 줄바꿈이 문제라면 base64로 입력하세요.',
    encoding: '본문의 인코딩',
    encodings: { text: '텍스트', base64: 'base64' },
    computed: '직접 계산한 서명 (선택)',
    computedHint: '코드에서 계산한 값도 함께 검증합니다.',
    prefix: '헤더 접두사',
    prefixHint: '이 플랫폼의 설정값입니다.',
    verify: '검증',
    invalidHeaders: '헤더가 올바른 JSON이 아닙니다. 중괄호를 확인하세요.',
    invalidBody: '본문을 읽을 수 없습니다. base64인지 확인하세요.',
    matches: '서명이 일치합니다.',
    mismatch: '서명이 일치하지 않습니다.',
  },
}

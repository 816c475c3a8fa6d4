import type { failures as english } from '../en/failures.ts'

export const failures: typeof english = {
  SERVER_STOPPING: '서버가 종료되거나 재시작되어 연결을 끊었습니다.',
  IDLE_TIMEOUT: '클라이언트가 오랫동안 아무것도 보내지 않아 연결을 끊었습니다.',
  SESSION_ENDED: '애플리케이션이 삭제되는 등의 이유로 세션이 이미 종료되었습니다.',
  MAY_NOT_WATCH: '시청자가 더 이상 이 채널을 시청할 수 없습니다.',
  CHANNEL_DELETED: '채널이 더 이상 존재하지 않습니다.',
  CLIENT_DISCONNECTED: '클라이언트가 연결을 종료했습니다.',
  CONNECTION_LOST: '클라이언트와의 연결이 끊겼습니다.',
  MALFORMED_FRAME: '클라이언트가 잘못된 형식의 프레임을 보냈습니다.',
  AUTH_FAILED: '세션 URL이 잘못되었거나 이미 사용되었거나 만료되었습니다.',
  OPEN_FAILED: '서버 문제로 세션을 연결하지 못했습니다.',
  SLOW_CONSUMER: '클라이언트가 데이터를 너무 느리게 읽어 연결을 끊었습니다.',
  TOO_MANY_FRAMES: '클라이언트가 너무 많은 프레임이나 데이터를 보내 연결을 끊었습니다.',
  CONCURRENT_POLLS: '클라이언트가 폴링 요청을 동시에 두 개 보냈습니다.',
  CONCURRENT_POSTS: '클라이언트가 POST 요청을 동시에 두 개 보냈습니다.',
  LEASE_LOST: '게이트웨이와 데이터베이스의 연결이 끊겨 모든 세션을 종료했습니다.',
  FEED_OUT_OF_SYNC:
    '데이터베이스에서 후원과 구독 이벤트를 10초 동안 읽지 못해 세션을 종료했습니다. 새 세션을 연결하세요.',
  ACCOUNT_ENDED: '계정이 정지되었거나 삭제되었습니다.',
  SANDBOX_RESET: '샌드박스가 초기화되었습니다.',
  DISCONNECTED_IN_SANDBOX: '샌드박스에서 세션의 연결을 끊었습니다.',
  DISCONNECTED_BY_OWNER: '애플리케이션 소유자가 세션의 연결을 끊었습니다.',

  UNSUCCESSFUL_STATUS: ({ status }) => `${status} 응답`,
  RESPONSE_INCOMPLETE: ({ status }) => `${status} 응답 (중간에 끊김)`,
  RESPONSE_TIMEOUT: ({ seconds, step }) => `${seconds}초 안에 응답을 받지 못했습니다. (${steps[step] ?? step})`,
  ATTEMPT_ABORTED: '서버가 종료되어 전송이 중단되었습니다.',
  WORKER_LOST: '전송하던 프로세스가 종료되어 결과를 알 수 없습니다.',
  URL_NOT_ALLOWED: '알림을 보낼 수 없는 주소입니다.',
  DNS_FAILED: '호스트 이름을 찾지 못했습니다.',
  CONNECT_FAILED: '연결하지 못했습니다.',
  TLS_FAILED: 'TLS 연결에 실패했습니다. 인증서를 확인하세요.',
  RESPONSE_FAILED: '응답을 읽지 못했습니다.',

  CONNECTION_REFUSED: ({ address, systemCode }) => `${address}에서 연결을 거부했습니다: ${systemCode}`,
  CONNECTION_RESET: ({ systemCode }) => `수신 서버가 연결을 끊었습니다: ${systemCode}`,
  HOST_UNREACHABLE: ({ address, systemCode }) => `${address}에 연결할 수 없습니다: ${systemCode}`,
  CONNECT_TIMEOUT: ({ address, systemCode }) => `${address} 연결 시간이 초과되었습니다: ${systemCode}`,
  SYSTEM_ERROR: ({ message }) => String(message),
  INVALID_URL: '올바른 URL이 아닙니다',
  HOST_NOT_FOUND: '호스트 이름에 해당하는 주소가 없습니다',
  WEBHOOK_CREDENTIALS_NOT_ALLOWED: 'URL에 사용자 이름이나 비밀번호를 포함할 수 없습니다',
  WEBHOOK_SCHEME_NOT_ALLOWED: ({ scheme }) => `${scheme} 스킴은 사용할 수 없습니다`,
  WEBHOOK_HOST_NOT_TRUSTED: ({ host }) => `ONAIR_WEBHOOK_HOSTS에 없는 ${host} 호스트에는 http를 사용할 수 없습니다`,
  WEBHOOK_PORT_NOT_ALLOWED: ({ port }) => `${port} 포트는 사용할 수 없습니다`,
  WEBHOOK_ADDRESS_NOT_ALLOWED: ({ address }) => `${address} 주소로는 보낼 수 없습니다`,

  DISABLED_MANUALLY: '수동으로 비활성화했습니다.',
  DISABLED_AFTER_FAILURES: ({ days }) => `${days}일 동안 전송에 한 번도 성공하지 못해 비활성화되었습니다.`,

  RECORDS_DROPPED: ({ count }) => `기록이 한꺼번에 너무 많이 발생해 ${formatCount(count)}건이 누락되었습니다.`,
  ANONYMOUS_RECORDS_DROPPED: ({ count }) =>
    `기록이 한꺼번에 너무 많이 발생해, 유효하지 않은 인증 정보로 보낸 호출의 기록 ${formatCount(count)}건이 누락되었습니다.`,
}

const steps: Readonly<Record<string, string>> = {
  address: '주소 확인 중',
  dns: '호스트 이름 조회 중',
  connect: '연결 중',
  tls: 'TLS 핸드셰이크 중',
  response: '응답 대기 중',
}

function formatCount(count: string | number): string {
  return Number(count).toLocaleString('ko')
}

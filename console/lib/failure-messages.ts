import { translateFailure, type Failure, type FailureMessages } from '@onair/contract'
import { localize } from './language.ts'

/** A failure and its causes in the language of the page. */
export function failureMessage(failure: Failure): string {
  return translateFailure(failureMessages, failure)
}

const failureMessages = localize<FailureMessages>({
  ko: {
    SERVER_STOPPING: '서버가 종료되거나 다시 시작되어 연결을 끊었습니다.',
    IDLE_TIMEOUT: '클라이언트가 오랫동안 아무것도 보내지 않아 연결을 끊었습니다.',
    SESSION_ENDED: '이미 끝난 세션이라 연결을 끊었습니다.',
    CLIENT_DISCONNECTED: '클라이언트가 연결을 끝냈습니다.',
    CONNECTION_LOST: '클라이언트와의 연결이 끊겼습니다.',
    MALFORMED_FRAME: '클라이언트가 잘못된 프레임을 보내 연결을 끊었습니다.',
    AUTH_FAILED: '세션 URL이 잘못되었거나 이미 사용했거나 만료되었습니다.',
    OPEN_FAILED: '서버 문제로 세션을 열지 못했습니다.',
    SLOW_CONSUMER: '클라이언트가 너무 느리게 읽어 보낼 데이터가 쌓였고, 그래서 연결을 끊었습니다.',
    CONCURRENT_POLLS: '클라이언트가 폴링 요청 두 개를 동시에 보내 연결을 끊었습니다.',
    CONCURRENT_POSTS: '클라이언트가 POST 요청 두 개를 동시에 보내 연결을 끊었습니다.',
    LEASE_LOST: '서버 프로세스가 데이터베이스와 연결이 끊겨 세션을 모두 끊었습니다.',
    SANDBOX_RESET: '샌드박스를 초기화하면서 연결을 끊었습니다.',
    DISCONNECTED_IN_SANDBOX: '샌드박스에서 연결을 끊었습니다.',
    DISCONNECTED_BY_OWNER: '애플리케이션 소유자가 연결을 끊었습니다.',

    UNSUCCESSFUL_STATUS: ({ status }) => `수신 서버가 ${status} 상태로 응답했습니다.`,
    RESPONSE_INCOMPLETE: ({ status }) => `${status} 상태의 응답이 끝나지 않았습니다.`,
    RESPONSE_TIMEOUT: ({ seconds, step }) => `${seconds}초 안에 응답을 받지 못했습니다. (${stepLabel(step)})`,
    ATTEMPT_ABORTED: '서버가 종료되어 전송을 중단했습니다.',
    WORKER_LOST: '전송하던 프로세스가 종료되어 결과를 알 수 없습니다.',
    ADDRESS_BLOCKED: '보낼 수 없는 주소입니다.',
    DNS_FAILED: '호스트 이름을 찾지 못했습니다.',
    CONNECT_FAILED: '연결하지 못했습니다.',
    TLS_FAILED: 'TLS로 연결하지 못했습니다. 인증서를 확인하세요.',
    RESPONSE_FAILED: '응답을 읽지 못했습니다.',

    CONNECTION_REFUSED: ({ address, systemCode }) => `${address}에서 연결을 거부했습니다: ${systemCode}`,
    CONNECTION_RESET: ({ systemCode }) => `수신 서버가 연결을 끊었습니다: ${systemCode}`,
    HOST_UNREACHABLE: ({ address, systemCode }) => `${address}에 연결할 경로가 없습니다: ${systemCode}`,
    CONNECT_TIMEOUT: ({ address, systemCode }) => `${address}에서 응답이 없습니다: ${systemCode}`,
    SYSTEM_ERROR: ({ message }) => String(message),
    INVALID_URL: '올바른 URL이 아닙니다',
    HOST_NOT_FOUND: '호스트 이름에 주소가 없습니다',
    WEBHOOK_CREDENTIALS_NOT_ALLOWED: 'URL에 사용자 이름이나 비밀번호를 넣을 수 없습니다',
    WEBHOOK_SCHEME_NOT_ALLOWED: ({ scheme }) => `${scheme} 스킴으로는 보내지 않습니다`,
    WEBHOOK_PORT_NOT_ALLOWED: ({ port }) => `${port} 포트로는 보내지 않습니다`,
    WEBHOOK_ADDRESS_NOT_ALLOWED: ({ address }) => `${address} 주소로는 보내지 않습니다`,

    DISABLED_MANUALLY: '직접 껐습니다.',
    DISABLED_AFTER_FAILURES: ({ days }) => `${days}일 동안 한 번도 전송에 성공하지 못해 꺼졌습니다.`,

    RECORDS_DROPPED: ({ count }) =>
      `기록 ${formatCount(count)}건이 빠졌습니다. 저장할 수 있는 속도보다 빠르게 들어왔습니다.`,
    ANONYMOUS_RECORDS_DROPPED: ({ count }) =>
      `유효한 인증 정보가 없는 요청 ${formatCount(count)}건이 기록에서 빠졌습니다. 저장할 수 있는 속도보다 빠르게 들어왔습니다.`,
  },
  en: {
    SERVER_STOPPING: 'The server was stopping or restarting.',
    IDLE_TIMEOUT: 'The client sent nothing before the idle timeout.',
    SESSION_ENDED: 'The session had already ended.',
    CLIENT_DISCONNECTED: 'The client disconnected.',
    CONNECTION_LOST: 'The connection to the client was lost.',
    MALFORMED_FRAME: 'The client sent a malformed frame.',
    AUTH_FAILED: 'The session URL was wrong, already used or expired.',
    OPEN_FAILED: 'The session could not be opened because of a server error.',
    SLOW_CONSUMER: 'The client read too slowly, and too much data was waiting for it.',
    CONCURRENT_POLLS: 'The client sent two polling requests at the same time.',
    CONCURRENT_POSTS: 'The client sent two POST requests at the same time.',
    LEASE_LOST: 'The server process lost its database connection and closed all its sessions.',
    SANDBOX_RESET: 'The sandbox was reset.',
    DISCONNECTED_IN_SANDBOX: 'Disconnected through the sandbox.',
    DISCONNECTED_BY_OWNER: 'Disconnected by the owner of the application.',

    UNSUCCESSFUL_STATUS: ({ status }) => `The receiver responded with status ${status}.`,
    RESPONSE_INCOMPLETE: ({ status }) => `The response with status ${status} did not end.`,
    RESPONSE_TIMEOUT: ({ seconds, step }) =>
      `There was no complete response within ${seconds} seconds (${stepLabel(step)}).`,
    ATTEMPT_ABORTED: 'The server stopped during the attempt.',
    WORKER_LOST: 'The worker process ended during the attempt, so the result is unknown.',
    ADDRESS_BLOCKED: 'Notifications cannot be sent to this address.',
    DNS_FAILED: 'The host name could not be resolved.',
    CONNECT_FAILED: 'The connection failed.',
    TLS_FAILED: 'The TLS handshake failed. Check the certificate.',
    RESPONSE_FAILED: 'The response could not be read.',

    CONNECTION_REFUSED: ({ address, systemCode }) => `connection refused by ${address}: ${systemCode}`,
    CONNECTION_RESET: ({ systemCode }) => `the receiver closed the connection: ${systemCode}`,
    HOST_UNREACHABLE: ({ address, systemCode }) => `no route to ${address}: ${systemCode}`,
    CONNECT_TIMEOUT: ({ address, systemCode }) => `connecting to ${address} timed out: ${systemCode}`,
    SYSTEM_ERROR: ({ message }) => String(message),
    INVALID_URL: 'not a valid URL',
    HOST_NOT_FOUND: 'the host name has no address',
    WEBHOOK_CREDENTIALS_NOT_ALLOWED: 'the URL contains a user name or password',
    WEBHOOK_SCHEME_NOT_ALLOWED: ({ scheme }) => `scheme ${scheme} is not allowed`,
    WEBHOOK_PORT_NOT_ALLOWED: ({ port }) => `port ${port} is not allowed`,
    WEBHOOK_ADDRESS_NOT_ALLOWED: ({ address }) => `address ${address} is not allowed`,

    DISABLED_MANUALLY: 'Disabled manually.',
    DISABLED_AFTER_FAILURES: ({ days }) => `Disabled after ${days} days without a successful delivery.`,

    RECORDS_DROPPED: ({ count }) =>
      `${formatCount(count)} records are missing: they arrived faster than they could be written.`,
    ANONYMOUS_RECORDS_DROPPED: ({ count }) =>
      `${formatCount(count)} requests without valid credentials are missing: they arrived faster than they could be written.`,
  },
})

/** The step that the attempt was at when it timed out. */
function stepLabel(step: string | number): string {
  return (stepLabels as Readonly<Record<string, string>>)[step] ?? String(step)
}

const stepLabels = localize({
  ko: {
    address: '주소를 확인하던 중',
    dns: '호스트 이름을 찾던 중',
    connect: '연결하던 중',
    tls: 'TLS 핸드셰이크 중',
    response: '응답을 기다리던 중',
  },
  en: {
    address: 'while checking the address',
    dns: 'while resolving the host name',
    connect: 'while connecting',
    tls: 'during the TLS handshake',
    response: 'while waiting for the response',
  },
})

function formatCount(count: string | number): string {
  return Number(count).toLocaleString()
}

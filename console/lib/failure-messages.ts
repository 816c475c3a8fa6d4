import { translateFailure, type FailureMessages } from '@onair/contract'
import { localize } from './language.ts'

/** Why something ended or went wrong by itself, in the language of the page; a text that is not one of ours as it came. */
export function failureMessage(text: string): string {
  return translateFailure(failureMessages, text) ?? text
}

const failureMessages = localize<FailureMessages>({
  ko: {
    SERVER_STOPPING: '플랫폼이 멈추거나 다시 시작하느라 끊었습니다.',
    IDLE_TIMEOUT: '클라이언트가 오래 아무것도 보내지 않아 끊었습니다.',
    SESSION_ENDED: '이미 끝난 세션이라 끊었습니다.',
    CLIENT_DISCONNECTED: '클라이언트가 연결을 끝냈습니다.',
    CONNECTION_LOST: '클라이언트의 연결이 끊겼습니다.',
    MALFORMED_FRAME: '클라이언트가 읽을 수 없는 프레임을 보내 끊었습니다.',
    AUTH_FAILED: '세션 URL이 틀렸거나, 이미 썼거나, 만료되어 받지 않았습니다.',
    OPEN_FAILED: '플랫폼의 문제로 열지 못했습니다.',
    SLOW_CONSUMER: '클라이언트가 너무 늦게 읽어 보낼 것이 쌓였고, 그래서 끊었습니다.',
    CONCURRENT_POLLS: '클라이언트가 폴링 요청 둘을 한꺼번에 보내 끊었습니다.',
    CONCURRENT_POSTS: '클라이언트가 POST 요청 둘을 한꺼번에 보내 끊었습니다.',
    LEASE_LOST: '플랫폼의 프로세스가 데이터베이스와 연락이 끊겨 세션을 모두 끊었습니다.',
    SANDBOX_RESET: '샌드박스를 처음으로 되돌리면서 끊었습니다.',
    DISCONNECTED_IN_SANDBOX: '샌드박스에서 끊었습니다.',
    DISCONNECTED_BY_OWNER: '애플리케이션의 주인이 끊었습니다.',

    RESPONDED: ({ status }) => `${status}(으)로 답했습니다.`,
    RESPONSE_INCOMPLETE: ({ status, cause }) =>
      `${status}(으)로 답하기 시작했지만 끝까지 답하지 않았습니다. ${failureMessage(String(cause))}`,
    RESPONSE_TIMEOUT: ({ seconds, step }) => `${seconds}초 안에 답하지 않았습니다. (${stepLabel(step)})`,
    ATTEMPT_ABORTED: '플랫폼이 멈추느라 보내다가 말았습니다.',
    WORKER_LOST: '보내던 프로세스가 끝나서 답을 알 수 없습니다.',
    ADDRESS_BLOCKED: ({ problem }) => `보낼 수 없는 주소입니다. (${problem})`,
    DNS_FAILED: ({ problem }) => `주소의 이름을 찾지 못했습니다. (${failureMessage(String(problem))})`,
    CONNECT_FAILED: ({ problem }) => `연결하지 못했습니다. (${failureMessage(String(problem))})`,
    TLS_FAILED: ({ problem }) => `TLS로 연결하지 못했습니다. 인증서를 확인하세요. (${failureMessage(String(problem))})`,
    RESPONSE_FAILED: ({ problem }) => `답을 다 받지 못했습니다. (${failureMessage(String(problem))})`,
    CONNECTION_REFUSED: ({ place, code }) => `${place}에서 받는 프로그램이 없습니다: ${code}`,
    CONNECTION_RESET: ({ code }) => `받는 쪽이 연결을 끊었습니다: ${code}`,
    HOST_UNREACHABLE: ({ place, code }) => `${place}에 닿는 길이 없습니다: ${code}`,
    CONNECT_TIMEOUT: ({ place, code }) => `${place}에서 응답이 없습니다: ${code}`,

    DISABLED_MANUALLY: '직접 껐습니다.',
    DISABLED_AFTER_FAILURES: ({ days }) => `${days}일 동안 한 번도 성공하지 못해 껐습니다.`,

    RECORDS_DROPPED: ({ count }) => `기록 ${formatCount(count)}건이 빠졌습니다. 쓸 수 있는 것보다 빠르게 들어왔습니다.`,
    ANONYMOUS_RECORDS_DROPPED: ({ count }) =>
      `모르는 인증 정보로 온 호출 ${formatCount(count)}건이 기록에서 빠졌습니다. 쓸 수 있는 것보다 빠르게 들어왔습니다.`,
  },
  en: {
    SERVER_STOPPING: 'The platform was stopping or restarting.',
    IDLE_TIMEOUT: 'Nothing was heard of the client for too long.',
    SESSION_ENDED: 'The session had ended already.',
    CLIENT_DISCONNECTED: 'The client said goodbye.',
    CONNECTION_LOST: 'The connection of the client broke.',
    MALFORMED_FRAME: 'The client sent a frame that cannot be read.',
    AUTH_FAILED: 'The session URL was wrong, used already, or had expired.',
    OPEN_FAILED: 'It could not be opened; the platform is at fault.',
    SLOW_CONSUMER: 'The client read too slowly, and too much was waiting for it.',
    CONCURRENT_POLLS: 'The client sent two polling requests at once.',
    CONCURRENT_POSTS: 'The client sent two POST requests at once.',
    LEASE_LOST: 'The process of the platform lost its database, and with it all its sessions.',
    SANDBOX_RESET: 'The sandbox was reset.',
    DISCONNECTED_IN_SANDBOX: 'It was cut in the sandbox.',
    DISCONNECTED_BY_OWNER: 'The owner of the application cut it.',

    RESPONDED: ({ status }) => `It answered ${status}.`,
    RESPONSE_INCOMPLETE: ({ status, cause }) =>
      `It began to answer ${status} and did not come to the end. ${failureMessage(String(cause))}`,
    RESPONSE_TIMEOUT: ({ seconds, step }) => `There was no answer within ${seconds} seconds (${stepLabel(step)}).`,
    ATTEMPT_ABORTED: 'The platform stopped while it was sending.',
    WORKER_LOST: 'The process that sent it ended, so nobody knows the answer.',
    ADDRESS_BLOCKED: ({ problem }) => `Nothing is sent to this address (${problem}).`,
    DNS_FAILED: ({ problem }) => `The name of the address was not found (${failureMessage(String(problem))}).`,
    CONNECT_FAILED: ({ problem }) => `It could not be connected to (${failureMessage(String(problem))}).`,
    TLS_FAILED: ({ problem }) =>
      `TLS did not come about; look at its certificate (${failureMessage(String(problem))}).`,
    RESPONSE_FAILED: ({ problem }) => `The answer did not come whole (${failureMessage(String(problem))}).`,
    CONNECTION_REFUSED: ({ place, code }) => `nothing listens at ${place}: ${code}`,
    CONNECTION_RESET: ({ code }) => `the receiver hung up: ${code}`,
    HOST_UNREACHABLE: ({ place, code }) => `no way leads to ${place}: ${code}`,
    CONNECT_TIMEOUT: ({ place, code }) => `nobody answered at ${place}: ${code}`,

    DISABLED_MANUALLY: 'Disabled by hand.',
    DISABLED_AFTER_FAILURES: ({ days }) => `Disabled after ${days} days without one success.`,

    RECORDS_DROPPED: ({ count }) =>
      `${formatCount(count)} records are missing: they came faster than they could be written.`,
    ANONYMOUS_RECORDS_DROPPED: ({ count }) =>
      `${formatCount(count)} calls with credentials that nobody knows are missing: they came faster than they could be written.`,
  },
})

/** What was being done when the time was over. */
function stepLabel(step: string | number): string {
  return (stepLabels as Readonly<Record<string, string>>)[step] ?? String(step)
}

const stepLabels = localize({
  ko: {
    'during: refused address': '주소를 살피던 중',
    'during: name': '주소의 이름을 찾던 중',
    'during: connect': '연결하던 중',
    'during: tls': 'TLS를 맺던 중',
    'during: answer': '답을 기다리던 중',
  },
  en: {
    'during: refused address': 'while its address was looked at',
    'during: name': 'while its name was looked up',
    'during: connect': 'while connecting',
    'during: tls': 'while TLS was agreed on',
    'during: answer': 'while waiting for the answer',
  },
})

function formatCount(count: string | number): string {
  return Number(count).toLocaleString()
}

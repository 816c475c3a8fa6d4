import { sentenceOfCause, type CauseSentences } from '@onair/contract'
import { inLanguage } from './language.ts'

/** Why something ended or went wrong by itself, in the language of the page; a text that is not one of ours as it came. */
export function causeIn(text: string): string {
  return sentenceOfCause(causeWords, text) ?? text
}

const causeWords = inLanguage<CauseSentences>({
  ko: {
    SERVER_STOPPING: '플랫폼이 멈추거나 다시 시작하느라 끊었습니다.',
    SILENCE: '클라이언트가 오래 아무것도 보내지 않아 끊었습니다.',
    SESSION_ENDED: '이미 끝난 세션이라 끊었습니다.',
    CLIENT_LEFT: '클라이언트가 연결을 끝냈습니다.',
    CLIENT_WENT_AWAY: '클라이언트의 연결이 끊겼습니다.',
    MALFORMED_FRAME: '클라이언트가 읽을 수 없는 프레임을 보내 끊었습니다.',
    AUTH_FAIL: '세션 URL이 틀렸거나, 이미 썼거나, 만료되어 받지 않았습니다.',
    FAILED_TO_OPEN: '플랫폼의 문제로 열지 못했습니다.',
    SLOW_READER: '클라이언트가 너무 늦게 읽어 보낼 것이 쌓였고, 그래서 끊었습니다.',
    TWO_POLLS: '클라이언트가 폴링 요청 둘을 한꺼번에 보내 끊었습니다.',
    TWO_POSTS: '클라이언트가 POST 요청 둘을 한꺼번에 보내 끊었습니다.',
    LEASE_LOST: '플랫폼의 프로세스가 데이터베이스와 연락이 끊겨 세션을 모두 끊었습니다.',
    WORLD_RESET: '샌드박스를 처음으로 되돌리면서 끊었습니다.',
    CUT_IN_SANDBOX: '샌드박스에서 끊었습니다.',
    CUT_BY_OWNER: '애플리케이션의 주인이 끊었습니다.',

    ANSWERED: ({ status }) => `${status}(으)로 답했습니다.`,
    ANSWERED_IN_PART: ({ status, cause }) =>
      `${status}(으)로 답하기 시작했지만 끝까지 답하지 않았습니다. ${causeIn(String(cause))}`,
    NO_ANSWER_IN_TIME: ({ seconds, step }) => `${seconds}초 안에 답하지 않았습니다. (${stepWords(step)})`,
    SENDING_STOPPED: '플랫폼이 멈추느라 보내다가 말았습니다.',
    SENDER_ENDED: '보내던 프로세스가 끝나서 답을 알 수 없습니다.',
    ADDRESS_REFUSED: ({ problem }) => `보낼 수 없는 주소입니다. (${problem})`,
    NAME_NOT_FOUND: ({ problem }) => `주소의 이름을 찾지 못했습니다. (${causeIn(String(problem))})`,
    NOT_CONNECTED: ({ problem }) => `연결하지 못했습니다. (${causeIn(String(problem))})`,
    NOT_TRUSTED: ({ problem }) => `TLS로 연결하지 못했습니다. 인증서를 확인하세요. (${causeIn(String(problem))})`,
    BROKE_OFF: ({ problem }) => `답을 다 받지 못했습니다. (${causeIn(String(problem))})`,
    NOTHING_LISTENS: ({ place, code }) => `${place}에서 받는 프로그램이 없습니다: ${code}`,
    HUNG_UP: ({ code }) => `받는 쪽이 연결을 끊었습니다: ${code}`,
    NO_WAY_THERE: ({ place, code }) => `${place}에 닿는 길이 없습니다: ${code}`,
    NOBODY_ANSWERED: ({ place, code }) => `${place}에서 응답이 없습니다: ${code}`,

    BY_HAND: '직접 껐습니다.',
    NO_SUCCESS: ({ days }) => `${days}일 동안 한 번도 성공하지 못해 껐습니다.`,

    LEFT_OUT: ({ count }) => `기록 ${many(count)}건이 빠졌습니다. 쓸 수 있는 것보다 빠르게 들어왔습니다.`,
    STRANGERS_LEFT_OUT: ({ count }) =>
      `모르는 인증 정보로 온 호출 ${many(count)}건이 기록에서 빠졌습니다. 쓸 수 있는 것보다 빠르게 들어왔습니다.`,
  },
  en: {
    SERVER_STOPPING: 'The platform was stopping or restarting.',
    SILENCE: 'Nothing was heard of the client for too long.',
    SESSION_ENDED: 'The session had ended already.',
    CLIENT_LEFT: 'The client said goodbye.',
    CLIENT_WENT_AWAY: 'The connection of the client broke.',
    MALFORMED_FRAME: 'The client sent a frame that cannot be read.',
    AUTH_FAIL: 'The session URL was wrong, used already, or had expired.',
    FAILED_TO_OPEN: 'It could not be opened; the platform is at fault.',
    SLOW_READER: 'The client read too slowly, and too much was waiting for it.',
    TWO_POLLS: 'The client sent two polling requests at once.',
    TWO_POSTS: 'The client sent two POST requests at once.',
    LEASE_LOST: 'The process of the platform lost its database, and with it all its sessions.',
    WORLD_RESET: 'The sandbox was reset.',
    CUT_IN_SANDBOX: 'It was cut in the sandbox.',
    CUT_BY_OWNER: 'The owner of the application cut it.',

    ANSWERED: ({ status }) => `It answered ${status}.`,
    ANSWERED_IN_PART: ({ status, cause }) =>
      `It began to answer ${status} and did not come to the end. ${causeIn(String(cause))}`,
    NO_ANSWER_IN_TIME: ({ seconds, step }) => `There was no answer within ${seconds} seconds (${stepWords(step)}).`,
    SENDING_STOPPED: 'The platform stopped while it was sending.',
    SENDER_ENDED: 'The process that sent it ended, so nobody knows the answer.',
    ADDRESS_REFUSED: ({ problem }) => `Nothing is sent to this address (${problem}).`,
    NAME_NOT_FOUND: ({ problem }) => `The name of the address was not found (${causeIn(String(problem))}).`,
    NOT_CONNECTED: ({ problem }) => `It could not be connected to (${causeIn(String(problem))}).`,
    NOT_TRUSTED: ({ problem }) => `TLS did not come about; look at its certificate (${causeIn(String(problem))}).`,
    BROKE_OFF: ({ problem }) => `The answer did not come whole (${causeIn(String(problem))}).`,
    NOTHING_LISTENS: ({ place, code }) => `nothing listens at ${place}: ${code}`,
    HUNG_UP: ({ code }) => `the receiver hung up: ${code}`,
    NO_WAY_THERE: ({ place, code }) => `no way leads to ${place}: ${code}`,
    NOBODY_ANSWERED: ({ place, code }) => `nobody answered at ${place}: ${code}`,

    BY_HAND: 'Disabled by hand.',
    NO_SUCCESS: ({ days }) => `Disabled after ${days} days without one success.`,

    LEFT_OUT: ({ count }) => `${many(count)} records are missing: they came faster than they could be written.`,
    STRANGERS_LEFT_OUT: ({ count }) =>
      `${many(count)} calls with credentials that nobody knows are missing: they came faster than they could be written.`,
  },
})

/** What was being done when the time was over. */
function stepWords(step: string | number): string {
  return (steps as Readonly<Record<string, string>>)[step] ?? String(step)
}

const steps = inLanguage({
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

function many(count: string | number): string {
  return Number(count).toLocaleString()
}

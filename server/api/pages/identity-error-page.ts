import type { PerLanguage, Language } from './language.ts'
import type { IdentityRefusal } from '../../features/accounts/identity-rules.ts'

/** Why an identity was not verified, in words for the person; nothing has changed then. */
export function identityError(language: Language, refusal: IdentityRefusal) {
  return { status: statuses[refusal], ...strings[language][refusal] }
}

const statuses: Record<IdentityRefusal, number> = {
  no_provider: 404,
  unexpected_response: 400,
  denied: 403,
  unverified: 403,
  another_account_verified: 409,
  unavailable: 503,
}

const strings: PerLanguage<Record<IdentityRefusal, { title: string; next: string }>> = {
  ko: {
    no_provider: {
      title: '본인 인증을 할 수 없습니다',
      next: '이 플랫폼에는 본인 인증 기관이 연결되어 있지 않습니다. 운영자에게 문의해 주세요.',
    },
    unexpected_response: {
      title: '이 응답은 쓸 수 없습니다',
      next: '이미 사용했거나, 10분이 지났거나, 다른 브라우저에서 시작한 본인 인증입니다. 이 응답으로 바뀐 것은 없습니다. 페이지를 열어 상태를 확인하고 다시 시작해 주세요.',
    },
    denied: {
      title: '본인 인증을 취소했습니다',
      next: '바뀐 것은 없습니다. 원할 때 다시 할 수 있습니다.',
    },
    unverified: {
      title: '본인임을 확인하지 못했습니다',
      next: '인증 기관의 응답이 확인되지 않아 아무것도 바꾸지 않았습니다. 다시 시도해 주세요. 계속 같은 문제가 생기면 운영자에게 알려 주세요.',
    },
    another_account_verified: {
      title: '다른 계정에서 이미 인증했습니다',
      next: '한 사람은 한 계정만 인증할 수 있습니다. 먼저 인증한 계정으로 로그인해 주세요. 이 계정에서 바뀐 것은 없습니다.',
    },
    unavailable: {
      title: '지금은 본인 인증을 할 수 없습니다',
      next: '인증 기관이 응답하지 않습니다. 바뀐 것은 없습니다. 잠시 뒤에 다시 시도해 주세요.',
    },
  },
  en: {
    no_provider: {
      title: 'Identities are not verified here',
      next: 'This platform has no identity provider. Ask whoever runs it.',
    },
    unexpected_response: {
      title: 'This answer cannot be used',
      next: 'It was used before, is older than 10 minutes, or was begun in another browser. It changed nothing. Open the page to see where you are, and begin again.',
    },
    denied: {
      title: 'You did not verify your identity',
      next: 'Nothing has changed. You can do it whenever you like.',
    },
    unverified: {
      title: 'That did not prove who you are',
      next: 'The answer of the identity provider could not be trusted, so nothing has changed. Try again. If it goes on, tell whoever runs this platform.',
    },
    another_account_verified: {
      title: 'You have verified another account',
      next: 'One person can verify one account. Sign in with the one that you verified first. Nothing has changed in this one.',
    },
    unavailable: {
      title: 'Identities cannot be verified now',
      next: 'The identity provider does not answer. Nothing has changed. Try again in a moment.',
    },
  },
}

import type { PerLanguage, Language } from './language.ts'
import type { InterlockRefusal } from '../../features/auth/interlock-rules.ts'

/** Why a consent request is not shown, in words for the person and for whoever writes the application. */
export function interlockError(language: Language, refusal: InterlockRefusal) {
  return { status: 400, title: strings[language].title, next: strings[language].refusals[refusal] }
}

const strings: PerLanguage<{ title: string; refusals: Record<InterlockRefusal, string> }> = {
  ko: {
    title: '이 링크로는 연결할 수 없습니다',
    refusals: {
      unknown_app:
        '등록되지 않은 애플리케이션입니다. 애플리케이션으로 돌아가 다시 시도해 주세요. 개발자라면 clientId를 확인해 주세요.',
      redirect_uri_mismatch:
        '돌아갈 주소가 애플리케이션에 등록된 주소와 다릅니다. 안전을 위해 이동하지 않았습니다. 개발자라면 redirectUri를 등록한 로그인 리디렉션 URL과 똑같이 써 주세요.',
      missing:
        '필요한 값이 빠져 있습니다. 애플리케이션으로 돌아가 다시 시도해 주세요. 개발자라면 아래 값을 보내 주세요.',
      malformed:
        '읽을 수 없는 값이 있습니다. 애플리케이션으로 돌아가 다시 시도해 주세요. 개발자라면 아래 값을 한 번만, 올바른 UTF-8로, 2,000자 이하로 보내 주세요.',
    },
  },
  en: {
    title: 'This link cannot connect you',
    refusals: {
      unknown_app:
        'No such application is registered. Go back to the application and try again. If you write it, check clientId.',
      redirect_uri_mismatch:
        'The address to return to is not the one that the application registered, so for your safety we did not go there. If you write the application, send redirectUri exactly as its login redirect URL is registered.',
      missing:
        'Something is missing. Go back to the application and try again. If you write it, send the parameter named below.',
      malformed:
        'Something cannot be read. Go back to the application and try again. If you write it, send the parameter named below once, in valid UTF-8, with at most 2,000 characters.',
    },
  },
}

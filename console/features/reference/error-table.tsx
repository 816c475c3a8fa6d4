import { errors, type Endpoint, type ErrorStatus } from '@onair/contract'
import { operationErrors } from '@onair/tools/operations'
import { localize, language } from '../../lib/language.ts'
import { InlineCode } from './inline-code.tsx'
import { koreanTexts } from './korean-texts.ts'
import classes from './reference.module.css'

/** Every way in which an operation can be refused, and when. */
export function ErrorTable({ endpoint }: { endpoint: Endpoint }) {
  return (
    <section className={classes.values}>
      <h3>{t.title}</h3>
      <dl>
        {operationErrors(endpoint).map(({ status, when }) => (
          <div key={status}>
            <dt>
              <code>
                {errors[status].status} {errors[status].message}
              </code>
            </dt>
            <dd>
              {t.when[status]}
              {when !== undefined && (
                <>
                  {' — '}
                  <InlineCode text={localizeText(when)} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The contract speaks English. */
function localizeText(text: string): string {
  return (language === 'ko' ? koreanTexts[text] : undefined) ?? text
}

type Translations = { title: string; when: Record<ErrorStatus, string> }

const t = localize<Translations>({
  ko: {
    title: '거절하는 경우',
    when: {
      badInput: '값이 빠졌거나 형식이 틀렸습니다',
      unauthorized: '인증 정보가 없습니다',
      invalidClient: 'Client ID나 Secret이 틀렸습니다',
      invalidToken: '토큰을 모르거나, 만료되었거나, 취소되었습니다',
      forbidden: '권한이 없습니다',
      notFound: '찾는 것이 없습니다',
      methodNotAllowed: '이 주소에 없는 메서드입니다',
      tooSlow: '요청이 제때 끝나지 않았습니다',
      tooLarge: '본문이 너무 큽니다',
      tooManyRequests: '1분 동안의 호출 한도를 다 썼습니다. Retry-After만큼 기다리세요',
      headersTooLarge: '헤더가 너무 큽니다',
      fault: '플랫폼의 잘못입니다',
      unavailable: '플랫폼이 지금 답할 수 없습니다',
    },
  },
  en: {
    title: 'When it is refused',
    when: {
      badInput: 'A value is missing or has a wrong form',
      unauthorized: 'There are no credentials',
      invalidClient: 'Client id or secret are wrong',
      invalidToken: 'The token is unknown, has expired or was revoked',
      forbidden: 'The permission is missing',
      notFound: 'There is no such thing',
      methodNotAllowed: 'The address does not know this method',
      tooSlow: 'The request did not end in time',
      tooLarge: 'The body is too large',
      tooManyRequests: 'The calls of this minute are used up; wait as Retry-After says',
      headersTooLarge: 'The headers are too large',
      fault: 'The platform is at fault',
      unavailable: 'The platform cannot answer now',
    },
  },
})

import { Stack } from '@mantine/core'
import { errors, limits } from '@onair/contract'
import { separateApiUrl } from './separate-api-url.ts'
import { localize } from '../../lib/language.ts'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { InlineCode } from './inline-code.tsx'
import classes from './reference.module.css'

/** What holds for every call. */
export function ReferenceStart() {
  return (
    <Stack gap="lg">
      <PageTitle about={t.about}>{t.title}</PageTitle>
      <section className="card">
        <h2>{t.address}</h2>
        <CopyableText value={separateApiUrl ?? window.location.origin} />
        <h2>{t.credentials}</h2>
        <ul className={classes.list}>
          {t.kinds.map((kind) => (
            <li key={kind}>
              <InlineCode text={kind} />
            </li>
          ))}
        </ul>
        <p className="small">
          <AnchorLink to="/console/apps/new">{t.register}</AnchorLink>
        </p>
      </section>
      <section className="card">
        <h2>{t.envelope}</h2>
        <pre>{'{ "code": 200, "message": null, "content": … }'}</pre>
        <p className="small">
          <InlineCode text={t.failure} />
        </p>
        <dl className={classes.definitions}>
          {Object.entries(errors).map(([failure, { status, message }]) => (
            <div key={failure}>
              <dt>{status}</dt>
              <dd>
                <code>{message}</code>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="card">
        <h2>{t.limits}</h2>
        <ul className={classes.list}>
          {t.limited.map((limit) => (
            <li key={limit}>
              <InlineCode text={limit} />
            </li>
          ))}
        </ul>
      </section>
    </Stack>
  )
}

const t = localize({
  ko: {
    title: 'API 레퍼런스',
    about: '이 플랫폼이 지키는 약속에서 그대로 만들었습니다. 목록에서 호출을 고르면 바로 불러 볼 수 있습니다.',
    address: '주소',
    credentials: '인증 정보',
    kinds: [
      '유저의 액세스 토큰: `Authorization: Bearer …`',
      '애플리케이션: `Client-Id`와 `Client-Secret`',
      '로그인과 동의: `/account-interlock?clientId=…&redirectUri=…&state=…`를 브라우저에서 열고, 받은 code를 `POST /auth/v1/token`에 보냅니다',
    ],
    register: '애플리케이션을 등록해 인증 정보 받기',
    envelope: '모든 답의 겉모양',
    failure: '거절하면 `code`가 HTTP 상태와 같고 `content`가 없습니다. 표준 오류는 아래와 같습니다.',
    limits: '한도',
    limited: [
      '호출은 애플리케이션마다, 그리고 유저의 토큰마다 1분 단위로 셉니다. 남은 수는 `RateLimit-Remaining`에, 다시 시작할 때는 `RateLimit-Reset`에 있습니다',
      `동시에 열린 세션: 애플리케이션 ${limits.clientSessions}개, 유저마다 ${limits.userSessions}개, 세션마다 구독 ${limits.subscriptionsPerSession}개`,
      `액세스 토큰은 ${limits.accessTokenSec / 3600}시간, 갱신 토큰은 ${limits.refreshTokenSec / 86_400}일 동안 씁니다. 갱신 토큰은 한 번만 쓸 수 있습니다`,
      `${limits.appIdleDays}일 동안 쓰지 않은 애플리케이션은 지웁니다`,
    ],
  },
  en: {
    title: 'API reference',
    about: 'Made from the promise that this platform keeps. Choose a call from the list and try it here.',
    address: 'Address',
    credentials: 'Credentials',
    kinds: [
      'Access token of a user: `Authorization: Bearer …`',
      'The application itself: `Client-Id` and `Client-Secret`',
      'Sign-in and consent: open `/account-interlock?clientId=…&redirectUri=…&state=…` in a browser, and send the code that comes back to `POST /auth/v1/token`',
    ],
    register: 'Register an application to get credentials',
    envelope: 'Around every answer',
    failure:
      'When a call is refused, `code` is the HTTP status and there is no `content`. The standard errors are these.',
    limits: 'Limits',
    limited: [
      'Calls are counted by the minute, for each application and for each user’s tokens. `RateLimit-Remaining` says how many are left, `RateLimit-Reset` when it begins anew',
      `Sessions at the same time: ${limits.clientSessions} of the application, ${limits.userSessions} of each user, ${limits.subscriptionsPerSession} subscriptions in each`,
      `An access token is good for ${limits.accessTokenSec / 3600} hours, a refresh token for ${limits.refreshTokenSec / 86_400} days, and once`,
      `An application that is not used for ${limits.appIdleDays} days is deleted`,
    ],
  },
})

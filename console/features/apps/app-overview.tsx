import { SimpleGrid, Stack } from '@mantine/core'
import { dropsScope, limits } from '@onair/contract'
import { useQuery } from '@tanstack/react-query'
import { pluralize } from '../../lib/pluralize.ts'
import { sessionsQuery, type AppDetails } from '../../lib/app-queries.ts'
import { localize } from '../../lib/language.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { Meter } from '../../ui/meter.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { AppCredentials } from './app-credentials.tsx'
import layout from '../../ui/layout.module.css'

/** Credentials and limits at a glance, and the next step of an application that nobody has used. */
export function AppOverview({ app }: { app: AppDetails }) {
  const { data: sessions } = useQuery(sessionsQuery(app.clientId))
  const { used, limit } = app.quota
  return (
    <Stack gap="lg" mt="lg">
      {app.lastUsedDate === null && <FirstSteps app={app} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <AppCredentials app={app} />
        <section className="card" aria-labelledby="limits">
          <h2 id="limits">{t.limits}</h2>
          <Stack gap="md" mt="md">
            <Meter label={t.quota} used={used} limit={limit} text={limit === 0 ? t.noLimit(used) : t.of(used, limit)} />
            <p className="small soft">{t.ofPerson(app.quota.limitOfPerson)}</p>
            <Meter
              label={t.sessions}
              used={sessions?.usedSlots ?? 0}
              limit={limits.clientSessions}
              text={t.of(sessions?.usedSlots ?? 0, limits.clientSessions)}
            />
            <Meter
              label={t.idle}
              used={limits.appIdleDays - app.daysLeft}
              limit={limits.appIdleDays}
              text={t.days(app.daysLeft)}
            />
          </Stack>
        </section>
      </SimpleGrid>
      {app.scopes.some(({ scope }) => scope === dropsScope) && (
        <p className="small">
          <AnchorLink to="/console/drops">{t.drops}</AnchorLink>
        </p>
      )}
      <dl className={layout.facts}>
        <dt>{t.created}</dt>
        <dd>
          <RelativeTime at={app.createdDate} />
        </dd>
        <dt>{t.lastUse}</dt>
        <dd>
          <RelativeTime at={app.lastUsedDate} />
        </dd>
      </dl>
    </Stack>
  )
}

function FirstSteps({ app: { clientId, redirectUri } }: { app: AppDetails }) {
  const query = new URLSearchParams({ clientId, redirectUri, state: 'hello' })
  return (
    <section className="card" aria-labelledby="first">
      <h2 id="first">{t.first}</h2>
      <ol className={layout.steps}>
        <li>
          <a href={`/account-interlock?${String(query)}`}>{t.consent}</a>
        </li>
        <li>{t.exchange}</li>
        <li>{t.call}</li>
      </ol>
    </section>
  )
}

const t = localize({
  ko: {
    limits: '한도',
    quota: '이번 1분의 호출',
    ofPerson: (limit: number) =>
      limit === 0
        ? '사람마다의 호출에는 제한이 없습니다.'
        : `사람마다 그 사람의 토큰으로 1분에 ${limit.toLocaleString('ko')}번까지 부를 수 있습니다.`,
    drops: '드롭스 캠페인 보기',
    sessions: '애플리케이션 세션',
    idle: '쓰지 않은 기간',
    of: (used: number, limit: number) => `${used.toLocaleString('ko')} / ${limit.toLocaleString('ko')}`,
    noLimit: (used: number) => `${used.toLocaleString('ko')} (제한 없음)`,
    days: (days: number) => `삭제까지 ${days}일`,
    created: '등록',
    lastUse: '마지막 사용',
    first: '다음 단계',
    consent: '동의 화면 열기: 허용하면 리디렉션 URL로 code가 옵니다',
    exchange: 'code를 POST /auth/v1/token에 보내 토큰을 받습니다',
    call: '토큰으로 GET /open/v1/users/me를 부릅니다. 호출은 몇 초 안에 여기 보입니다',
  },
  en: {
    limits: 'Limits',
    quota: 'Calls in this minute',
    ofPerson: (limit: number) =>
      limit === 0
        ? 'Calls with the tokens of one person have no limit.'
        : `With the tokens of one person, up to ${limit.toLocaleString('en')} calls a minute.`,
    drops: 'To its drops campaigns',
    sessions: 'Sessions of the application',
    idle: 'Time unused',
    of: (used: number, limit: number) => `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`,
    noLimit: (used: number) => `${used.toLocaleString('en')} (no limit)`,
    days: (days: number) => `${pluralize(days, 'day')} until deletion`,
    created: 'Registered',
    lastUse: 'Last used',
    first: 'Next steps',
    consent: 'Open the consent page: once allowed, a code comes to your redirect URL',
    exchange: 'Exchange the code for tokens at POST /auth/v1/token',
    call: 'Call GET /open/v1/users/me with the token. Calls show up here within seconds',
  },
})

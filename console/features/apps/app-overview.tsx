import { SimpleGrid, Stack, Text } from '@mantine/core'
import { dropsScope, limits } from '@onair/contract'
import { useQuery } from '@tanstack/react-query'
import { sessionsQuery, type AppDetails } from '../../lib/app-queries.ts'
import { separateApiUrl } from '../../lib/page-settings.ts'
import { strings } from '../../locales/index.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { Meter } from '../../ui/meter.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { AppCredentials } from './app-credentials.tsx'
import { AppTraffic } from './app-traffic.tsx'
import { CallsUnderLimit } from './calls-under-limit.tsx'
import layout from '../../ui/layout.module.css'

const {
  overview: t,
  sessions: { ofUsers, ofUsersLimit },
} = strings('apps')

/** Credentials and limits, and the next steps for an application that was never used. */
export function AppOverview({ app }: { app: AppDetails }) {
  const { data: sessions } = useQuery(sessionsQuery(app.clientId))
  const { used, limit } = app.quota
  return (
    <Stack gap="lg" mt="lg">
      {app.lastUsedDate === null && <FirstSteps app={app} />}
      <AppTraffic clientId={app.clientId} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Stack gap="lg">
          <AppCredentials app={app} />
          <About app={app} />
        </Stack>
        <section className="card" aria-labelledby="limits">
          <h2 id="limits">{t.limits}</h2>
          <Stack gap="md" mt="md">
            <Meter
              label={t.calls}
              used={used}
              limit={limit}
              text={limit === 0 ? t.unlimited(used) : t.usage(used, limit)}
            />
            <CallsUnderLimit clientId={app.clientId} limit={limit} />
            <Text size="sm" c="dimmed">
              {t.userLimit(app.quota.limitOfPerson)}
            </Text>
            <Meter
              label={t.sessions}
              used={sessions?.usedSlots ?? 0}
              limit={limits.clientSessions}
              text={t.usage(sessions?.usedSlots ?? 0, limits.clientSessions)}
            />
            <dl className={layout.meterLabels}>
              <dt>{ofUsers}</dt>
              <Text component="dd" inherit c="dimmed">
                {ofUsersLimit(sessions?.data.filter(({ owner }) => owner !== null).length ?? 0, limits.userSessions)}
              </Text>
            </dl>
            <Meter
              label={t.idle}
              used={limits.appIdleDays - app.daysLeft}
              limit={limits.appIdleDays}
              text={t.daysLeft(app.daysLeft)}
            />
          </Stack>
        </section>
      </SimpleGrid>
    </Stack>
  )
}

function About({ app: { createdDate, lastUsedDate, scopes } }: { app: AppDetails }) {
  return (
    <section className="card" aria-labelledby="about">
      <h2 id="about">{t.about}</h2>
      <dl className={`${layout.facts} ${layout.spaceAbove}`}>
        <dt>{t.created}</dt>
        <dd>
          <RelativeTime at={createdDate} />
        </dd>
        <dt>{t.lastUsed}</dt>
        <dd>
          <RelativeTime at={lastUsedDate} />
        </dd>
        {scopes.some(({ scope }) => scope === dropsScope) && (
          <>
            <dt>{t.drops}</dt>
            <dd>
              <AnchorLink inherit to="/console/drops">
                {t.campaigns}
              </AnchorLink>
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

function FirstSteps({ app: { clientId, redirectUri } }: { app: AppDetails }) {
  const apiUrl = (separateApiUrl ?? window.location.origin).replace(/\/$/, '')
  const query = new URLSearchParams({ clientId, redirectUri, state: 'hello' })
  const code = {
    grantType: 'authorization_code',
    clientId,
    clientSecret: '$CLIENT_SECRET',
    code: '$CODE',
    state: 'hello',
  }
  const exchange = [
    `curl -s -X POST ${apiUrl}/auth/v1/token -H 'Content-Type: application/json' \\`,
    `  -d "${JSON.stringify(code).replaceAll('"', String.raw`\"`)}"`,
  ].join('\n')
  const call = (path: string) => `curl -s ${apiUrl}${path} -H "Authorization: Bearer $TOKEN"`
  return (
    <section className="card" aria-labelledby="first">
      <h2 id="first">{t.nextSteps}</h2>
      <ol className={layout.steps}>
        <li>
          <a href={`/account-interlock?${String(query)}`}>{t.openConsent}</a>. {t.consent}
        </li>
        <li>
          {t.exchange}
          <CodeBlock text={exchange} label="POST /auth/v1/token" />
        </li>
        <li>
          {t.call}
          <CodeBlock text={call('/open/v1/users/me')} label="GET /open/v1/users/me" />
        </li>
        <li>
          {t.connect}
          <CodeBlock text={call('/open/v1/sessions/auth')} label="GET /open/v1/sessions/auth" />
        </li>
      </ol>
    </section>
  )
}

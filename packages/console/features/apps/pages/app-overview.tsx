import { Stack, Text } from '@mantine/core'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { dropsScope, limits } from '@onair/contract'
import type { AppDetails } from '../queries.ts'
import { strings } from '../../../locales/index.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { Meter } from '../../../ui/meter.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { AppCredentials } from './app-credentials.tsx'
import { AppLimits } from './app-limits.tsx'
import { AppTraffic } from './app-traffic.tsx'
import { NeededProfile } from '../components/needed-profile.tsx'
import { FirstSteps } from '../components/first-steps.tsx'
import layout from '../../../ui/layout.module.css'

const { overview: t, limits: limitTexts } = strings('apps')

/** Credentials and limits, and the next steps for an application that was never used. */
export function AppOverview({ app }: { app: AppDetails }) {
  return (
    <Stack gap="lg" mt="lg">
      {app.neededProfile !== null && <NeededProfile clientId={app.clientId} needed={app.neededProfile} />}
      {app.lastUsedDate === null && app.role !== 'VIEWER' && (
        <FirstSteps app={app} scopes={app.scopes.map(({ scope }) => scope)} />
      )}
      <div className={layout.withAside}>
        <Stack gap="lg">
          <AppTraffic app={app} />
          <AppLimits app={app} />
        </Stack>
        <div className={layout.aside}>
          <AppCredentials app={app} />
          <About app={app} />
        </div>
      </div>
    </Stack>
  )
}

function About({ app: { createdDate, lastUsedDate, daysLeft, scopes } }: { app: AppDetails }) {
  return (
    <section className="card" aria-labelledby="about">
      <h2 id="about">{t.about}</h2>
      <Facts>
        <Fact name={t.created}>
          <RelativeTime at={createdDate} />
        </Fact>
        <Fact name={t.lastUsed}>
          <RelativeTime at={lastUsedDate} />
        </Fact>
        {scopes.some(({ scope }) => scope === dropsScope) && (
          <Fact name={t.drops}>
            <AnchorLink inherit to="/console/drops">
              {t.campaigns}
            </AnchorLink>
          </Fact>
        )}
      </Facts>
      <Stack gap="xs" mt="md">
        <Meter
          label={limitTexts.idle}
          used={limits.appIdleDays - daysLeft}
          limit={limits.appIdleDays}
          text={limitTexts.idleDays(limits.appIdleDays - daysLeft, limits.appIdleDays)}
        />
        <Text size="sm" c="dimmed">
          {limitTexts.idleHint(limits.appIdleDays)}
        </Text>
      </Stack>
    </section>
  )
}

import { SimpleGrid, Stack, Text } from '@mantine/core'
import { dropsScope, limits } from '@onair/contract'
import type { AppDetails } from '../queries.ts'
import { strings } from '../../../locales/index.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { Meter } from '../../../ui/meter.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { AppCredentials } from './app-credentials.tsx'
import { AppLimits } from './app-limits.tsx'
import { AppTraffic } from './app-traffic.tsx'
import { FirstSteps } from '../components/first-steps.tsx'
import layout from '../../../ui/layout.module.css'

const { overview: t, limits: limitTexts } = strings('apps')

/** Credentials and limits, and the next steps for an application that was never used. */
export function AppOverview({ app }: { app: AppDetails }) {
  return (
    <Stack gap="lg" mt="lg">
      {app.lastUsedDate === null && <FirstSteps app={app} />}
      <AppTraffic app={app} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <AppCredentials app={app} />
        <About app={app} />
      </SimpleGrid>
      <AppLimits app={app} />
    </Stack>
  )
}

function About({ app: { createdDate, lastUsedDate, daysLeft, scopes } }: { app: AppDetails }) {
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

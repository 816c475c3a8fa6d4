import { Group, Stack, Text } from '@mantine/core'
import { limits } from '@onair/contract'
import { useQuery } from '@tanstack/react-query'
import { endpointsQuery, sessionsQuery, trafficQuery, webhookQuery, type AppDetails } from '../queries.ts'
import { language, strings } from '../../../locales/index.ts'
import { InlineCode } from '../../../ui/inline-code.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { Meter } from '../../../ui/meter.tsx'
import { Stat, Stats } from '../../../ui/stats.tsx'
import { formatShare } from '../traffic-format.ts'
import classes from '../components/traffic.module.css'
import layout from '../../../ui/layout.module.css'

const {
  limits: t,
  sessions: { ofUsers, ofUsersLimit },
} = strings('apps')

/** The limits of an application: how much of each is used, and what happens beyond it. */
export function AppLimits({ app }: { app: AppDetails }) {
  return (
    <section className={`card ${classes.section}`} aria-labelledby="limits">
      <Group justify="space-between">
        <h2 id="limits">{t.title}</h2>
        <AnchorLink size="sm" to="/reference">
          {t.reference}
        </AnchorLink>
      </Group>
      <div className={`${classes.charts} ${layout.spaceAbove}`}>
        <CallLimits app={app} />
        <CountLimits app={app} />
      </div>
    </section>
  )
}

/** The calls of this minute, and how close the last 60 minutes came to their limit. */
function CallLimits({ app: { clientId, quota } }: { app: AppDetails }) {
  const { data } = useQuery(trafficQuery(clientId, 'hour'))
  const { used, limit, limitOfPerson } = quota
  const steps = data?.steps ?? []
  const counted = steps.map(({ successes, clientErrors, serverErrors }) => successes + clientErrors + serverErrors)
  const peak = Math.max(0, ...counted)
  const rejections = steps.reduce((sum, step) => sum + step.rejections, 0)
  return (
    <div>
      <Meter label={t.calls} used={used} limit={limit} text={limit === 0 ? t.unlimited(used) : t.usage(used, limit)} />
      <Stats>
        <Stat name={t.peak} value={data === undefined ? '–' : peak.toLocaleString(language)} />
        {limit > 0 && <Stat name={t.peakShare} value={data === undefined ? '–' : formatShare(peak / limit)} />}
        <Stat
          name={t.rejections}
          value={data === undefined ? '–' : rejections.toLocaleString(language)}
          isBad={rejections > 0}
        />
      </Stats>
      <Text size="sm" c="dimmed">
        <InlineCode text={t.overCalls} /> {t.userLimit(limitOfPerson)}{' '}
        {rejections > 0 && (
          <AnchorLink to="/console/inspector" search={{ app: clientId, kind: 'request', status: '429' }}>
            {t.rejectedCalls}
          </AnchorLink>
        )}
      </Text>
    </div>
  )
}

function CountLimits({ app: { clientId } }: { app: AppDetails }) {
  const { data: sessions } = useQuery(sessionsQuery(clientId))
  const { data: registered } = useQuery(webhookQuery(clientId))
  const { data: further } = useQuery(endpointsQuery(clientId))
  const usedSlots = sessions?.usedSlots ?? 0
  const connected = sessions?.data.filter(({ disconnectedDate }) => disconnectedDate === null) ?? []
  const endpointCount = (registered?.webhook ? 1 : 0) + (further?.data.length ?? 0)
  return (
    <Stack gap="md">
      <Meter
        label={t.sessions}
        used={usedSlots}
        limit={limits.clientSessions}
        text={t.usage(usedSlots, limits.clientSessions)}
      />
      <dl className={layout.meterLabels}>
        <dt>{ofUsers}</dt>
        <Text component="dd" inherit c="dimmed">
          {ofUsersLimit(
            connected.filter(({ owner }) => owner !== null).length,
            sessions?.unusedUserUrls ?? 0,
            limits.userSessions,
          )}
        </Text>
      </dl>
      <Text size="sm" c="dimmed">
        {t.overSessions(limits.subscriptionsPerSession)}
      </Text>
      <Meter
        label={t.endpoints}
        used={endpointCount}
        limit={limits.webhookEndpoints}
        text={t.usage(endpointCount, limits.webhookEndpoints)}
      />
    </Stack>
  )
}

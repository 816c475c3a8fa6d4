import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi, limits, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { sessionsQuery } from '../../lib/app-queries.ts'
import { strings } from '../../locales/index.ts'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Meter } from '../../ui/meter.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SessionTimeline } from './session-timeline.tsx'
import layout from '../../ui/layout.module.css'

const { sessions: t } = strings('apps')

type Session = ContentOf<typeof consoleApi.apps.listAppSessions>['data'][number]

/** The connected sessions and the session limits. */
export function AppSessions({ clientId }: { clientId: string }) {
  const { data: found, error, refetch } = useQuery(sessionsQuery(clientId))
  if (!found) return error ? <ErrorAlert error={error} refetch={() => void refetch()} /> : <Loading />
  const userSessionCount = found.data.filter(({ owner }) => owner !== null).length
  return (
    <Stack gap="md" mt="lg">
      <section className="card">
        <Meter
          label={t.ofApp}
          used={found.usedSlots}
          limit={limits.clientSessions}
          text={`${found.usedSlots} / ${limits.clientSessions}`}
        />
        <dl className={layout.meterLabels}>
          <dt>{t.ofUsers}</dt>
          <Text component="dd" inherit c="dimmed">
            {t.ofUsersLimit(userSessionCount, limits.userSessions)}
          </Text>
        </dl>
        <Text size="sm" c="dimmed" className={layout.spaceAbove}>
          {t.unusedUrls}
        </Text>
        {found.data.length > 0 && (
          <SessionTimeline
            sessions={found.data.map(({ sessionKey, connectedDate, owner }) => ({
              sessionKey,
              connectedDate,
              label: `${owner?.channelName ?? t.app} · ${sessionKey.slice(0, 8)}`,
            }))}
          />
        )}
      </section>
      {found.data.length === 0 ? (
        <div className={layout.emptyState}>
          <h2>{t.none}</h2>
          <Text c="dimmed">
            {t.howToConnect} <code>GET /open/v1/sessions/auth</code>
          </Text>
        </div>
      ) : (
        <ul className={`${layout.rows} card`}>
          {found.data.map((session) => (
            <SessionRow key={session.sessionKey} session={session} clientId={clientId} />
          ))}
        </ul>
      )}
    </Stack>
  )
}

function SessionRow({ session, clientId }: { session: Session; clientId: string }) {
  const { sessionKey, owner, connectedDate, subscribedEvents } = session
  const queries = useQueryClient()
  const disconnect = useMutation({
    mutationFn: () => api(consoleApi.apps.disconnectAppSession, { pathParams: { clientId, sessionKey } }),
    onSuccess: () => queries.invalidateQueries(sessionsQuery(clientId)),
  })
  return (
    <li className={layout.row}>
      <div>
        <b>{owner === null ? t.app : <bdi>{owner.channelName}</bdi>}</b>{' '}
        {owner && (
          <Text span size="sm" c="dimmed">
            {t.userSessions} {owner.usedSlots} / {limits.userSessions}
          </Text>
        )}
        <Text component="div" size="sm" c="dimmed">
          <CopyableText value={sessionKey} />
        </Text>
        <Group gap="xs" mt={4}>
          <Text span size="sm" c="dimmed">
            <RelativeTime at={connectedDate} phrase={t.connected} />
          </Text>
          <Text span size="sm" c="dimmed">
            {t.subscriptions} {subscribedEvents.length} / {limits.subscriptionsPerSession}
          </Text>
          <AnchorLink size="sm" to="/console/inspector" search={{ app: clientId, session: sessionKey }}>
            {t.inspector}
          </AnchorLink>
          {[...new Set(subscribedEvents.map(({ eventType }) => eventType))].map((eventType) => (
            <Badge key={eventType} color="gray" size="sm">
              {eventType}
            </Badge>
          ))}
        </Group>
      </div>
      <Button
        size="xs"
        variant="default"
        loading={disconnect.isPending}
        onClick={() => disconnect.mutate()}
        aria-label={`${t.disconnect}: ${sessionKey}`}
      >
        {t.disconnect}
      </Button>
    </li>
  )
}

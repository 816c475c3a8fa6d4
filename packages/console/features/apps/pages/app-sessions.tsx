import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { limits } from '@onair/contract'
import { sessionsQuery } from '../queries.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Meter } from '../../../ui/meter.tsx'
import { SessionTimeline } from '../components/session-timeline.tsx'
import layout from '../../../ui/layout.module.css'

const { sessions: t } = strings('apps')

/** The connected and the last ended sessions, and the session limits. */
export function AppSessions({ clientId }: { clientId: string }) {
  const { data: found, error, refetch } = useQuery(sessionsQuery(clientId))
  if (!found) return error ? <ErrorAlert error={error} refetch={() => void refetch()} /> : <Loading />
  const connected = found.data.filter(({ disconnectedDate }) => disconnectedDate === null)
  const userSessionCount = connected.filter(({ owner }) => owner !== null).length
  return (
    <Stack gap="md" mt="lg">
      <section className="card">
        <Meter
          label={t.ofApp}
          used={found.usedSlots}
          limit={limits.clientSessions}
          text={t.usage(found.usedSlots, limits.clientSessions)}
        />
        <dl className={layout.meterLabels}>
          <dt>{t.ofUsers}</dt>
          <Text component="dd" inherit c="dimmed">
            {t.ofUsersLimit(userSessionCount, found.unusedUserUrls, limits.userSessions)}
          </Text>
        </dl>
        <Text size="sm" c="dimmed" className={layout.spaceAbove}>
          {t.unusedUrls}
        </Text>
      </section>
      {connected.length === 0 && (
        <div className={layout.emptyState}>
          <h2>{t.none}</h2>
          <Text c="dimmed">
            {t.howToConnect} <code>GET /open/v1/sessions/auth</code>
          </Text>
        </div>
      )}
      {found.data.length > 0 && <SessionTimeline clientId={clientId} sessions={found.data} />}
    </Stack>
  )
}

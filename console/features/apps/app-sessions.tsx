import { Badge, Button, Group, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApps, limits, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { sessionsQuery } from '../../lib/app-queries.ts'
import { localize } from '../../lib/language.ts'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Meter } from '../../ui/meter.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import layout from '../../ui/layout.module.css'

type Session = ContentOf<typeof consoleApps.listAppSessions>['data'][number]

/** Who is connected now, against the limits of the interface. */
export function AppSessions({ clientId }: { clientId: string }) {
  const { data: found, error, refetch } = useQuery(sessionsQuery(clientId))
  if (error) return <ErrorAlert error={error} refetch={() => void refetch()} />
  if (!found) return <Loading />
  return (
    <Stack gap="md" mt="lg">
      <section className="card">
        <Meter
          label={t.ofApp}
          used={found.usedSlots}
          limit={limits.clientSessions}
          text={`${found.usedSlots} / ${limits.clientSessions}`}
        />
        <p className={`small soft ${layout.spaceAbove}`}>{t.unused}</p>
      </section>
      {found.data.length === 0 ? (
        <div className={layout.emptyState}>
          <h2>{t.none}</h2>
          <p className="soft">
            {t.open} <code>GET /open/v1/sessions/auth</code>
          </p>
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
    mutationFn: () => api(consoleApps.disconnectAppSession, { pathParams: { clientId, sessionKey } }),
    onSuccess: () => queries.invalidateQueries(sessionsQuery(clientId)),
  })
  return (
    <li className={layout.row}>
      <div>
        <b>{owner === null ? t.client : <bdi>{owner.channelName}</bdi>}</b>{' '}
        {owner && (
          <span className="small soft">
            {t.userPlaces} {owner.usedSlots} / {limits.userSessions}
          </span>
        )}
        <div className="small soft">
          <CopyableText value={sessionKey} />
        </div>
        <Group gap="xs" mt={4}>
          <span className="small soft">
            {t.connected} <RelativeTime at={connectedDate} />
          </span>
          <span className="small soft">
            {t.subscriptions} {subscribedEvents.length} / {limits.subscriptionsPerSession}
          </span>
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
        aria-label={`${t.cut}: ${sessionKey}`}
      >
        {t.cut}
      </Button>
    </li>
  )
}

const t = localize({
  ko: {
    ofApp: '애플리케이션 세션',
    unused: '아직 연결하지 않은 URL도 60초 동안 자리를 차지합니다.',
    none: '연결된 세션이 없습니다',
    open: '세션 URL을 받아 Socket.IO로 연결하면 여기에 보입니다:',
    client: '애플리케이션',
    userPlaces: '이 유저의 세션',
    connected: '연결',
    subscriptions: '구독한 이벤트',
    cut: '연결 끊기',
    inspector: '무엇을 받았나',
  },
  en: {
    ofApp: 'Sessions of the application',
    unused: 'A URL that was not connected to yet holds a place for 60 seconds.',
    none: 'Nobody is connected',
    open: 'Ask for a session URL and connect with Socket.IO, and it shows up here:',
    client: 'The application',
    userPlaces: 'this person’s sessions',
    connected: 'connected',
    subscriptions: 'subscriptions',
    cut: 'Disconnect',
    inspector: 'What it was told',
  },
})

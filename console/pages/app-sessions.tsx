import { Badge, Button, Group, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApps, limits, type ContentOf } from '@onair/contract'
import { api } from '../api.ts'
import { sessionsQuery } from '../app-queries.ts'
import { inLanguage } from '../language.ts'
import { Copied } from '../parts/copied.tsx'
import { Failed } from '../parts/failed.tsx'
import { AnchorLink } from '../parts/links.tsx'
import { Loading } from '../parts/loading.tsx'
import { Meter } from '../parts/meter.tsx'
import { Moment } from '../parts/moment.tsx'

type Session = ContentOf<typeof consoleApps.listAppSessions>['data'][number]

/** Who is connected now, against the limits of the interface. */
export function AppSessions({ clientId }: { clientId: string }) {
  const { data: found, error, refetch } = useQuery(sessionsQuery(clientId))
  if (error) return <Failed error={error} readAgain={() => void refetch()} />
  if (!found) return <Loading />
  return (
    <Stack gap="md" mt="lg">
      <section className="card">
        <Meter
          label={said.ofApp}
          used={found.held}
          limit={limits.clientSessions}
          text={`${found.held} / ${limits.clientSessions}`}
        />
        <p className="small soft after">{said.unused}</p>
      </section>
      {found.data.length === 0 ? (
        <div className="card nothing">
          <h2>{said.none}</h2>
          <p className="soft">
            {said.open} <code>GET /open/v1/sessions/auth</code>
          </p>
        </div>
      ) : (
        <ul className="rows card">
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
  const cut = useMutation({
    mutationFn: () => api(consoleApps.cutAppSession, { inPath: { clientId, sessionKey } }),
    onSuccess: () => queries.invalidateQueries(sessionsQuery(clientId)),
  })
  return (
    <li className="app-row">
      <div>
        <b>{owner === null ? said.client : <bdi>{owner.channelName}</bdi>}</b>{' '}
        {owner && (
          <span className="small soft">
            {said.userPlaces} {owner.held} / {limits.userSessions}
          </span>
        )}
        <div className="small soft">
          <Copied value={sessionKey} />
        </div>
        <Group gap="xs" mt={4}>
          <span className="small soft">
            {said.connected} <Moment at={connectedDate} />
          </span>
          <span className="small soft">
            {said.subscriptions} {subscribedEvents.length} / {limits.subscriptionsPerSession}
          </span>
          <AnchorLink size="sm" to="/console/inspector" search={{ app: clientId, session: sessionKey }}>
            {said.inspector}
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
        loading={cut.isPending}
        onClick={() => cut.mutate()}
        aria-label={`${said.cut}: ${sessionKey}`}
      >
        {said.cut}
      </Button>
    </li>
  )
}

const said = inLanguage({
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

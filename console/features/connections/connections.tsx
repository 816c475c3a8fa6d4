import './connections.css'
import { Anchor, Stack } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleConnections, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { localize } from '../../lib/language.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ScopeList } from './scope-list.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

type Connection = ContentOf<typeof consoleConnections.listConnections>['data'][number]

const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: () => api(consoleConnections.listConnections),
  refetchInterval: 3_000,
})

/** The applications that one allowed something, and the end of that. */
export function Connections() {
  const query = useQuery(connectionsQuery)
  return (
    <Stack gap="lg">
      <PageTitle about={t.about}>{t.title}</PageTitle>
      <QueryBoundary query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <div className="card nothing">
              <h2>{t.none}</h2>
              <p className="soft">{t.noneYet}</p>
              <Anchor href="/">{t.home}</Anchor>
            </div>
          ) : (
            data.map((connection) => <ConnectionCard key={connection.clientId} connection={connection} />)
          )
        }
      </QueryBoundary>
    </Stack>
  )
}

function ConnectionCard({ connection }: { connection: Connection }) {
  const { clientId, name, makerName, scopes, createdDate, firstUsedDate, lastUsedDate, sessions } = connection
  const queries = useQueryClient()
  const withdraw = async () => {
    await api(consoleConnections.withdrawConsent, { pathParams: { clientId } })
    await queries.invalidateQueries(connectionsQuery)
  }
  return (
    <section className="card" aria-labelledby={clientId}>
      <Stack gap="md">
        <div className="connection-head">
          <div>
            <h2 id={clientId}>
              <bdi>{name}</bdi>
            </h2>
            {makerName !== null && <span className="small soft">{t.by(makerName)}</span>}
          </div>
          <ConfirmButton
            label={t.withdraw}
            ariaLabel={t.withdrawFrom(name)}
            title={t.sure(name)}
            confirmLabel={t.yes}
            onConfirm={withdraw}
          >
            <ul className="steps">
              <li>{t.ends.tokens}</li>
              <li>{t.ends.sessions(sessions)}</li>
              <li>{t.ends.again}</li>
            </ul>
          </ConfirmButton>
        </div>
        <div>
          <div className="label">{t.may}</div>
          {scopes.length === 0 ? <p className="small soft">{t.nothing}</p> : <ScopeList scopes={scopes} />}
        </div>
        <dl className="facts small">
          <dt>{t.allowed}</dt>
          <dd>
            <RelativeTime at={createdDate} />
          </dd>
          <dt>{t.firstUse}</dt>
          <dd>
            <RelativeTime at={firstUsedDate} />
          </dd>
          <dt>{t.lastUse}</dt>
          <dd>
            <RelativeTime at={lastUsedDate} />
          </dd>
        </dl>
      </Stack>
    </section>
  )
}

const t = localize({
  ko: {
    title: '연결된 애플리케이션',
    about: '회원님이 권한을 허용한 애플리케이션입니다. 쓰지 않는 것은 연결을 끊는 편이 안전합니다.',
    none: '연결된 애플리케이션이 없습니다',
    noneYet: '봇이나 오버레이가 권한을 요청하고 회원님이 허용하면 여기에 보입니다.',
    home: '처음으로',
    by: (maker: string) => `만든 곳: ${maker}`,
    may: '할 수 있는 일',
    nothing: '지금은 아무것도 할 수 없습니다.',
    allowed: '허용한 때',
    firstUse: '처음 쓴 때',
    lastUse: '마지막으로 쓴 때',
    withdraw: '연결 끊기 …',
    withdrawFrom: (name: string) => `${name} 연결 끊기`,
    sure: (name: string) => `${name}의 연결을 끊을까요?`,
    ends: {
      tokens: '이 애플리케이션이 가진 회원님의 토큰이 모두 바로 끝납니다.',
      sessions: (count: number) =>
        count === 0
          ? '열려 있는 소켓이 있으면 revoked 메시지를 받고, 회원님 채널의 이벤트를 더는 받지 못합니다.'
          : `열려 있는 소켓 ${count}개가 revoked 메시지를 받고, 회원님 채널의 이벤트를 더는 받지 못합니다.`,
      again: '다시 쓰려면 동의 화면에서 다시 허용해야 합니다.',
    },
    yes: '연결 끊기',
  },
  en: {
    title: 'Connected applications',
    about: 'The applications that you allowed something. Disconnect what you do not use.',
    none: 'No application is connected',
    noneYet: 'When a bot or an overlay asks for your permission and you allow it, it shows up here.',
    home: 'To the first page',
    by: (maker: string) => `Made by ${maker}`,
    may: 'It may',
    nothing: 'It may do nothing now.',
    allowed: 'Allowed',
    firstUse: 'First used',
    lastUse: 'Last used',
    withdraw: 'Disconnect …',
    withdrawFrom: (name: string) => `Disconnect ${name}`,
    sure: (name: string) => `Disconnect ${name}?`,
    ends: {
      tokens: 'Every token that it has of you ends at once.',
      sessions: (count: number) =>
        `${count === 0 ? 'Sockets that it has open get' : count === 1 ? 'The socket that it has open gets' : `The ${count} sockets that it has open get`} the message “revoked”, and no more of your channel.`,
      again: 'To use it again, you allow it again on its consent page.',
    },
    yes: 'Disconnect',
  },
})

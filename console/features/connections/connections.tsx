import { Anchor, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { strings } from '../../locales/index.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ScopeList } from './scope-list.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import layout from '../../ui/layout.module.css'
import classes from './connections.module.css'

const { page: t } = strings('connections')

type Connection = ContentOf<typeof consoleApi.connections.listConnections>['data'][number]

const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: () => api(consoleApi.connections.listConnections),
  refetchInterval: 3_000,
})

/** The applications that the user gave permissions to, each with a button that disconnects it. */
export function Connections() {
  const query = useQuery(connectionsQuery)
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <QueryBoundary query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <div className={layout.emptyState}>
              <h2>{t.none}</h2>
              <Text c="dimmed">{t.noneYet}</Text>
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
    await api(consoleApi.connections.withdrawConsent, { pathParams: { clientId } })
    await queries.invalidateQueries(connectionsQuery)
  }
  return (
    <section className="card" aria-labelledby={clientId}>
      <Stack gap="md">
        <div className={classes.head}>
          <div>
            <h2 id={clientId}>
              <bdi>{name}</bdi>
            </h2>
            {makerName !== null && (
              <Text span size="sm" c="dimmed">
                {t.by(makerName)}
              </Text>
            )}
          </div>
          <ConfirmButton
            label={t.disconnect}
            ariaLabel={t.disconnectApp(name)}
            title={t.confirmTitle(name)}
            confirmLabel={t.confirm}
            onConfirm={withdraw}
          >
            <ul className={layout.steps}>
              <li>{t.consequences.tokens}</li>
              <li>{t.consequences.sessions(sessions)}</li>
              <li>{t.consequences.again}</li>
            </ul>
          </ConfirmButton>
        </div>
        <div>
          <div className={layout.label}>{t.permissions}</div>
          {scopes.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t.noPermissions}
            </Text>
          ) : (
            <ScopeList scopes={scopes} />
          )}
        </div>
        <Text component="dl" size="sm" className={layout.facts}>
          <dt>{t.allowed}</dt>
          <dd>
            <RelativeTime at={createdDate} />
          </dd>
          <dt>{t.firstUsed}</dt>
          <dd>
            <RelativeTime at={firstUsedDate} />
          </dd>
          <dt>{t.lastUsed}</dt>
          <dd>
            <RelativeTime at={lastUsedDate} />
          </dd>
        </Text>
      </Stack>
    </section>
  )
}

import { Alert, Badge, Button, Group, NativeSelect, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { memo, useDeferredValue } from 'react'
import { limits, type AppSort, type consoleApi, type ContentOf } from '@onair/contract'
import { appsQuery, appTrafficQuery } from '../queries.ts'
import { isSandbox } from '../../../lib/page-settings.ts'
import { usePlatformTime } from '../../../lib/platform-time.ts'
import { minuteFormat } from '../../../lib/time-format.ts'
import { language, strings } from '../../../locales/index.ts'
import { Sparkline } from '../../../ui/chart.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { SandboxState } from '../../sandbox/components/sandbox-state.tsx'
import { Pages } from '../../../ui/pages.tsx'
import { EndpointStatus } from '../components/webhook/endpoint-health.tsx'
import { teamsQuery } from '../../teams/queries.ts'
import { formatShare } from '../traffic-format.ts'
import layout from '../../../ui/layout.module.css'
import table from '../../../ui/table.module.css'
import classes from './apps.module.css'

const { list: t } = strings('apps')

type AppList = ContentOf<typeof consoleApi.apps.listApps>
type App = AppList['data'][number]
type Traffic = ContentOf<typeof consoleApi.apps.listAppTraffic>['data'][number]

/** The applications of the signed-in user. The server searches, sorts and pages. */
export function Apps() {
  const { q = '', owner, sort = 'registered', page = 0 } = useSearch({ from: '/console/apps' })
  const [name] = useDebouncedValue(q.trim().slice(0, 200), 200)
  const query = useQuery(appsQuery({ ...(name !== '' && { name }), ...(owner !== undefined && { owner }), sort, page }))
  const deletedApp = useLocation({ select: ({ state }) => state.deletedApp })
  const isEmpty = query.data?.totalCount === 0 && q === '' && name === '' && owner === undefined
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="start">
        <PageTitle {...(isSandbox && { description: <SandboxState /> })}>{t.title}</PageTitle>
        {query.data && !isEmpty && <ButtonLink to="/console/apps/new">{t.register}</ButtonLink>}
      </Group>
      {deletedApp !== undefined && (
        <Alert color="teal" role="status">
          {t.deleted(deletedApp)}
        </Alert>
      )}
      <QueryBoundary query={query}>{(list) => (isEmpty ? <EmptyState /> : <AppTable list={list} />)}</QueryBoundary>
    </Stack>
  )
}

function AppTable({ list }: { list: AppList }) {
  // The rows of another page are rendered in slices, between which the page stays responsive.
  const deferred = useDeferredValue(list)
  const { data: apps, totalCount } = deferred
  const { q = '', owner = '', sort = 'registered' } = useSearch({ from: '/console/apps' })
  const { data: teams } = useQuery(teamsQuery)
  const navigate = useNavigate({ from: '/console/apps' })
  const { data: traffic } = useQuery({
    ...appTrafficQuery(apps.map(({ clientId }) => clientId)),
    enabled: apps.length > 0,
  })
  const show = (changes: { q?: string; owner?: string | undefined; sort?: AppSort; page?: number | undefined }) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...changes }), replace: true })
  return (
    <Stack gap="sm">
      <Group align="end" gap="md">
        <TextInput
          className={table.search}
          label={t.search}
          placeholder={t.searchHint}
          type="search"
          value={q}
          onChange={({ currentTarget: { value } }) => show({ q: value })}
          maxLength={200}
        />
        {teams !== undefined && teams.data.length > 0 && (
          <NativeSelect
            label={t.owner}
            value={owner}
            onChange={({ currentTarget: { value } }) => show({ owner: value === '' ? undefined : value })}
            data={[
              { value: '', label: t.all },
              { value: 'ME', label: t.mine },
              ...teams.data.map(({ teamId, name }) => ({ value: teamId, label: name })),
            ]}
          />
        )}
      </Group>
      {totalCount === 0 ? (
        <div className={layout.emptyState}>
          <h2>{t.noMatch}</h2>
          <Button variant="default" onClick={() => show({ q: '', owner: undefined })}>
            {t.clear}
          </Button>
        </div>
      ) : (
        <div className={`card ${table.scroll} ${table.cards}`}>
          <table className={table.table} aria-label={t.title}>
            <thead>
              <tr>
                <SortHeader sort="name" current={sort} onSort={show} />
                <th scope="col">{t.callsOfDay}</th>
                <th scope="col" className={table.number}>
                  {t.errorShare}
                </th>
                <th scope="col" className={table.number}>
                  {t.sessions}
                </th>
                <th scope="col">{t.webhook}</th>
                <SortHeader sort="registered" current={sort} onSort={show} className={table.wide} />
                <SortHeader sort="lastUsed" current={sort} onSort={show} />
              </tr>
            </thead>
            <tbody>
              {apps.map((app) => (
                <AppRow
                  key={app.clientId}
                  app={app}
                  traffic={traffic?.data.find(({ clientId }) => clientId === app.clientId)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pages list={deferred} size={limits.appListSize} texts={t} onPage={(shown) => show({ page: shown })} />
    </Stack>
  )
}

type RowProps = { app: App; /** Undefined while it loads and without calls. */ traffic: Traffic | undefined }

const AppRow = memo(function AppRow({ app, traffic }: RowProps) {
  const { clientId, name, team, createdDate, lastUsedDate, daysLeft, connectedSessions, webhook } = app
  return (
    <tr>
      <th scope="row">
        <Link className={layout.rowTitle} to="/console/apps/$clientId" params={{ clientId }}>
          <bdi>{name}</bdi>
        </Link>{' '}
        {team !== null && (
          <Badge color="gray">
            <bdi>{team.name}</bdi>
          </Badge>
        )}{' '}
        {daysLeft <= limits.appIdleNoticeDays && <Badge color="orange">{t.daysLeft(daysLeft)}</Badge>}
        <Text component="div" size="xs" c="dimmed" fw={400}>
          <CopyableText value={clientId} />
        </Text>
      </th>
      <td data-label={t.callsOfDay}>
        <CallsOfDay traffic={traffic} />
      </td>
      <td className={table.number} data-label={t.errorShare}>
        <ErrorShare traffic={traffic} />
      </td>
      <td className={table.number} data-label={t.sessions}>
        {connectedSessions > 0 && <span className={`dot ${classes.connected}`} aria-hidden="true" />}
        {connectedSessions.toLocaleString(language)}
      </td>
      <td data-label={t.webhook}>{webhook !== null && <EndpointStatus {...webhook} />}</td>
      <td className={table.wide}>
        <RelativeTime at={createdDate} />
      </td>
      <td data-label={t.lastUsed}>
        <RelativeTime at={lastUsedDate} />
      </td>
    </tr>
  )
})

const sum = (counts: readonly number[] = []) => counts.reduce((total, count) => total + count, 0)

/** The share of the calls of the last 24 hours that failed. */
function ErrorShare({ traffic }: Pick<RowProps, 'traffic'>) {
  const [calls, errors] = [sum(traffic?.calls), sum(traffic?.errors)]
  if (calls === 0) return null
  return <span className={errors > 0 ? layout.error : undefined}>{formatShare(errors / calls)}</span>
}

const hourMs = 3_600_000

/** The last value is that of the current hour. */
function CallsOfDay({ traffic }: Pick<RowProps, 'traffic'>) {
  const currentHour = Math.floor(usePlatformTime() / hourMs)
  if (!traffic) return null
  const { calls, errors } = traffic
  return (
    <Sparkline
      title={t.callsOfDay}
      series={[
        { name: t.calls, tone: 'blue' },
        { name: t.errors, tone: 'red' },
      ]}
      points={calls.map((count, index) => ({
        label: minuteFormat.format((currentHour - calls.length + 1 + index) * hourMs),
        values: [count, errors[index] ?? 0],
      }))}
    />
  )
}

function SortHeader({
  sort,
  current,
  onSort,
  className,
}: {
  sort: AppSort
  current: AppSort
  onSort: (changes: { sort: AppSort }) => void
  className?: string | undefined
}) {
  return (
    <th
      scope="col"
      className={className}
      aria-sort={sort === current ? (sort === 'name' ? 'ascending' : 'descending') : 'none'}
    >
      <UnstyledButton className={table.sort} onClick={() => onSort({ sort })}>
        {t[sort]}
        <span aria-hidden="true">{sort === current ? (sort === 'name' ? '↑' : '↓') : ''}</span>
      </UnstyledButton>
    </th>
  )
}

function EmptyState() {
  return (
    <div className={layout.emptyState}>
      <h2>{t.none}</h2>
      <Text c="dimmed">{t.noneYet}</Text>
      <ButtonLink to="/console/apps/new">{t.register}</ButtonLink>
    </div>
  )
}

import { Badge, Button, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { limits, type consoleApi, type ContentOf } from '@onair/contract'
import { appsQuery, appTrafficQuery } from '../../lib/app-queries.ts'
import { language, strings } from '../../locales/index.ts'
import { Sparkline } from '../../ui/chart.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import type { AppSort } from './app-tabs.ts'
import layout from '../../ui/layout.module.css'
import table from '../../ui/table.module.css'

const { list: t } = strings('apps')

type App = ContentOf<typeof consoleApi.apps.listApps>['data'][number]

const pageSize = 50

/** The applications of the signed-in user, with search, sort and pages. */
export function Apps() {
  const query = useQuery(appsQuery)
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <PageTitle>{t.title}</PageTitle>
        {query.data && query.data.data.length > 0 && <ButtonLink to="/console/apps/new">{t.register}</ButtonLink>}
      </Group>
      <QueryBoundary query={query}>
        {({ data }) => (data.length === 0 ? <EmptyState /> : <AppTable apps={data} />)}
      </QueryBoundary>
    </Stack>
  )
}

function AppTable({ apps }: { apps: readonly App[] }) {
  const { q = '', sort = 'registered', page = 0 } = useSearch({ from: '/console/apps' })
  const navigate = useNavigate({ from: '/console/apps' })
  const needle = q.trim().normalize('NFC').toLowerCase()
  const matches = apps
    .filter(({ name, clientId }) => name.toLowerCase().includes(needle) || clientId.startsWith(needle))
    .toSorted(comparators[sort])
  const start = Math.min(page, Math.floor(Math.max(0, matches.length - 1) / pageSize)) * pageSize
  const show = (changes: { q?: string; sort?: AppSort; page?: number }) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...changes }), replace: true })
  return (
    <Stack gap="sm">
      <TextInput
        className={table.search}
        label={t.search}
        placeholder={t.searchHint}
        type="search"
        value={q}
        onChange={({ currentTarget: { value } }) => show({ q: value })}
        maxLength={200}
      />
      {matches.length === 0 ? (
        <div className={layout.emptyState}>
          <h2>{t.noMatch}</h2>
          <Button variant="default" onClick={() => show({ q: '' })}>
            {t.clear}
          </Button>
        </div>
      ) : (
        <div className={`card ${table.scroll}`}>
          <table className={table.table} aria-label={t.title}>
            <thead>
              <tr>
                <SortHeader sort="name" current={sort} onSort={show} />
                <th scope="col">Client ID</th>
                <th scope="col">{t.callsOfDay}</th>
                <SortHeader sort="registered" current={sort} onSort={show} />
                <SortHeader sort="lastUsed" current={sort} onSort={show} />
              </tr>
            </thead>
            <tbody>
              {matches.slice(start, start + pageSize).map((app) => (
                <AppRow key={app.clientId} app={app} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {matches.length > pageSize && (
        <Group gap="sm" component="nav" aria-label={t.title}>
          <Button size="xs" variant="default" disabled={start === 0} onClick={() => show({ page: page - 1 })}>
            {t.previous}
          </Button>
          <Text span size="sm" c="dimmed">
            {t.range(start + 1, Math.min(start + pageSize, matches.length), matches.length)}
          </Text>
          <Button
            size="xs"
            variant="default"
            disabled={start + pageSize >= matches.length}
            onClick={() => show({ page: page + 1 })}
          >
            {t.next}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function AppRow({ app: { clientId, name, createdDate, lastUsedDate, daysLeft } }: { app: App }) {
  return (
    <tr>
      <th scope="row">
        <Link className={layout.rowTitle} to="/console/apps/$clientId" params={{ clientId }}>
          <bdi>{name}</bdi>
        </Link>{' '}
        {daysLeft <= limits.appIdleNoticeDays && <Badge color="orange">{t.daysLeft(daysLeft)}</Badge>}
      </th>
      <td className={table.id}>
        <CopyableText value={clientId} />
      </td>
      <td>
        <CallsOfDay clientId={clientId} />
      </td>
      <td>
        <RelativeTime at={createdDate} />
      </td>
      <td>
        <RelativeTime at={lastUsedDate} />
      </td>
    </tr>
  )
}

function CallsOfDay({ clientId }: { clientId: string }) {
  const { data } = useQuery(appTrafficQuery)
  const traffic = data?.data.find((one) => one.clientId === clientId)
  if (traffic === undefined) return data && <span className={table.id}>–</span>
  const label = t.callsAndErrors(sum(traffic.calls), sum(traffic.errors))
  return <Sparkline values={traffic.calls} errors={traffic.errors} label={label} />
}

function sum(counts: readonly number[]): string {
  return counts.reduce((total, count) => total + count, 0).toLocaleString(language)
}

function SortHeader({
  sort,
  current,
  onSort,
}: {
  sort: AppSort
  current: AppSort
  onSort: (changes: { sort: AppSort }) => void
}) {
  return (
    <th scope="col" aria-sort={sort === current ? (sort === 'name' ? 'ascending' : 'descending') : 'none'}>
      <UnstyledButton className={table.sort} onClick={() => onSort({ sort })}>
        {t[sort]}
        <span aria-hidden="true">{sort === current ? (sort === 'name' ? '↑' : '↓') : ''}</span>
      </UnstyledButton>
    </th>
  )
}

const collator = new Intl.Collator(language, { numeric: true })
const comparators: Record<AppSort, (left: App, right: App) => number> = {
  name: (left, right) => collator.compare(left.name, right.name),
  registered: (left, right) => right.createdDate.localeCompare(left.createdDate),
  lastUsed: (left, right) => (right.lastUsedDate ?? '').localeCompare(left.lastUsedDate ?? ''),
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

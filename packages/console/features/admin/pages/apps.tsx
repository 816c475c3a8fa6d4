import { Badge, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { consoleApi, limits, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { omitEmpty } from '../../../lib/search-params.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { language, strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { FilterInput } from '../../../ui/forms/filter-input.tsx'
import { Table } from '../../../ui/list.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Pages } from '../../../ui/pages.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { PersonLink } from '../components/person-link.tsx'
import { TextDialogButton } from '../components/text-dialog-button.tsx'
import { siteAppsQuery } from '../queries.ts'

const { apps: t, lives } = strings('admin')
const number = new Intl.NumberFormat(language)

type AppRow = ContentOf<typeof consoleApi.admin.listSiteApps>['data'][number]

/** The applications of the site. The server searches, sorts and pages. */
export function AdminApps() {
  const search = useSearch({ from: '/admin/apps' })
  const { q = '', state, sort = 'registered', page = 0 } = search
  const navigate = useNavigate({ from: '/admin/apps' })
  const query = useQuery({
    ...siteAppsQuery({
      ...(q !== '' && { search: q }),
      ...(state !== undefined && { isDisabled: state === 'DISABLED' }),
      sort,
      page,
    }),
    placeholderData: keepPreviousData,
  })
  const filter = (
    changed: Partial<Record<'q' | 'state' | 'sort', string | undefined>> & { page?: number | undefined },
  ) =>
    void navigate({
      search: (before) => omitEmpty({ ...before, page: undefined, ...changed }) as typeof search,
      replace: true,
    })
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      <Group align="end" gap="md">
        <FilterInput label={t.search} value={q} onChange={(text) => filter({ q: text })} />
        <NativeSelect
          label={t.state}
          value={state ?? ''}
          onChange={({ currentTarget: { value } }) => filter({ state: value })}
          data={[
            { value: '', label: t.all },
            { value: 'ENABLED', label: t.enabled },
            { value: 'DISABLED', label: t.disabled },
          ]}
        />
        <NativeSelect
          label={t.order}
          value={sort}
          onChange={({ currentTarget: { value } }) => filter({ sort: value })}
          data={[
            { value: 'registered', label: t.newest },
            { value: 'name', label: t.byName },
          ]}
        />
      </Group>
      <QueryBoundary query={query}>
        {(list) => (
          <>
            <Table
              items={list.data}
              label={t.title}
              idField="clientId"
              columns={[t.name, t.owner, t.host, t.people, t.calls, t.since, t.action]}
              hasCards
              empty={t.none}
            >
              {(app) => <AppCells app={app} />}
            </Table>
            <Pages list={list} size={limits.appListSize} texts={t} onPage={(shown) => filter({ page: shown })} />
          </>
        )}
      </QueryBoundary>
    </Stack>
  )
}

function AppCells({ app }: { app: AppRow }) {
  const { name, clientId, owner, team, redirectHost, people, calls, errorCalls, createdDate, disabled } = app
  return (
    <>
      <th scope="row">
        <bdi>{name}</bdi> {disabled !== null && <Badge color="red">{t.disabled}</Badge>}
        <Text size="xs" c="dimmed">
          {disabled === null ? `${clientId.slice(0, 8)}…` : disabled.reason}
        </Text>
      </th>
      <td data-label={t.owner}>
        {owner !== null && <PersonLink {...owner} />}
        {team !== null && <bdi>{team.name}</bdi>}
      </td>
      <td data-label={t.host}>{redirectHost}</td>
      <td data-label={t.people}>{number.format(people)}</td>
      <td data-label={t.calls}>
        {number.format(calls)}
        {errorCalls > 0 && (
          <Text span size="xs" c="dimmed">
            {' '}
            {t.errors(number.format(errorCalls))}
          </Text>
        )}
      </td>
      <td data-label={t.since}>
        <RelativeTime at={createdDate} />
      </td>
      <td>
        <AppActions app={app} />
      </td>
    </>
  )
}

function AppActions({ app: { clientId, name, disabled } }: { app: AppRow }) {
  const isOperator = useQuery(visitorQuery).data?.siteRole === 'OPERATOR'
  const queries = useQueryClient()
  const pathParams = { clientId }
  const run = async (call: Promise<unknown>) => {
    await call
    await queries.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <Group gap="xs">
      {disabled === null ? (
        <TextDialogButton
          label={t.disable}
          title={t.disableOne(name)}
          about={t.disableAbout}
          field={t.reason}
          maxLength={200}
          isDestructive
          onSubmit={(reason) => run(api(consoleApi.admin.disableApp, { pathParams, body: { reason } }))}
        />
      ) : (
        <ConfirmButton
          label={t.enable}
          ariaLabel={t.enableOne(name)}
          title={t.enableOne(name)}
          confirmLabel={t.enable}
          isDestructive={false}
          onConfirm={() => run(api(consoleApi.admin.enableApp, { pathParams }))}
        >
          {t.enableAbout}
        </ConfirmButton>
      )}
      <TextDialogButton
        label={t.rename}
        title={t.renameOne(name)}
        about={t.renameAbout}
        field={t.name}
        initial={name}
        maxLength={100}
        onSubmit={(renamed) => run(api(consoleApi.admin.renameApp, { pathParams, body: { name: renamed } }))}
      />
      {isOperator && (
        <TextDialogButton
          label={t.delete}
          title={t.deleteOne(name)}
          about={t.deleteAbout(limits.appRestoreDays)}
          field={lives.reason}
          maxLength={200}
          isDestructive
          onSubmit={(reason) => run(api(consoleApi.admin.deleteSiteApp, { pathParams, body: { reason } }))}
        />
      )}
    </Group>
  )
}

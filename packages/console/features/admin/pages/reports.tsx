import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { reportAssignees, reportKinds, reportStates, sortOrders } from '@onair/contract'
import { omitEmpty } from '../../../lib/search-params.ts'
import { strings } from '../../../locales/index.ts'
import { FilterInput } from '../../../ui/forms/filter-input.tsx'
import { InfiniteTable } from '../../../ui/list.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { nameEmoticons } from '../../watch/chat/message-text.tsx'
import { ReportState } from '../components/report-state.tsx'
import { reportsQuery, type ReportRow } from '../queries.ts'
import table from '../../../ui/table.module.css'

const { reports: t } = strings('admin')
const { kinds, reasons } = strings('reports')

/** The reports of the site, of each subject once: those that wait, or those that were decided. */
export function AdminReports() {
  const search = useSearch({ from: '/admin/reports' })
  const { q = '' } = search
  const state = reportStates.find((known) => known === search.state) ?? 'OPEN'
  const kind = reportKinds.find((known) => known === search.kind)
  const assignee = reportAssignees.find((known) => known === search.assignee)
  // What waits longest comes first, and what was decided last.
  const sort = sortOrders.find((known) => known === search.sort) ?? (state === 'OPEN' ? 'oldest' : 'newest')
  const navigate = useNavigate({ from: '/admin/reports' })
  const query = useInfiniteQuery({
    ...reportsQuery({ state, sort, kind, assignee, ...(q !== '' && { search: q }) }),
    placeholderData: keepPreviousData,
  })
  const filter = (changed: typeof search) =>
    void navigate({ search: (before) => omitEmpty({ ...before, ...changed }), replace: true })
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <Group align="end" gap="md">
        <FilterInput label={t.search} value={q} onChange={(text) => filter({ q: text })} />
        <NativeSelect
          label={t.state}
          value={state}
          onChange={({ currentTarget: { value } }) => filter({ state: value === 'OPEN' ? '' : value, sort: '' })}
          data={[
            { value: 'OPEN', label: t.open },
            { value: 'DECIDED', label: t.decided },
          ]}
        />
        <NativeSelect
          label={t.kind}
          value={kind ?? ''}
          onChange={({ currentTarget: { value } }) => filter({ kind: value })}
          data={[{ value: '', label: t.allKinds }, ...reportKinds.map((value) => ({ value, label: kinds[value] }))]}
        />
        <NativeSelect
          label={t.assignee}
          value={assignee ?? ''}
          onChange={({ currentTarget: { value } }) => filter({ assignee: value })}
          data={[
            { value: '', label: t.anyone },
            { value: 'ME', label: t.me },
            { value: 'NOBODY', label: t.nobody },
          ]}
        />
        <NativeSelect
          label={t.order}
          value={sort}
          onChange={({ currentTarget: { value } }) => filter({ sort: value })}
          data={sortOrders.map((value) => ({ value, label: t.orders[value] }))}
        />
      </Group>
      <InfiniteTable
        query={query}
        label={t.title}
        idField="reportId"
        columns={[t.subject, t.reasons, t.first, t.stateAndAssignee]}
        hasCards
        empty={state === 'OPEN' ? t.noneOpen : t.none}
      >
        {(report) => <ReportCells report={report} />}
      </InfiniteTable>
    </Stack>
  )
}

function ReportCells({ report }: { report: ReportRow }) {
  const { reportId, kind, snapshot, reports, reportedDate } = report
  return (
    <>
      <th scope="row" className={table.wrapped}>
        <Link to="/admin/reports/$reportId" params={{ reportId }}>
          <bdi>{snapshot.content === null ? snapshot.name : nameEmoticons(snapshot.content)}</bdi>
        </Link>
        <Text component="div" size="sm" c="dimmed" fw={400}>
          {kinds[kind]}
          {snapshot.content !== null && (
            <>
              {' · '}
              <bdi>{snapshot.name}</bdi>
            </>
          )}
        </Text>
      </th>
      <td>
        {report.word === null || reports > 0 ? t.count(reports) : t.forWord(report.word)}
        {report.reasons.length > 0 && `: ${report.reasons.map((reason) => reasons[reason]).join(', ')}`}
      </td>
      <td>
        <RelativeTime at={reportedDate} />
      </td>
      <td>
        <ReportState report={report} />
      </td>
    </>
  )
}

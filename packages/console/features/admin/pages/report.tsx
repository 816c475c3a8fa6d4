import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { consoleApi } from '@onair/contract'
import { api, isNotFound } from '../../../lib/api.ts'
import { useVisitorChannelId } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Table } from '../../../ui/list.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { PersonActions } from '../components/person-actions.tsx'
import { PersonLink } from '../components/person-link.tsx'
import { PersonState } from '../components/person-state.tsx'
import { ReportDecision } from '../components/report-decision.tsx'
import { ReportState } from '../components/report-state.tsx'
import { ReportedSubject } from '../components/reported-subject.tsx'
import { personQuery, reportQuery, type ReportDetail } from '../queries.ts'
import layout from '../../../ui/layout.module.css'
import classes from './admin.module.css'
import table from '../../../ui/table.module.css'

const { report: t } = strings('admin')
const { reasons, own } = strings('reports')

/** The reports about one subject: what people saw, who it is about, and the decision. */
export function AdminReport() {
  const { reportId } = useParams({ from: '/admin/reports/$reportId' })
  const query = useQuery(reportQuery(reportId))
  return (
    <QueryBoundary query={query}>
      {(report) => (
        <Stack gap="lg">
          <div>
            <Link to="/admin/reports" className={`${layout.backLink} ${classes.backLink}`}>
              ← {t.all}
            </Link>
            <PageTitle>{own.subject[report.kind](report.snapshot.name)}</PageTitle>
          </div>
          <Assignment report={report} />
          <ReportedSubject report={report} />
          <Reporters report={report} />
          {report.personId !== null && <ReportedPerson personId={report.personId} />}
          <ReportDecision report={report} />
        </Stack>
      )}
    </QueryBoundary>
  )
}

/** Who has taken the report, and a button to take or release it while it is open. */
function Assignment({ report }: { report: ReportDetail }) {
  const { reportId, assignee, decision } = report
  const ownId = useVisitorChannelId()
  const queries = useQueryClient()
  const assign = useMutation({
    mutationFn: (isTaken: boolean) =>
      api(consoleApi.admin.putReportAssignee, { pathParams: { reportId }, body: { isTaken } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  })
  const isOwn = assignee?.channelId === ownId
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <ReportState report={report} />
        {decision === null && (
          <Button
            size="xs"
            variant={assignee === null ? 'filled' : 'default'}
            loading={assign.isPending}
            onClick={() => assign.mutate(assignee === null)}
          >
            {assignee === null ? t.take : isOwn ? t.release : t.releaseOther}
          </Button>
        )}
      </Group>
      {assign.error !== null && <ErrorAlert error={assign.error} />}
    </Stack>
  )
}

function Reporters({ report: { reporters, word } }: { report: ReportDetail }) {
  return (
    <Stack component="section" gap="sm" aria-labelledby="reporters">
      <h2 id="reporters">{t.reporters}</h2>
      {word !== null && <Text>{t.foundWord(word)}</Text>}
      {(word === null || reporters.length > 0) && (
        <Table
          items={reporters}
          label={t.reporters}
          idField="channelId"
          columns={[t.reporter, t.reason, t.text, t.when]}
          hasCards
          empty={t.noReporters}
        >
          {({ channelId, channelName, reason, text, createdDate }) => (
            <>
              <th scope="row">
                <PersonLink channelId={channelId} channelName={channelName} />
              </th>
              <td>{reasons[reason]}</td>
              <td className={table.wrapped} dir="auto">
                {text}
              </td>
              <td>
                <RelativeTime at={createdDate} />
              </td>
            </>
          )}
        </Table>
      )}
    </Stack>
  )
}

/** The sender, the streamer or the owner, with what can be done to them. */
function ReportedPerson({ personId }: { personId: string }) {
  const query = useQuery(personQuery(personId))
  if (isNotFound(query.error))
    return (
      <Text size="sm" c="dimmed" className="card">
        {t.noPerson}
      </Text>
    )
  return (
    <QueryBoundary query={query}>
      {(person) => (
        <Stack component="section" gap="sm" aria-label={t.person}>
          <Group gap="sm">
            <Text span fw={600}>
              {t.person} <PersonLink channelId={personId} channelName={person.channelName} />
            </Text>
            <PersonState {...person} />
          </Group>
          <PersonActions person={person} />
        </Stack>
      )}
    </QueryBoundary>
  )
}

import { Badge, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { strings } from '../../../locales/index.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { ownReportsQuery, type OwnReport } from '../../reports/queries.ts'
import layout from '../../../ui/layout.module.css'
import { SettingHead } from '../../../ui/setting-head.tsx'

const { own: t, decisions, open, reasons } = strings('reports')

/** The reports of the user, with the answers. Nothing for those who reported nothing. */
export function OwnReports() {
  const reports = useQuery(ownReportsQuery).data?.data ?? []
  if (reports.length === 0) return null
  return (
    <section className={`card ${layout.setting}`} aria-labelledby="reports">
      <SettingHead id="reports" title={t.title} about={t.about} />
      <ul className={layout.rows} aria-labelledby="reports">
        {reports.map((report) => (
          <ReportRow key={report.reportId} report={report} />
        ))}
      </ul>
    </section>
  )
}

function ReportRow({ report: { kind, subjectName, reason, createdDate, decision, answer } }: { report: OwnReport }) {
  return (
    <li className={layout.row}>
      <div>
        <Text fw={600}>{t.subject[kind](subjectName)}</Text>
        <Text component="div" size="sm" c="dimmed">
          {reasons[reason]} · <RelativeTime at={createdDate} />
        </Text>
        {answer !== null && (
          <Text size="sm" mt={4} dir="auto" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            <Text span inherit c="dimmed">
              {t.answer}
            </Text>{' '}
            {answer}
          </Text>
        )}
      </div>
      <Group gap="xs">
        <Badge variant="light" tt="none" color={decision === 'ACTION_TAKEN' ? 'teal' : 'ink'}>
          {decision === null ? open : decisions[decision]}
        </Badge>
      </Group>
    </li>
  )
}

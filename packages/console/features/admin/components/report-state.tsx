import { Badge, Group } from '@mantine/core'
import { strings } from '../../../locales/index.ts'
import type { ReportRow } from '../queries.ts'

const { reports: t } = strings('admin')
const { decisions } = strings('reports')

/** The decision on a report, or that it is open, and who has taken it. */
export function ReportState({ report: { decision, assignee } }: { report: ReportRow }) {
  return (
    <Group gap={6} component="span">
      <Badge
        variant="light"
        tt="none"
        color={decision === null ? 'orange' : decision === 'ACTION_TAKEN' ? 'teal' : 'ink'}
      >
        {decision === null ? t.open : decisions[decision]}
      </Badge>
      {assignee !== null && <bdi>{assignee.channelName}</bdi>}
    </Group>
  )
}

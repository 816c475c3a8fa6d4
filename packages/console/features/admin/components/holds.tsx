import { Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { Table } from '../../../ui/list.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { holdsQuery } from '../queries.ts'
import { PersonLink } from './person-link.tsx'

const { cases: t } = strings('admin')

/** The holds that are in force. */
export function Holds() {
  const query = useQuery(holdsQuery)
  const queries = useQueryClient()
  const lift = async (channelId: string, caseNumber: string) => {
    await api(consoleApi.admin.liftHold, { pathParams: { channelId }, query: { caseNumber } })
    await queries.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <Stack component="section" gap="sm" aria-labelledby="holds">
      <h2 id="holds">{t.holds}</h2>
      <QueryBoundary query={query}>
        {({ data }) => (
          <Table
            items={data.map((hold) => ({ ...hold, key: `${hold.channelId} ${hold.caseNumber}` }))}
            label={t.holds}
            idField="key"
            columns={[t.person, t.caseNumber, t.reason, t.since, t.until, t.action]}
            hasCards
            empty={t.none}
          >
            {({ channelId, channelName, caseNumber, reason, createdDate, endDate }) => (
              <>
                <th scope="row">
                  {channelName === null ? (
                    <Link to="/admin/cases" search={{ channel: channelId }}>
                      {t.deleted} <code>{channelId.slice(0, 8)}</code>
                    </Link>
                  ) : (
                    <PersonLink channelId={channelId} channelName={channelName} />
                  )}
                </th>
                <td data-label={t.caseNumber}>
                  <bdi>{caseNumber}</bdi>
                </td>
                <td data-label={t.reason}>
                  <bdi>{reason}</bdi>
                </td>
                <td data-label={t.since}>
                  <RelativeTime at={createdDate} />
                </td>
                <td data-label={t.until}>{endDate === null ? t.untilLifted : <RelativeTime at={endDate} />}</td>
                <td>
                  <ConfirmButton
                    label={t.lift}
                    ariaLabel={t.liftNamed(channelName ?? t.deleted, caseNumber)}
                    title={t.liftNamed(channelName ?? t.deleted, caseNumber)}
                    confirmLabel={t.lift}
                    onConfirm={() => lift(channelId, caseNumber)}
                  >
                    {t.liftHint}
                  </ConfirmButton>
                </td>
              </>
            )}
          </Table>
        )}
      </QueryBoundary>
    </Stack>
  )
}

import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { holdsQuery } from '../queries.ts'
import { EndingList } from './ending-list.tsx'
import { PersonLink } from './person-link.tsx'

const { cases: t } = strings('admin')

/** The holds that are in force. */
export function Holds() {
  return (
    <Stack component="section" gap="sm" aria-labelledby="holds">
      <h2 id="holds">{t.holds}</h2>
      <EndingList
        query={holdsQuery}
        label={t.holds}
        keyOf={({ channelId, caseNumber }) => `${channelId} ${caseNumber}`}
        columns={[
          [t.person, showPerson],
          [t.caseNumber, showCase],
        ]}
        t={t}
        empty={t.none}
        withoutEnd={t.untilLifted}
        action={{
          label: t.lift,
          named: ({ channelName, caseNumber }) => t.liftNamed(channelName ?? t.deleted, caseNumber),
          hint: t.liftHint,
          isDestructive: true,
        }}
        end={({ channelId, caseNumber }) =>
          api(consoleApi.admin.liftHold, { pathParams: { channelId }, query: { caseNumber } })
        }
      />
    </Stack>
  )
}

function showPerson({ channelId, channelName }: { channelId: string; channelName: string | null }) {
  if (channelName !== null) return <PersonLink channelId={channelId} channelName={channelName} />
  return (
    <Link to="/admin/cases" search={{ channel: channelId }}>
      {t.deleted} <code>{channelId.slice(0, 8)}</code>
    </Link>
  )
}

function showCase({ caseNumber }: { caseNumber: string }) {
  return <bdi>{caseNumber}</bdi>
}

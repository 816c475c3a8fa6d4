import { Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { auditActions, type consoleApi, type ContentOf } from '@onair/contract'
import { localInputValue } from '../../../lib/local-input-value.ts'
import { omitEmpty } from '../../../lib/search-params.ts'
import { strings } from '../../../locales/index.ts'
import { FilterInput } from '../../../ui/forms/filter-input.tsx'
import { InfiniteTable } from '../../../ui/list.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { auditQuery } from '../queries.ts'
import table from '../../../ui/table.module.css'

const { audit: t } = strings('admin')

type Entry = ContentOf<typeof consoleApi.admin.listAuditEntries>['data'][number]

const ofPeople = /^(account|handle|profile|upload|web_session|identity)\./
const ofApps = /^(app|team|secret|grant|organization)\./
const ofSite = /^(operator|network|device|site_role|report|site|invitation|hold|case_file)\./

const grouped = Object.groupBy(auditActions, (action) => {
  if (ofPeople.test(action)) return 'people'
  if (ofApps.test(action)) return 'apps'
  return ofSite.test(action) ? 'site' : 'channels'
})
const groupedActions = (['people', 'apps', 'channels', 'site'] as const).map((group) => ({
  group: t.groups[group],
  items: (grouped[group] ?? []).map((value) => ({ value, label: `${t.actions[value]} · ${value}` })),
}))

const channelFormat = { pattern: /^[0-9a-f]{32}$/, hint: t.channelHint }

/** The audit log of the site: who did what, about whom, from which network. */
export function AdminAudit() {
  const search = useSearch({ from: '/admin/audit' })
  const { channel = '', network = '', from, to, reads } = search
  const action = auditActions.find((known) => known === search.action)
  const navigate = useNavigate({ from: '/admin/audit' })
  const query = useInfiniteQuery({
    ...auditQuery({
      action,
      ...(channel !== '' && { channelId: channel }),
      ...(network !== '' && { network }),
      ...(isTime(from) && { since: from }),
      ...(isTime(to) && { until: to }),
      ...(reads === undefined && action !== 'site.read' && { withoutReads: true }),
    }),
    placeholderData: keepPreviousData,
  })
  const filter = (changed: typeof search) =>
    void navigate({ search: (before) => omitEmpty({ ...before, ...changed }), replace: true })
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <Group align="end" gap="md">
        <NativeSelect
          label={t.action}
          value={action ?? ''}
          onChange={({ currentTarget: { value } }) => filter({ action: value })}
          data={[{ value: '', label: t.allActions }, ...groupedActions]}
        />
        <FilterInput
          label={t.channel}
          value={channel}
          format={channelFormat}
          onChange={(text) => filter({ channel: text })}
        />
        <FilterInput label={t.network} value={network} onChange={(text) => filter({ network: text })} />
        <TimeInput label={t.from} value={from} onChange={(time) => filter({ from: time })} />
        <TimeInput label={t.to} value={to} onChange={(time) => filter({ to: time })} />
        <Switch
          label={t.reads}
          checked={reads !== undefined}
          onChange={({ currentTarget: { checked } }) => filter({ reads: checked ? '1' : '' })}
          mb="xs"
        />
      </Group>
      <InfiniteTable
        query={query}
        label={t.title}
        idField="position"
        columns={[t.when, t.action, t.actor, t.subject, t.network, t.detail]}
        hasCards
        empty={t.none}
      >
        {(entry) => <EntryCells entry={entry} />}
      </InfiniteTable>
    </Stack>
  )
}

/** A field of the details: `reason: spam`. */
function pairOf([name, value]: [string, unknown]): string {
  return `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`
}

const isTime = (text: string | undefined): text is string => text !== undefined && !Number.isNaN(Date.parse(text))

type TimeInputProps = { label: string; value: string | undefined; onChange: (time: string) => void }

/** A time in the zone of the browser; `value` is in UTC, or empty. */
function TimeInput({ label, value, onChange }: TimeInputProps) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={isTime(value) ? localInputValue(Date.parse(value)).slice(0, 16) : ''}
      onChange={({ currentTarget: { value: text } }) =>
        onChange(text === '' ? '' : `${new Date(text).toISOString().slice(0, 19)}Z`)
      }
    />
  )
}

function EntryCells({ entry }: { entry: Entry }) {
  const { action, actorKind, actorId, actorName, appName, channelId, channelName, clientId, count, detail } = entry
  return (
    <>
      <td>
        <RelativeTime at={entry.createdDate} />
      </td>
      <th scope="row">
        {t.actions[action]}
        {count > 1 && ` × ${count}`}
        <Text component="code" display="block" size="xs" c="dimmed">
          {action}
        </Text>
      </th>
      <td data-label={t.actor}>
        {actorKind === 'person' && actorId !== null ? (
          <Link to="/admin/audit" search={{ channel: actorId }}>
            <bdi>{actorName ?? actorId}</bdi>
          </Link>
        ) : (
          [t.actorKinds[actorKind], actorId].filter(Boolean).join(' ')
        )}
      </td>
      <td data-label={t.subject}>
        {channelId !== null && (
          <Link to="/admin/audit" search={{ channel: channelId }}>
            <bdi>{channelName ?? channelId}</bdi>
          </Link>
        )}{' '}
        {clientId !== null && <bdi>{appName ?? clientId}</bdi>}
      </td>
      <td data-label={t.network}>
        {entry.network !== null && (
          <Link to="/admin/audit" search={{ network: entry.network }}>
            {entry.network}
          </Link>
        )}
      </td>
      <td className={table.wrapped}>
        {Object.keys(detail).length > 0 && (
          <Text span size="xs" c="dimmed">
            {Object.entries(detail).map(pairOf).join(' · ')}
          </Text>
        )}
      </td>
    </>
  )
}

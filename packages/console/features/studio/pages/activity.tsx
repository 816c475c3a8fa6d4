import { Badge, Box, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { activityKinds, type ActivityKind } from '@onair/contract'
import { language, strings } from '../../../locales/index.ts'
import { ActivityBadge } from '../components/activity-badge.tsx'
import { isSandbox } from '../../../lib/page-settings.ts'
import { useVisitorChannelId } from '../../../lib/visitor.ts'
import { omitEmpty } from '../../../lib/search-params.ts'
import { FilterInput } from '../../../ui/forms/filter-input.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { InfiniteTable } from '../../../ui/list.tsx'
import { MessageText } from '../../watch/chat/message-text.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Stat, Stats } from '../../../ui/stats.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { describeActivity, type Activity } from '../describe-activity.ts'
import { useCurrentSums, type CurrentSums } from '../queries/channel-sums.ts'
import { ExportCsv } from '../components/export-csv.tsx'
import { HideDonationButton } from '../components/hide-donation-button.tsx'
import { PersonButton } from '../components/person-button.tsx'
import { activityQuery, listActivity } from '../queries/studio-queries.ts'
import layout from '../../../ui/layout.module.css'
import table from '../../../ui/table.module.css'

const { activity: t } = strings('studio')
const { won } = strings('common')

const count = (value: number) => value.toLocaleString(language)

/** The columns of the downloaded file. */
const fields = ['kind', 'channelId', 'channelName', 'payAmount', 'donationText', 'month', 'tierNo', 'createdDate']

/** The latest activity of the channel, newest first. The browser keeps the scroll position when rows are added. */
export function StudioActivity() {
  const search = useSearch({ from: '/studio/activity' })
  const navigate = useNavigate({ from: '/studio/activity' })
  const { kind, name = '', from, to } = search
  const applied = omitEmpty({ kind, name, sinceDate: from && startOfDay(from, 0), untilDate: to && startOfDay(to, 1) })
  const query = useInfiniteQuery({ ...activityQuery(applied), placeholderData: keepPreviousData })
  const sums = useCurrentSums()
  const filter = (changed: Partial<typeof search>) =>
    void navigate({ search: omitEmpty({ ...search, ...changed }), replace: true })
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      <div className={layout.scroll}>
        <SegmentedControl<ActivityKind | 'ALL'>
          aria-label={t.filter}
          size="sm"
          value={kind ?? 'ALL'}
          onChange={(selected) => filter({ kind: selected === 'ALL' ? undefined : selected })}
          data={[
            { value: 'ALL', label: t.all },
            ...activityKinds.map((one) => ({ value: one, label: t.filters[one] })),
          ]}
        />
      </div>
      <Group align="end" gap="md">
        <FilterInput label={t.search} value={name} onChange={(text) => filter({ name: text })} />
        <TextInput
          type="date"
          label={t.from}
          value={from ?? ''}
          max={to}
          onChange={({ currentTarget: { value } }) => filter({ from: value })}
        />
        <TextInput
          type="date"
          label={t.to}
          value={to ?? ''}
          min={from}
          onChange={({ currentTarget: { value } }) => filter({ to: value })}
        />
        <ExportCsv
          key={JSON.stringify(applied)}
          list="activity"
          fields={fields}
          load={async (query) => {
            const { data, page } = await listActivity({ ...applied, ...query })
            return { data: data.map((one) => ({ ...one, emojis: null, isHidden: null, gift: null })), page }
          }}
        />
      </Group>
      {sums && <ActivitySums sums={sums} />}
      <InfiniteTable
        query={query}
        label={t.title}
        idField="activityId"
        columns={[t.kind, t.person, t.what, t.when, t.actions]}
        hasCards
        empty={name || from || to ? t.noMatch : <EmptyState />}
      >
        {(one) => <ActivityCells activity={one} />}
      </InfiniteTable>
    </Stack>
  )
}

function ActivityCells({ activity }: { activity: Activity }) {
  const { kind, channelId, channelName, createdDate } = activity
  return (
    <>
      <td>
        <ActivityBadge kind={kind} />
      </td>
      <th scope="row">
        {channelId === null ? (
          t.anonymous
        ) : (
          <Link to="/watch/$channelId" params={{ channelId }} className={layout.rowTitle} dir="auto">
            {channelName}
          </Link>
        )}
      </th>
      <td className={table.wrapped}>
        <span style={{ fontVariantNumeric: 'tabular-nums' }}>{describeActivity(activity)}</span>
        {kind === 'DONATION' && activity.isHidden && (
          <Badge size="sm" ml="xs">
            {t.hidden}
          </Badge>
        )}
        {kind === 'DONATION' && activity.donationText !== '' && (
          <q>
            <bdi>
              <MessageText text={activity.donationText} emojis={activity.emojis} />
            </bdi>
          </q>
        )}
      </td>
      <td>
        <RelativeTime at={createdDate} />
      </td>
      <td>
        <Group gap="xs" wrap="nowrap">
          <Box miw="4.5rem">{channelId !== null && <PersonButton person={{ channelId, channelName }} />}</Box>
          {kind === 'DONATION' && <HideDonationButton donation={activity} />}
        </Group>
      </td>
    </>
  )
}

function ActivitySums({ sums: { day, month } }: { sums: CurrentSums }) {
  return (
    <section className="card" aria-label={t.sums}>
      <Stats>
        <Stat
          name={t.today.donations(day.donations)}
          value={won(day.amount)}
          note={t.month(`${won(month.amount)} (${count(month.donations)})`)}
        />
        <Stat
          name={t.today.subscriptions}
          value={count(day.subscriptions)}
          note={t.month(count(month.subscriptions))}
        />
        <Stat name={t.today.followers} value={count(day.followers)} note={t.month(count(month.followers))} />
      </Stats>
    </section>
  )
}

/** The start of a day of the browser's time zone, or of a later one. */
function startOfDay(date: string, daysLater: number): string {
  const start = new Date(`${date}T00:00`)
  start.setDate(start.getDate() + daysLater)
  return start.toISOString()
}

function EmptyState() {
  const channelId = useVisitorChannelId()
  return (
    <div className={layout.emptyState}>
      <h2>{t.none}</h2>
      <Text c="dimmed">{t.noneYet}</Text>
      {isSandbox && (
        <ButtonLink to="/console/trigger" search={{ action: 'donate', channel: channelId }}>
          {t.trigger}
        </ButtonLink>
      )}
    </div>
  )
}

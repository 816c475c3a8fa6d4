import { Button, Checkbox, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { sumUnits, type consoleApi, type ContentOf, type SumUnit } from '@onair/contract'
import { broadcastTitle } from '../../lib/broadcast-title.ts'
import { categoryName } from '../../lib/category-name.ts'
import { toCsv } from '../../lib/csv.ts'
import { usePlatformTime } from '../../lib/platform-time.ts'
import { omitEmpty } from '../../lib/search-params.ts'
import { saveFile } from '../../lib/save-file.ts'
import { visitorQuery } from '../../lib/visitor.ts'
import { language, strings } from '../../locales/index.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { Chart } from '../../ui/chart.tsx'
import { Table } from '../../ui/list.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { Stat, Stats } from '../../ui/stats.tsx'
import { LiveBadge } from '../watch/live-badge.tsx'
import { broadcastsQuery, channelSumsQuery, ownZone, type ChannelSums, type SumPeriod } from './channel-sums.ts'
import classes from './broadcast-stats.module.css'
import studio from './studio.module.css'
import layout from '../../ui/layout.module.css'
import table from '../../ui/table.module.css'

const { analytics: t, stats } = strings('studio')
const { won } = strings('common')

type Broadcast = ContentOf<typeof consoleApi.studio.listBroadcasts>['data'][number]

const zones = [...new Set([ownZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
const dateFormats = {
  day: new Intl.DateTimeFormat(language, { timeZone: 'UTC', month: 'short', day: 'numeric', weekday: 'short' }),
  month: new Intl.DateTimeFormat(language, { timeZone: 'UTC', year: 'numeric', month: 'short' }),
}
const startFormat = {
  month: 'short',
  day: 'numeric',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const
/** Of a day without anything, a dash is easier to skip than a zero. */
const format = (value: number | null) => (value === null || value === 0 ? '–' : value.toLocaleString(language))
const formatCount = (value: number) => value.toLocaleString(language)
const formatTime = (seconds: number) => t.liveTime(seconds === 0 ? 0 : Math.max(1, Math.round(seconds / 60)))
/** In a cell, as the other figures. */
const formatTimeCell = (seconds: number) => (seconds === 0 ? '–' : formatTime(seconds))

/** The columns have the names of the API's fields in every language, so that programs can read the file. */
const fields = [
  'firstDay',
  'liveSec',
  'peakViewers',
  'averageViewers',
  'messages',
  'donations',
  'amount',
  'subscriptions',
  'followers',
] as const satisfies readonly (keyof SumPeriod)[]

/** What the periods add up to; viewers do not. */
const summed = ['liveSec', 'messages', 'donations', 'amount', 'subscriptions', 'followers'] as const
type Summed = (typeof summed)[number]

/** The totals above the charts. */
const headline = [
  { field: 'liveSec', name: t.hours, text: formatTime },
  { field: 'messages', name: stats.messages, text: formatCount },
  { field: 'amount', name: t.donated, text: won },
  { field: 'subscriptions', name: stats.subscriptions, text: formatCount },
  { field: 'followers', name: stats.followers, text: formatCount },
] as const

const charted = [
  { field: 'peakViewers', name: stats.peakViewers, tone: 'blue' },
  { field: 'messages', name: stats.messages, tone: 'teal' },
  { field: 'amount', name: t.amount, tone: 'amber' },
  { field: 'followers', name: stats.followers, tone: 'blue' },
] as const

/** The sums of the channel by day or by month, in a time zone: that of the browser, unless the address names another. */
export function StudioAnalytics() {
  const { unit = 'day', zone = '', rows } = useSearch({ from: '/studio/analytics' })
  const timeZone = zones.includes(zone) ? zone : ownZone
  const navigate = useNavigate({ from: '/studio/analytics' })
  const query = useQuery({ ...channelSumsQuery(unit, timeZone), placeholderData: keepPreviousData })
  const change = (search: { unit?: SumUnit | undefined; zone?: string | undefined; rows?: 'all' | undefined }) =>
    void navigate({ search: (before) => omitEmpty({ ...before, ...search }), replace: true })
  return (
    <Stack gap="lg">
      <PageTitle description={t.about[unit]}>{t.title}</PageTitle>
      <Group gap="md" align="end">
        <SegmentedControl<SumUnit>
          aria-label={t.range}
          size="sm"
          value={unit}
          onChange={(selected) => change({ unit: selected === 'day' ? undefined : selected })}
          data={sumUnits.map((value) => ({ value, label: t.units[value] }))}
        />
        <NativeSelect
          label={t.zone}
          value={timeZone}
          onChange={({ currentTarget: { value } }) => change({ zone: value === ownZone ? undefined : value })}
          data={zones}
        />
      </Group>
      <QueryBoundary query={query}>
        {(sums) => (
          <SumsView
            sums={sums}
            unit={unit}
            hasEmpty={rows === 'all'}
            onEmptyChange={(isShown) => change({ rows: isShown ? 'all' : undefined })}
          />
        )}
      </QueryBoundary>
      <Broadcasts timeZone={timeZone} />
    </Stack>
  )
}

/** One row for each broadcast whose figures are still kept. */
function Broadcasts({ timeZone }: { timeZone: string }) {
  const broadcasts = useQuery(broadcastsQuery).data?.data ?? []
  if (broadcasts.length === 0) return null
  return (
    <Stack gap="sm">
      <div>
        <h2>{t.broadcasts}</h2>
        <Text size="sm" c="dimmed">
          {t.broadcastsHint}
        </Text>
      </div>
      <Table
        items={broadcasts}
        label={t.broadcasts}
        idField="liveId"
        columns={[t.broadcast, t.hours, stats.peakViewers, stats.averageViewers, stats.messages, t.donations, t.amount]}
        hasFigures
        hasCards
        empty={null}
      >
        {(one) => <BroadcastCells broadcast={one} timeZone={timeZone} />}
      </Table>
    </Stack>
  )
}

function BroadcastCells({ broadcast, timeZone }: { broadcast: Broadcast; timeZone: string }) {
  const now = usePlatformTime()
  const { title, category, openedDate, closedDate, peakViewers, averageViewers, messages, donations, amount } =
    broadcast
  const { data: visitor } = useQuery(visitorQuery)
  const ended = closedDate === null ? now : Date.parse(closedDate)
  return (
    <>
      <th scope="row">
        <bdi>{broadcastTitle(title, visitor?.channelName ?? '')}</bdi> {closedDate === null && <LiveBadge />}
        <Text component="div" size="xs" c="dimmed">
          {new Intl.DateTimeFormat(language, { ...startFormat, timeZone }).format(new Date(openedDate))}
          {category && ` · ${categoryName(category)}`}
        </Text>
      </th>
      <td data-label={t.hours}>{formatTimeCell((ended - Date.parse(openedDate)) / 1_000)}</td>
      <td data-label={stats.peakViewers}>{format(peakViewers)}</td>
      <td data-label={stats.averageViewers}>{format(averageViewers)}</td>
      <td data-label={stats.messages}>{format(messages)}</td>
      <td data-label={t.donations}>{format(donations)}</td>
      <td data-label={t.amount}>{format(amount)}</td>
    </>
  )
}

type SumsProps = { sums: ChannelSums; unit: SumUnit; hasEmpty: boolean; onEmptyChange: (isShown: boolean) => void }

function SumsView({ sums: { periods, previous, isComplete }, unit, hasEmpty, onEmptyChange }: SumsProps) {
  const labelOf = ({ firstDay }: SumPeriod) => dateFormats[unit].format(new Date(firstDay))
  const total = (field: Summed) => periods.reduce((sum, period) => sum + period[field], 0)
  if (summed.every((field) => total(field) === 0))
    return (
      <div className={layout.emptyState}>
        <h2>{t.none}</h2>
        <Text c="dimmed">{t.noneYet}</Text>
        <AnchorLink to="/studio">{t.toOverview}</AnchorLink>
      </div>
    )
  const download = () =>
    saveFile(
      `sums-${unit}-${periods.at(-1)?.firstDay}.csv`,
      'text/csv;charset=utf-8',
      toCsv([fields, ...periods.map((period) => fields.map((field) => String(period[field] ?? '')))]),
    )
  const shown = hasEmpty ? periods : periods.filter((period) => summed.some((field) => period[field] !== 0))
  return (
    <>
      <section className={`card ${studio.sums}`} aria-label={t.totals[unit]}>
        <Stats>
          {headline.map(({ field, name, text }) => (
            <Stat
              key={field}
              name={name}
              value={text(total(field))}
              note={previous ? t.change(text(previous[field])) : undefined}
            />
          ))}
        </Stats>
      </section>
      <section className="card" aria-label={t.charts}>
        <div className={`${classes.charts} ${classes.pairs}`}>
          {charted.map(({ field, name, tone }) => (
            <div key={field}>
              <h2 className={layout.sectionTitle}>{name}</h2>
              <Chart
                title={name}
                labelName={t.units[unit]}
                height={120}
                hasScale
                series={[{ name, tone }]}
                points={periods.map((period) => ({ label: labelOf(period), values: [period[field]] }))}
              />
            </div>
          ))}
        </div>
      </section>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {isComplete ? t.hint : t.incomplete}
        </Text>
        <Group gap="md">
          <Checkbox
            label={t.showEmpty[unit]}
            checked={hasEmpty}
            onChange={({ currentTarget: { checked } }) => onEmptyChange(checked)}
          />
          <Button size="sm" variant="default" onClick={download}>
            {t.exportCsv}
          </Button>
        </Group>
      </Group>
      {/* The focus lets the keyboard scroll a table that is wider than the page. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={`card ${table.scroll} ${table.cards}`} role="region" aria-label={t.table} tabIndex={0}>
        <table className={`${table.table} ${table.figures}`}>
          <thead>
            <tr>
              <th scope="col">{t.period[unit]}</th>
              <th scope="col">{t.hours}</th>
              <th scope="col">{stats.peakViewers}</th>
              <th scope="col">{stats.averageViewers}</th>
              <th scope="col">{stats.messages}</th>
              <th scope="col">{t.donations}</th>
              <th scope="col">{t.amount}</th>
              <th scope="col">{stats.subscriptions}</th>
              <th scope="col">{stats.followers}</th>
            </tr>
          </thead>
          <tbody>
            {shown.toReversed().map((period) => (
              <tr key={period.firstDay}>
                <th scope="row">{labelOf(period)}</th>
                <td data-label={t.hours}>{formatTimeCell(period.liveSec)}</td>
                <td data-label={stats.peakViewers}>{format(period.peakViewers)}</td>
                <td data-label={stats.averageViewers}>{format(period.averageViewers)}</td>
                <td data-label={stats.messages}>{format(period.messages)}</td>
                <td data-label={t.donations}>{format(period.donations)}</td>
                <td data-label={t.amount}>{format(period.amount)}</td>
                <td data-label={stats.subscriptions}>{format(period.subscriptions)}</td>
                <td data-label={stats.followers}>{format(period.followers)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t.total}</th>
              <td data-label={t.hours}>{formatTimeCell(total('liveSec'))}</td>
              <td data-label={stats.peakViewers}>
                {t.highest(format(Math.max(0, ...periods.map(({ peakViewers }) => peakViewers ?? 0))))}
              </td>
              <td data-label={stats.averageViewers}>–</td>
              <td data-label={stats.messages}>{format(total('messages'))}</td>
              <td data-label={t.donations}>{format(total('donations'))}</td>
              <td data-label={t.amount}>{format(total('amount'))}</td>
              <td data-label={stats.subscriptions}>{format(total('subscriptions'))}</td>
              <td data-label={stats.followers}>{format(total('followers'))}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  )
}

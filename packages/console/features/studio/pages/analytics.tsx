import { Button, Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SumUnit } from '@onair/contract'
import { toCsv } from '../../../lib/csv.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { language, strings } from '../../../locales/index.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { Chart } from '../../../ui/chart.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { Stat, Stats } from '../../../ui/stats.tsx'
import { PeriodControls, useAnalyticsPeriod } from '../components/analytics-period.tsx'
import { ChannelLives } from '../components/channel-lives.tsx'
import { channelSumsQuery, ownZone, type ChannelSums, type SumPeriod } from '../queries/channel-sums.ts'
import { formatCount, formatMeasured, formatTime } from '../figures.ts'
import layout from '../../../ui/layout.module.css'
import table from '../../../ui/table.module.css'

const { analytics: t, stats } = strings('studio')
const { won } = strings('common')

const day = { timeZone: 'UTC', month: 'short', day: 'numeric' } as const
const dayOfYear = { ...day, year: 'numeric' } as const
const month = { timeZone: 'UTC', year: 'numeric', month: 'short' } as const
const dateFormats = {
  day: new Intl.DateTimeFormat(language, { ...day, weekday: 'short' }),
  dayOfYear: new Intl.DateTimeFormat(language, { ...dayOfYear, weekday: 'short' }),
  month: new Intl.DateTimeFormat(language, month),
}
const axisFormats = {
  day: new Intl.DateTimeFormat(language, day),
  dayOfYear: new Intl.DateTimeFormat(language, dayOfYear),
  month: dateFormats.month,
}

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

/** The fields that the periods add up to; viewers do not add up. */
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

/** The sums of the channel by day or by month, and its lives, in the time zone of the browser or of the address. */
export function StudioAnalytics() {
  const { choice, period } = useAnalyticsPeriod()
  const unit = choice === 'month' ? 'month' : 'day'
  const { rows } = useSearch({ from: '/studio/analytics' })
  const navigate = useNavigate({ from: '/studio/analytics' })
  const query = useQuery({
    ...channelSumsQuery(period ?? { timeZone: ownZone }),
    enabled: period !== null,
    // Days are not shown as months.
    placeholderData: (before, query) => (query?.queryKey[2].unit === period?.unit ? before : undefined),
  })
  const showEmpty = (isShown: boolean) =>
    void navigate({
      search: ({ rows: _rows, ...before }) => (isShown ? { ...before, rows: 'all' } : before),
      replace: true,
    })
  return (
    <Stack gap="lg">
      <PageTitle description={t.about[unit]}>{t.title}</PageTitle>
      <PeriodControls />
      {period && (
        <>
          <QueryBoundary query={query}>
            {(sums) => <SumsView sums={sums} unit={unit} hasEmpty={rows === 'all'} onEmptyChange={showEmpty} />}
          </QueryBoundary>
          <ChannelLives period={period} />
        </>
      )}
    </Stack>
  )
}

type SumsProps = { sums: ChannelSums; unit: SumUnit; hasEmpty: boolean; onEmptyChange: (isShown: boolean) => void }

function SumsView({ sums, unit, hasEmpty, onEmptyChange }: SumsProps) {
  const { periods, previous, isComplete, peakViewers, averageViewers } = sums
  const years = new Set(periods.map(({ firstDay }) => firstDay.slice(0, 4)))
  const format = unit === 'day' && years.size > 1 ? 'dayOfYear' : unit
  const labelOf = ({ firstDay }: SumPeriod) => dateFormats[format].format(new Date(firstDay))
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
      `sums-${unit}-${periods[0]?.firstDay}-${periods.at(-1)?.firstDay}.csv`,
      'text/csv;charset=utf-8',
      toCsv([fields, ...periods.map((period) => fields.map((field) => String(period[field] ?? '')))]),
    )
  const shown = hasEmpty ? periods : periods.filter((period) => summed.some((field) => period[field] !== 0))
  return (
    <>
      <section className="card" aria-label={t.totals}>
        <Stats>
          <Stat
            name={stats.averageViewers}
            value={formatMeasured(averageViewers)}
            note={previous ? t.change(periods.length, formatMeasured(previous.averageViewers)) : undefined}
          />
          <Stat
            name={stats.peakViewers}
            value={formatMeasured(peakViewers)}
            note={previous ? t.change(periods.length, formatMeasured(previous.peakViewers)) : undefined}
          />
          {headline.map(({ field, name, text }) => (
            <Stat
              key={field}
              name={name}
              value={text(total(field))}
              note={previous ? t.change(periods.length, text(previous[field])) : undefined}
            />
          ))}
        </Stats>
      </section>
      <section className="card" aria-label={t.charts}>
        <SimpleGrid minColWidth="min(26rem, 100%)" autoFlow="auto-fit" spacing="xl" verticalSpacing="lg">
          {charted.map(({ field, name, tone }) => (
            <div key={field}>
              <h2 className={layout.subtitle}>{name}</h2>
              <Chart
                title={name}
                labelName={t.period[unit]}
                height={120}
                hasScale
                series={[{ name, tone }]}
                points={periods.map((period) => ({
                  label: labelOf(period),
                  axisLabel: axisFormats[format].format(new Date(period.firstDay)),
                  values: [period[field]],
                }))}
              />
            </div>
          ))}
        </SimpleGrid>
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
      <SumsTable {...{ unit, total, labelOf, peakViewers, averageViewers }} periods={shown} />
    </>
  )
}

type TableProps = Pick<ChannelSums, 'periods' | 'peakViewers' | 'averageViewers'> & {
  unit: SumUnit
  total: (field: Summed) => number
  labelOf: (period: SumPeriod) => string
}

function SumsTable({ periods, peakViewers, averageViewers, unit, total, labelOf }: TableProps) {
  return (
    // The focus lets the keyboard scroll a table that is wider than the page.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
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
          {periods.toReversed().map((period) => (
            <tr key={period.firstDay}>
              <th scope="row">{labelOf(period)}</th>
              <td data-label={t.hours}>{formatTime(period.liveSec)}</td>
              <td data-label={stats.peakViewers}>{formatMeasured(period.peakViewers)}</td>
              <td data-label={stats.averageViewers}>{formatMeasured(period.averageViewers)}</td>
              <td data-label={stats.messages}>{formatCount(period.messages)}</td>
              <td data-label={t.donations}>{formatCount(period.donations)}</td>
              <td data-label={t.amount}>{formatCount(period.amount)}</td>
              <td data-label={stats.subscriptions}>{formatCount(period.subscriptions)}</td>
              <td data-label={stats.followers}>{formatCount(period.followers)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t.total}</th>
            <td data-label={t.hours}>{formatTime(total('liveSec'))}</td>
            <td data-label={stats.peakViewers}>{t.highest(formatMeasured(peakViewers))}</td>
            <td data-label={stats.averageViewers}>{formatMeasured(averageViewers)}</td>
            <td data-label={stats.messages}>{formatCount(total('messages'))}</td>
            <td data-label={t.donations}>{formatCount(total('donations'))}</td>
            <td data-label={t.amount}>{formatCount(total('amount'))}</td>
            <td data-label={stats.subscriptions}>{formatCount(total('subscriptions'))}</td>
            <td data-label={stats.followers}>{formatCount(total('followers'))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

import { Button, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { consoleApi, sumUnits, type ContentOf, type SumUnit } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { toCsv } from '../../lib/csv.ts'
import { omitEmpty } from '../../lib/search-params.ts'
import { saveFile } from '../../lib/save-file.ts'
import { language, strings } from '../../locales/index.ts'
import { Chart } from '../../ui/chart.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import classes from './broadcast-stats.module.css'
import layout from '../../ui/layout.module.css'
import table from '../../ui/table.module.css'

const { analytics: t, stats } = strings('studio')

type Sums = ContentOf<typeof consoleApi.studio.getChannelSums>
type Period = Sums['periods'][number]

const { timeZone: ownZone } = new Intl.DateTimeFormat().resolvedOptions()
const zones = [...new Set([ownZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
const dateFormats = {
  day: new Intl.DateTimeFormat(language, { timeZone: 'UTC', month: 'short', day: 'numeric', weekday: 'short' }),
  month: new Intl.DateTimeFormat(language, { timeZone: 'UTC', year: 'numeric', month: 'short' }),
}
/** Of a day without anything, a dash is easier to skip than a zero. */
const format = (value: number | null) => (value === null || value === 0 ? '–' : value.toLocaleString(language))
const toHours = (seconds: number) => Math.round(seconds / 360) / 10

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
] as const satisfies readonly (keyof Period)[]

/** The sums of the channel by day or by month, in a time zone: that of the browser, unless the address names another. */
export function StudioAnalytics() {
  const { unit = 'day', zone = '' } = useSearch({ from: '/studio/analytics' })
  const timeZone = zones.includes(zone) ? zone : ownZone
  const navigate = useNavigate({ from: '/studio/analytics' })
  const query = useQuery({
    queryKey: ['studio', 'sums', unit, timeZone],
    queryFn: () => api(consoleApi.studio.getChannelSums, { query: { unit, timeZone } }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  const change = (search: { unit?: SumUnit | undefined; zone?: string | undefined }) =>
    void navigate({ search: (before) => omitEmpty({ ...before, ...search }), replace: true })
  return (
    <Stack gap="lg">
      <PageTitle description={t.about[unit]}>{t.title}</PageTitle>
      <Group gap="md">
        <SegmentedControl<SumUnit>
          aria-label={t.range}
          size="sm"
          value={unit}
          onChange={(selected) => change({ unit: selected === 'day' ? undefined : selected })}
          data={sumUnits.map((value) => ({ value, label: t.units[value] }))}
        />
        <NativeSelect
          aria-label={t.zone}
          value={timeZone}
          onChange={({ currentTarget: { value } }) => change({ zone: value === ownZone ? undefined : value })}
          data={zones}
        />
      </Group>
      <QueryBoundary query={query}>{(sums) => <SumsView sums={sums} unit={unit} />}</QueryBoundary>
    </Stack>
  )
}

function SumsView({ sums: { periods, isComplete }, unit }: { sums: Sums; unit: SumUnit }) {
  const labelOf = ({ firstDay }: Period) => dateFormats[unit].format(new Date(firstDay))
  const download = () =>
    saveFile(
      `sums-${unit}-${periods.at(-1)?.firstDay}.csv`,
      'text/csv;charset=utf-8',
      toCsv([fields, ...periods.map((period) => fields.map((field) => String(period[field] ?? '')))]),
    )
  return (
    <>
      <section className="card" aria-label={t.charts}>
        <div className={classes.charts}>
          <div>
            <h2 className={layout.sectionTitle}>{stats.peakViewers}</h2>
            <Chart
              title={stats.peakViewers}
              labelName={t.units[unit]}
              height={120}
              hasScale
              series={[{ name: stats.peakViewers, tone: 'blue' }]}
              points={periods.map((period) => ({ label: labelOf(period), values: [period.peakViewers] }))}
            />
          </div>
          <div>
            <h2 className={layout.sectionTitle}>{t.amount}</h2>
            <Chart
              title={t.amount}
              labelName={t.units[unit]}
              height={120}
              hasScale
              series={[{ name: t.amount, tone: 'amber' }]}
              points={periods.map((period) => ({ label: labelOf(period), values: [period.amount] }))}
            />
          </div>
        </div>
      </section>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {isComplete ? t.hint : t.incomplete}
        </Text>
        <Button size="sm" variant="default" onClick={download}>
          {t.exportCsv}
        </Button>
      </Group>
      {/* The focus lets the keyboard scroll a table that is wider than the page. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={`${table.scroll} card`} role="region" aria-label={t.table} tabIndex={0}>
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
                <td>{format(toHours(period.liveSec))}</td>
                <td>{format(period.peakViewers)}</td>
                <td>{format(period.averageViewers)}</td>
                <td>{format(period.messages)}</td>
                <td>{format(period.donations)}</td>
                <td>{format(period.amount)}</td>
                <td>{format(period.subscriptions)}</td>
                <td>{format(period.followers)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

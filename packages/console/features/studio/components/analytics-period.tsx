import { Group, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SumUnit } from '@onair/contract'
import { omitEmpty } from '../../../lib/search-params.ts'
import { strings } from '../../../locales/index.ts'
import { channelSumsQuery, ownZone, type Period } from '../queries/channel-sums.ts'
import classes from './live-stats.module.css'
import layout from '../../../ui/layout.module.css'

const { analytics: t } = strings('studio')

/** `from` and `to`: the first and the last of days that are chosen, of which one may be missing; then `unit` and `days` do not count. */
export type AnalyticsSearch = {
  unit?: SumUnit
  days?: number
  from?: string
  to?: string
  zone?: string
  rows?: 'all'
}

const dayMs = 86_400_000
const defaultDays = 30
const dayCounts = [7, defaultDays, 90] as const
type Choice = `${(typeof dayCounts)[number]}` | 'month' | 'chosen'
const choices = [...dayCounts.map((days) => `${days}` as const), 'month', 'chosen'] as const satisfies Choice[]

const zones = [...new Set([ownZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]

/** The period of the address; null if its days are none, with the reason, and until it is known whether they are kept. */
export function useAnalyticsPeriod() {
  const { unit = 'day', days, from, to, zone = '' } = useSearch({ from: '/studio/analytics' })
  const timeZone = zones.includes(zone) ? zone : ownZone
  const sums = useQuery(channelSumsQuery({ unit: 'day', timeZone, days: 1 })).data
  const kept = sums && { today: sums.periods[0]?.firstDay ?? '', days: sums.keptDays }
  if (from !== undefined || to !== undefined) {
    const problem = findProblem({ from, to }, kept)
    const period: Period | null =
      problem !== null || kept === undefined || from === undefined || to === undefined
        ? null
        : { unit: 'day', timeZone, days: countDays(from, to), lastDay: to }
    return { choice: 'chosen' as const, timeZone, kept, period, problem }
  }
  const count = dayCounts.find((one) => one === days) ?? defaultDays
  const choice: Choice = unit === 'month' ? 'month' : `${count}`
  const period: Period = unit === 'month' ? { unit, timeZone } : { unit, timeZone, days: count }
  return { choice, timeZone, kept, period, problem: null }
}

type Kept = { today: string; days: number }

function findProblem({ from, to }: Pick<AnalyticsSearch, 'from' | 'to'>, kept: Kept | undefined): string | null {
  if (from === undefined || to === undefined) return t.missingDay
  if (from > to) return t.wrongOrder
  return kept && (to > kept.today || from < firstKept(kept)) ? t.notKept(kept.days) : null
}

const countDays = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs + 1
const daysBefore = (day: string, days: number) => new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)
const firstKept = ({ today, days }: Kept) => daysBefore(today, days - 1)

/** The days of a time zone from one time to another, as `from` and `to`, without days that are not kept. Times in milliseconds. */
export function chosenDays({ start, end, timeZone }: { start: number; end: number; timeZone: string }, kept?: Kept) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  const [from, to] = [format.format(start), format.format(end)]
  return { from: kept && from < firstKept(kept) ? firstKept(kept) : from, to }
}

/** The controls of the period. */
export function PeriodControls() {
  const { choice, timeZone, kept, period, problem } = useAnalyticsPeriod()
  const { from = '', to = '' } = useSearch({ from: '/studio/analytics' })
  const navigate = useNavigate({ from: '/studio/analytics' })
  const change = (search: { [Name in keyof AnalyticsSearch]: AnalyticsSearch[Name] | undefined }) =>
    void navigate({ search: (before) => omitEmpty({ ...before, ...search }) as AnalyticsSearch, replace: true })
  const choose = (chosen: Choice) => {
    const none = { unit: undefined, days: undefined, from: undefined, to: undefined }
    if (chosen === 'month') change({ ...none, unit: 'month' })
    else if (chosen !== 'chosen') change({ ...none, days: Number(chosen) === defaultDays ? undefined : Number(chosen) })
    else if (kept) change({ ...none, from: daysBefore(kept.today, (period?.days ?? defaultDays) - 1), to: kept.today })
  }
  const range = kept && { min: firstKept(kept), max: kept.today }
  return (
    <>
      <Group gap="md" align="end" justify="space-between">
        <div className={`${layout.scroll} ${classes.choices}`}>
          <SegmentedControl<Choice>
            aria-label={t.range}
            size="sm"
            value={choice}
            onChange={choose}
            data={choices.map((value) => ({
              value,
              label: value === 'month' || value === 'chosen' ? t.choices[value] : t.lastDays(Number(value)),
              disabled: value === 'chosen' && !kept,
            }))}
          />
        </div>
        <NativeSelect
          label={t.zone}
          value={timeZone}
          onChange={({ currentTarget: { value } }) => change({ zone: value === ownZone ? undefined : value })}
          data={zones}
        />
      </Group>
      {choice === 'chosen' && (
        <Group gap="md" align="start">
          <TextInput
            type="date"
            label={t.from}
            value={from}
            {...range}
            error={problem}
            onChange={({ currentTarget: { value } }) => change({ from: value })}
          />
          <TextInput
            type="date"
            label={t.to}
            value={to}
            {...range}
            onChange={({ currentTarget: { value } }) => change({ to: value })}
          />
        </Group>
      )}
      {choice === 'chosen' && kept && (
        <Text size="sm" c="dimmed">
          {t.kept(kept.days)}
        </Text>
      )}
    </>
  )
}

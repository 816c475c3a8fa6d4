import { Button } from '@mantine/core'
import { memo } from 'react'
import { recordKinds, type RecordKind } from '@onair/contract'
import type { InspectorRecord } from '../queries/records.ts'
import { dayMinuteFormat, daySecondFormat, minuteFormat, secondFormat } from '../../../lib/time-format.ts'
import { strings } from '../../../locales/index.ts'
import { Chart, type ChartTone } from '../../../ui/chart.tsx'
import classes from '../pages/inspector.module.css'

const { page: t } = strings('inspector')
const { recordKinds: kindNames } = strings('common')

export type TimeRange = { from: number; to: number }
type Props = {
  records: readonly InspectorRecord[]
  range: TimeRange | null
  onRange: (range: TimeRange | null) => void
}

const maxBars = 60
const minBars = 12
/** The lengths of bars that begin at round times: seconds, minutes, hours and days. */
const stepsMs = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400].map(
  (seconds) => seconds * 1_000,
)
const tones: Record<RecordKind, ChartTone> = {
  request: 'blue',
  event: 'magenta',
  frame: 'teal',
  delivery: 'amber',
  gap: 'red',
}
/** How many records of each kind were recorded when. Dragging over it chooses a time. */
export const RecordHistogram = memo(function RecordHistogram({ records, range, onRange }: Props) {
  const times = records.map(({ date }) => Date.parse(date))
  const [oldest, newest] = [Math.min(...times), Math.max(...times)]
  const stepMs = stepsMs.find((step) => newest - oldest < step * (maxBars - 6)) ?? 604_800_000
  const roundMs = stepsMs.find((step) => step >= 5 * stepMs && step % stepMs === 0) ?? stepMs
  // Bars begin at round times, the first at a rounder one. The last one has the newest record.
  const end = (Math.floor(newest / stepMs) + 1) * stepMs
  const start = Math.floor(Math.min(oldest, end - minBars * stepMs) / roundMs) * roundMs
  const barCount = (end - start) / stepMs
  const timeFormat = formatFor(start, newest, stepMs % 60_000 === 0)
  const kinds = recordKinds.filter((kind) => records.some((record) => record.kind === kind))
  const bars = Array.from({ length: barCount }, (_, index) => ({
    label: `${timeFormat.format(start + index * stepMs)} – ${timeFormat.format(start + (index + 1) * stepMs)}`,
    axisLabel: timeFormat.format(start + (index < barCount - 1 ? index : barCount) * stepMs),
    values: kinds.map(() => 0),
  }))
  for (const [at, { kind }] of records.entries()) {
    const values = bars[Math.floor(((times[at] ?? newest) - start) / stepMs)]?.values
    const index = kinds.indexOf(kind)
    if (values) values[index] = (values[index] ?? 0) + 1
  }
  return (
    <section className={`card ${classes.histogram}`} aria-label={t.histogram}>
      <Chart
        title={t.histogram}
        labelName={t.time}
        height={48}
        hasScale
        series={kinds.map((kind) => ({ name: kindNames[kind], tone: tones[kind] }))}
        points={bars}
        onBrush={(first, last) => onRange({ from: start + first * stepMs, to: start + (last + 1) * stepMs - 1 })}
      />
      {range !== null && (
        <Button className={classes.clearRange} size="compact-xs" variant="default" onClick={() => onRange(null)}>
          {t.clearRange(...formatRange(range))}
        </Button>
      )}
    </section>
  )
})

/** A range can be longer than the records in it. */
function formatRange({ from, to }: TimeRange): [from: string, to: string] {
  const format = formatFor(from, to)
  return [format.format(from), format.format(to)]
}

/** The format of a range of times: with the day unless both times are on one. */
function formatFor(from: number, to: number, isInMinutes = false): Intl.DateTimeFormat {
  if (new Date(from).toDateString() === new Date(to).toDateString()) return isInMinutes ? minuteFormat : secondFormat
  return isInMinutes ? dayMinuteFormat : daySecondFormat
}

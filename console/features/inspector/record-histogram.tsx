import { Button } from '@mantine/core'
import { memo } from 'react'
import { recordKinds, type RecordKind } from '@onair/contract'
import type { InspectorRecord } from '../../lib/records.ts'
import { daySecondFormat, secondFormat } from '../../lib/time-format.ts'
import { strings } from '../../locales/index.ts'
import { Chart, type ChartTone } from '../../ui/chart.tsx'
import classes from './inspector.module.css'

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
  const barCount = Math.min(maxBars, Math.max(minBars, Math.ceil((newest - oldest + 1) / 1_000)))
  const stepMs = Math.max(1_000, Math.ceil((newest - oldest + 1) / barCount))
  // The last bar ends with the newest record.
  const start = newest + 1 - barCount * stepMs
  const isOneDay = new Date(start).toDateString() === new Date(newest).toDateString()
  const timeFormat = isOneDay ? secondFormat : daySecondFormat
  const kinds = recordKinds.filter((kind) => records.some((record) => record.kind === kind))
  const bars = Array.from({ length: barCount }, (_, index) => ({
    label: `${timeFormat.format(start + index * stepMs)} – ${timeFormat.format(start + (index + 1) * stepMs)}`,
    axisLabel: timeFormat.format(start + (index < barCount - 1 ? index : barCount) * stepMs - 1),
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
        <Button size="compact-xs" variant="default" onClick={() => onRange(null)}>
          {t.clearRange(timeFormat.format(range.from), timeFormat.format(range.to))}
        </Button>
      )}
    </section>
  )
})

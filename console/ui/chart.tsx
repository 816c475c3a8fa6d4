import { useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { language } from '../locales/index.ts'
import layout from './layout.module.css'
import classes from './chart.module.css'

export type ChartTone = 'blue' | 'teal' | 'green' | 'amber' | 'red' | 'magenta' | 'violet' | 'gray'
type Series = { name: string; tone: ChartTone }
/** The values are in the order of the series. Null: nothing was measured. */
type Point = { label: string; values: readonly (number | null)[] }
type Props = {
  title: string
  /** What the labels of the points are. */
  labelName: string
  series: readonly Series[]
  points: readonly Point[]
  /** Stacked bars, or a line for each series. */
  shape?: 'bars' | 'lines'
  height?: number
  /** Whether the values of the axis are shown. */
  hasScale?: boolean
  format?: (value: number) => string
  /** A line at a value that should not be exceeded. */
  limit?: { name: string; value: number }
  /** Called with the first and the last point that the user drags over. */
  onBrush?: (first: number, last: number) => void
  /** Called with the point that the user clicks. */
  onPick?: (index: number) => void
  /** Fewer points leave the end empty. */
  minSlots?: number
}

const formatNumber = (value: number) => value.toLocaleString(language)

/** A chart of values over time. The values under the pointer are shown above it; screen readers get all of them as a table. */
export function Chart(props: Props) {
  const {
    title,
    series,
    points,
    shape = 'bars',
    height = 72,
    hasScale = false,
    limit,
    onBrush,
    onPick,
    minSlots = 0,
  } = props
  const { format = formatNumber } = props
  const [hovered, setHovered] = useState<number | null>(null)
  const slots = Math.max(points.length, minSlots)
  const brush = useBrush(slots, onBrush)
  const max = maxOf(props, hasScale)
  const shown = hovered === null ? undefined : points[hovered]
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.legend}>
        <span className={layout.visuallyHidden}>{title}</span>
        {(series.length > 1 || shown !== undefined) &&
          series.map(({ name, tone }, index) => (
            <span key={name} className={classes.key} data-tone={tone}>
              {name}
              {shown && <b>{formatOrDash(shown.values[index], format)}</b>}
            </span>
          ))}
        {limit && <span className={classes.limitName}>{limit.name}</span>}
        {shown && <span className={classes.hovered}>{shown.label}</span>}
      </figcaption>
      <div className={classes.area}>
        {hasScale && (
          <div className={classes.scale} aria-hidden="true">
            <span>{format(max)}</span>
            <span>{format(max / 2)}</span>
            <span>{format(0)}</span>
          </div>
        )}
        <svg
          className={classes.plot}
          viewBox={`0 0 ${slots} ${height}`}
          height={height}
          preserveAspectRatio="none"
          aria-hidden="true"
          data-brush={onBrush !== undefined || undefined}
          {...brush.handlers}
          onPointerMove={(event) => {
            brush.handlers.onPointerMove?.(event)
            setHovered(indexAt(event, slots))
          }}
          onPointerLeave={() => setHovered(null)}
          onClick={(event) => onPick?.(indexAt(event, slots))}
          data-pick={onPick !== undefined || undefined}
        >
          {hasScale && <path className={classes.grid} d={`M0 0.5H${slots}M0 ${height / 2}H${slots}`} />}
          {shown && <rect className={classes.hit} x={hovered ?? 0} width="1" y="0" height={height} />}
          {brush.range && (
            <rect
              className={classes.brush}
              x={brush.range.first}
              width={brush.range.last - brush.range.first + 1}
              y="0"
              height={height}
            />
          )}
          {shape === 'bars' ? (
            <Bars series={series} points={points} scale={height / max} height={height} />
          ) : (
            <Lines series={series} points={points} scale={height / max} height={height} />
          )}
          {limit && limit.value <= max && (
            <path className={classes.limit} d={`M0 ${height - (limit.value * height) / max}H${slots}`} />
          )}
        </svg>
      </div>
      <div
        className={classes.axis}
        data-scale={hasScale || undefined}
        style={{ maxWidth: `max(16rem, ${(100 * points.length) / slots}%)` }}
        aria-hidden="true"
      >
        <span>{points[0]?.label}</span>
        {points.length > 1 && <span>{points.at(-1)?.label}</span>}
      </div>
      <ValueTable {...props} />
    </figure>
  )
}

/** Bars without axes, for a row of a table. `label` says what they show. */
export function Sparkline({
  values,
  errors,
  label,
}: {
  values: readonly number[]
  errors: readonly number[]
  label: string
}) {
  const max = Math.max(1, ...values)
  const height = 24
  const barsOf = (heights: readonly number[]) =>
    heights
      .map((value, index) => (value === 0 ? '' : `M${index + 0.5} ${height}v${-Math.max(1, (value * height) / max)}`))
      .join('')
  return (
    <svg
      className={`${classes.chart} ${classes.sparkline}`}
      viewBox={`0 0 ${values.length} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <path className={classes.base} d={`M0 ${height}H${values.length}`} />
      <path className={classes.spark} data-tone="blue" d={barsOf(values)} />
      <path className={classes.spark} data-tone="red" d={barsOf(errors)} />
    </svg>
  )
}

function ValueTable({ title, labelName, series, points, format = formatNumber }: Props) {
  return (
    <div className={layout.visuallyHidden}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{labelName}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points
            .filter(({ values }) => values.some((value) => value !== null && value !== 0))
            .map(({ label, values }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {values.map((value, at) => (
                  <td key={series[at]?.name}>{formatOrDash(value, format)}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

type ShapeProps = Pick<Props, 'series' | 'points'> & { scale: number; height: number }

function Bars({ series, points, scale, height }: ShapeProps) {
  return points.map(({ label, values }, index) => {
    let top = 0
    return (
      <g key={label}>
        {values.map((value, at) => {
          if (value === null || value === 0) return null
          top += value
          return (
            <rect
              key={series[at]?.name}
              className={classes.bar}
              data-tone={series[at]?.tone}
              x={index + 0.12}
              width="0.76"
              y={height - top * scale}
              height={Math.max(1, value * scale)}
            />
          )
        })}
      </g>
    )
  })
}

function Lines({ series, points, scale, height }: ShapeProps) {
  return series.map(({ name, tone }, at) => {
    let isAfterGap = true
    const path = points
      .map(({ values }, index) => {
        const value = values[at] ?? null
        const command = isAfterGap ? 'M' : 'L'
        isAfterGap = value === null
        // A line of no length shows a value between gaps as a dot.
        return value === null ? '' : `${command}${index + 0.5} ${height - value * scale}h0`
      })
      .join('')
    return <path key={name} className={classes.line} data-tone={tone} d={path} />
  })
}

function maxOf({ points, shape, limit }: Props, isRounded: boolean): number {
  const values = points.map(({ values }) => values.map((value) => value ?? 0))
  const highest = Math.max(
    ...values.map((one) => (shape === 'lines' ? Math.max(0, ...one) : one.reduce((sum, value) => sum + value, 0))),
  )
  // A limit far above the values would flatten them, so it is shown from a twentieth on.
  if (limit !== undefined && limit.value <= highest * 20) return Math.max(highest, limit.value * 1.1)
  return isRounded ? roundUp(Math.max(1, highest)) : Math.max(1, highest)
}

/** The next of 2, 4, 6, 10, 20, 40 …, so that half of it is an integer. */
function roundUp(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 4, 6, 10].find((step) => step * magnitude >= value && (step > 1 || magnitude > 1)) ?? 10) * magnitude
}

function formatOrDash(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value)
}

function indexAt({ currentTarget, clientX }: MouseEvent<SVGSVGElement>, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count)))
}

type BrushHandlers = Partial<
  Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp', (event: PointerEvent<SVGSVGElement>) => void>
>

function useBrush(count: number, onBrush: Props['onBrush']) {
  const start = useRef<number | null>(null)
  const [range, setRange] = useState<{ first: number; last: number } | null>(null)
  if (onBrush === undefined) return { range: null, handlers: {} as BrushHandlers }
  const rangeTo = (end: number) => ({
    first: Math.min(start.current ?? end, end),
    last: Math.max(start.current ?? end, end),
  })
  const handlers: BrushHandlers = {
    onPointerDown: (event) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = indexAt(event, count)
      setRange(rangeTo(start.current))
    },
    onPointerMove: (event) => {
      if (start.current !== null) setRange(rangeTo(indexAt(event, count)))
    },
    onPointerUp: (event) => {
      if (start.current === null) return
      const { first, last } = rangeTo(indexAt(event, count))
      start.current = null
      setRange(null)
      onBrush(first, last)
    },
  }
  return { range, handlers }
}

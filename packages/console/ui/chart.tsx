import { useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent, type SVGProps } from 'react'
import { language } from '../locales/index.ts'
import layout from './layout.module.css'
import classes from './chart.module.css'

export type ChartTone = 'blue' | 'teal' | 'green' | 'amber' | 'red' | 'magenta' | 'violet' | 'gray'
/** A wide line is pale, so that it shows below one of equal values. */
type Series = { name: string; tone: ChartTone; isWide?: boolean }
/** The values are in the order of the series. Null: nothing was measured. A long label has a short one on the axis. */
type Point = { label: string; axisLabel?: string; values: readonly (number | null)[] }
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

/**
 * A chart of values over time. The label and the values of the point that the user points at, touches, or reaches with the
 * arrow keys are shown above it. Screen readers get all of them as a table, too.
 */
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
  const slots = Math.max(points.length, minSlots)
  const brush = useBrush(slots, onBrush)
  const choose = onPick ?? (onBrush && ((index: number) => onBrush(index, index)))
  const reader = usePointReader(points.length, slots, choose)
  const max = maxOf(props, hasScale)
  const shown = reader.index === null ? undefined : points[reader.index]
  // The values of a point take their place before it is pointed at, so that the chart does not move.
  const last = points.at(-1)
  const isAlone = series.length === 1
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.legend}>
        <span className={layout.visuallyHidden}>{title}</span>
        {series.map(
          ({ name, tone, isWide }, index) =>
            (isAlone || isDrawn(index, props)) && (
              <span
                key={name}
                className={classes.key}
                data-tone={tone}
                data-wide={isWide}
                data-hidden={(isAlone && !shown) || undefined}
              >
                {name}
                <b data-hidden={!shown || undefined}>{formatOrDash((shown ?? last)?.values[index], format)}</b>
              </span>
            ),
        )}
        {limit && limit.value <= max && <span className={classes.limitName}>{limit.name}</span>}
        <span className={classes.hovered} data-hidden={!shown || undefined}>
          {(shown ?? last)?.label}
        </span>
      </figcaption>
      <div className={classes.area} data-scale={hasScale || undefined}>
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
          role="slider"
          tabIndex={0}
          aria-label={title}
          aria-valuenow={reader.valueNow}
          aria-valuetext={shown && textOf(shown, series, format)}
          data-brush={onBrush !== undefined || undefined}
          {...reader.attributes}
          onKeyDown={reader.onKeyDown}
          onPointerDown={(event) => {
            brush.handlers.onPointerDown?.(event)
            reader.attributes.onPointerDown?.(event)
          }}
          onPointerMove={(event) => {
            brush.handlers.onPointerMove?.(event)
            reader.attributes.onPointerMove?.(event)
          }}
          onPointerUp={brush.handlers.onPointerUp}
          onClick={(event) => onPick?.(indexAt(event, slots))}
          data-pick={onPick !== undefined || undefined}
        >
          {hasScale && <path className={classes.grid} d={`M0 0.5H${slots}M0 ${height / 2}H${slots}`} />}
          {shown && <rect className={classes.hit} x={reader.index ?? 0} width="1" y="0" height={height} />}
          {brush.range && (
            <rect
              className={classes.brush}
              x={brush.range.first}
              width={brush.range.last - brush.range.first + 1}
              y="0"
              height={height}
            />
          )}
          {shape === 'lines' ? (
            <Lines series={series} points={points} scale={height / max} height={height} />
          ) : (
            <Bars series={series} points={points} scale={height / max} height={height} />
          )}
          {limit && limit.value <= max && (
            <path className={classes.limit} d={`M0 ${height - (limit.value * height) / max}H${slots}`} />
          )}
        </svg>
        <Axis points={points} slots={slots} />
      </div>
      <ValueTable {...props} />
    </figure>
  )
}

/** The labels of the first and the last point, and of some between where there is room. */
function Axis({ points, slots }: Pick<Props, 'points'> & { slots: number }) {
  const labels = points.map(({ label, axisLabel = label }) => axisLabel)
  const longest = Math.max(0, ...labels.map(({ length }) => length))
  // A time, a day or a month; a date or more.
  const size = longest <= 5 ? 'short' : longest <= 9 ? 'medium' : 'long'
  // Of a few wide points, also the first and the last label are below their points.
  const isCentered = size === 'short' && points.length > 1 && points.length <= 6 && points.length === slots
  const placeOf = (index: number) => ({ left: `${(100 * (index + 0.5)) / points.length}%` })
  const end = (index: number) => (
    <span className={isCentered ? classes.placed : undefined} style={isCentered ? placeOf(index) : undefined}>
      {labels[index]}
    </span>
  )
  // Points that leave the end empty have a short axis.
  const between = points.length < slots ? [] : spreadBetween(points.length, size === 'long' ? 2 : 4)
  return (
    <div
      className={classes.axis}
      data-labels={size}
      style={{ maxWidth: `max(16rem, ${(100 * points.length) / slots}%)` }}
      aria-hidden="true"
    >
      {end(0)}
      {between.map((index) => (
        <span key={index} className={`${classes.placed} ${classes.between}`} style={placeOf(index)}>
          {labels[index]}
        </span>
      ))}
      {points.length > 1 && end(points.length - 1)}
    </div>
  )
}

/** The indexes of points that divide the axis into up to `most` parts of nearly the same length, none too short for a label. */
function spreadBetween(count: number, most: 2 | 4): number[] {
  const last = count - 1
  const parts = [4, 3, 2].find((one) => one <= most && Math.floor(last / one) / count > 0.17) ?? 1
  return Array.from({ length: parts - 1 }, (_, index) => Math.round(((index + 1) * last) / parts))
}

/**
 * Bars without axes, for a cell of a table, and the total of the first series next to them. The user reads the points as in
 * a chart. Each series is drawn over the one before, which includes it.
 */
export function Sparkline({ title, series, points }: Pick<Props, 'title' | 'series' | 'points'>) {
  const reader = usePointReader(points.length, points.length)
  const shown = reader.index === null ? undefined : points[reader.index]
  const totals = series.map((_, at) => points.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
  const max = maxOf({ points, shape: 'lines' }, false)
  const height = 24
  const barsOf = (at: number) =>
    points
      .map(({ values }, index) => {
        const value = values[at] ?? 0
        return value === 0 ? '' : `M${index + 0.5} ${height}v${-Math.max(1, (value * height) / max)}`
      })
      .join('')
  return (
    <span className={`${classes.chart} ${classes.cell}`}>
      <svg
        className={classes.sparkline}
        viewBox={`0 0 ${points.length} ${height}`}
        preserveAspectRatio="none"
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuenow={reader.valueNow}
        aria-valuetext={textOf(shown ?? { label: title, values: totals }, series, formatNumber)}
        {...reader.attributes}
        onKeyDown={reader.onKeyDown}
      >
        <path className={classes.base} d={`M0 ${height}H${points.length}`} />
        {shown && <rect className={classes.hit} x={reader.index ?? 0} width="1" y="0" height={height} />}
        {series.map(({ name, tone }, at) => (
          <path key={name} className={classes.spark} data-tone={tone} d={barsOf(at)} />
        ))}
      </svg>
      <span>{formatNumber(totals[0] ?? 0)}</span>
      {shown && <span className={classes.cellText}>{textOf(shown, series, formatNumber)}</span>}
    </span>
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
            // Labels may repeat.
            .map(({ label, values }, index) => (
              <tr key={index}>
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

/** Whether a series has a bar or a line: it needs no legend otherwise. */
function isDrawn(at: number, { points, shape }: Pick<Props, 'points' | 'shape'>): boolean {
  return points.some(({ values }) => {
    const value = values[at] ?? null
    return value !== null && (shape === 'lines' || value !== 0)
  })
}

type ShapeProps = Pick<Props, 'series' | 'points'> & { scale: number; height: number }

function Bars({ series, points, scale, height }: ShapeProps) {
  return points.map(({ values }, index) => {
    let below = 0
    const bars = values.map((value, at) => {
      if (value === null || value === 0) return null
      below += value
      return (
        <rect
          key={series[at]?.name}
          className={classes.bar}
          data-tone={series[at]?.tone}
          x={index + 0.12}
          width="0.76"
          y={height - below * scale}
          height={Math.max(1, value * scale)}
        />
      )
    })
    return <g key={index}>{bars}</g>
  })
}

function Lines({ series, points, scale, height }: ShapeProps) {
  const placeOf = (index: number, value: number) => `${index + 0.5} ${height - value * scale}`
  return series.map(({ name, tone, isWide }, at) => {
    const measured = (index: number) => points[index]?.values[at] ?? null
    const line = points.map((_, index) => {
      const value = measured(index)
      return value === null ? '' : `${measured(index - 1) === null ? 'M' : 'L'}${placeOf(index, value)}`
    })
    // A line of no length is a dot: a value between gaps has no line to be seen on.
    const dots = points.map((_, index) => {
      const value = measured(index)
      const isAlone = measured(index - 1) === null && measured(index + 1) === null
      return value === null || !isAlone ? '' : `M${placeOf(index, value)}h0`
    })
    return (
      <g key={name} className={classes.line} data-tone={tone} data-wide={isWide}>
        <path d={line.join('')} />
        <path className={classes.dots} d={dots.join('')} />
      </g>
    )
  })
}

function maxOf({ points, shape, limit }: Pick<Props, 'points' | 'shape' | 'limit'>, isRounded: boolean): number {
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

function textOf({ label, values }: Point, series: readonly Series[], format: (value: number) => string): string {
  return `${label}: ${series.map(({ name }, at) => `${name} ${formatOrDash(values[at], format)}`).join(', ')}`
}

type ReaderAttributes = Pick<
  SVGProps<SVGSVGElement>,
  'aria-valuemin' | 'aria-valuemax' | 'onPointerDown' | 'onPointerMove' | 'onPointerLeave' | 'onFocus' | 'onBlur'
>
type PointReader = {
  index: number | null
  valueNow: number
  attributes: ReaderAttributes
  onKeyDown: (event: KeyboardEvent) => void
}

/**
 * The point that the user reads: under the pointer, touched last, or reached by keyboard, which begins at the last point.
 * Enter chooses it.
 */
function usePointReader(count: number, slots: number, onChoose?: (index: number) => void): PointReader {
  const [read, setRead] = useState<number | null>(null)
  const last = count - 1
  const index = read === null || count === 0 ? null : Math.min(read, last)
  const current = index ?? last
  const readAt = (event: PointerEvent<SVGSVGElement>) => setRead(indexAt(event, slots))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') return onChoose?.(current)
    const next = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setRead(Math.min(last, Math.max(0, next)))
  }
  return {
    index,
    valueNow: Math.max(0, current),
    onKeyDown,
    attributes: {
      'aria-valuemin': 0,
      'aria-valuemax': Math.max(0, last),
      onPointerDown: readAt,
      onPointerMove: readAt,
      // A finger leaves when it is lifted: its point stays until the chart loses the focus.
      onPointerLeave: ({ pointerType }) => pointerType !== 'touch' && setRead(null),
      onFocus: () => setRead((before) => before ?? last),
      onBlur: () => setRead(null),
    },
  }
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

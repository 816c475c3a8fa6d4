import { chooseBetween } from './chart-axis.ts'
import { VisuallyHidden } from '@mantine/core'
import { useState, type CSSProperties, type MouseEvent, type SVGProps } from 'react'
import { language } from '../locales/index.ts'
import classes from './chart.module.css'

export type ChartTone = 'blue' | 'teal' | 'green' | 'amber' | 'red' | 'magenta' | 'violet' | 'gray'
/** A wide line is pale, so that it shows below one of equal values. */
type Series = { name: string; tone: ChartTone; isWide?: boolean }
/** The values are in the order of the series. Null: nothing was measured. A long label has a short one on the axis. */
type Point = { label: string; axisLabel?: string; values: readonly (number | null)[] }
/** Bars are stacked, or each series is drawn over the one before, which includes it. */
type Shape = 'bars' | 'overlaid' | 'lines'
type Data = {
  title: string
  series: readonly Series[]
  points: readonly Point[]
}
type Props = Data & {
  /** The heading of the labels in the table. */
  labelName: string
  shape?: Shape
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
 * A chart of values over time. The label and the values of the point that the user points at, touches, or reaches with
 * the arrow keys are shown above it. Screen readers get all of them as a table, too.
 */
export function Chart(props: Props) {
  const { title, series, points, shape = 'bars', height = 72, hasScale = false, limit, minSlots = 0 } = props
  const { format = formatNumber } = props
  const slots = Math.max(points.length, minSlots)
  const reader = usePointReader(props, slots)
  const max = maxOf(props)
  const shown = reader.index === null ? undefined : points[reader.index]
  const shownLimit = limit && limit.value <= max ? limit : undefined
  return (
    <figure className={classes.chart} aria-label={title}>
      <Legend {...props} shown={shown} limitName={shownLimit?.name} />
      <div className={classes.area} data-scale={hasScale || undefined}>
        {hasScale && (
          <div className={classes.scale} aria-hidden="true">
            <span>{format(max)}</span>
            <span>{format(max / 2)}</span>
            <span>{format(0)}</span>
          </div>
        )}
        <Plot
          {...{ title, series, points, shape, height, max, slots, reader }}
          text={shown && textOf(shown, series, format)}
          grid={hasScale ? `M0 0.5H${slots}M0 ${height / 2}H${slots}` : ''}
          limit={shownLimit?.value}
        />
        <Axis points={points} slots={slots} />
      </div>
      <ValueTable {...props} />
    </figure>
  )
}

/** Bars without axes, for a cell of a table, and the total of the first series next to them. */
export function Sparkline({ title, series, points }: Data) {
  const reader = usePointReader({ points }, points.length)
  const shown = reader.index === null ? undefined : points[reader.index]
  const totals = series.map((_, at) => points.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
  const shape = 'overlaid'
  return (
    <span className={`${classes.chart} ${classes.cell}`}>
      <Plot
        {...{ title, series, points, shape, reader }}
        height={24}
        max={maxOf({ points, shape })}
        slots={points.length}
        text={textOf(shown ?? { label: title, values: totals }, series, formatNumber)}
      />
      <span>{formatNumber(totals[0] ?? 0)}</span>
      {shown && <span className={classes.cellText}>{textOf(shown, series, formatNumber)}</span>}
    </span>
  )
}

type LegendProps = Props & { shown: Point | undefined; limitName: string | undefined }

/** The names of the series that are drawn. The values of a point have their place before the user points at it. */
function Legend({ title, series, points, shape, format = formatNumber, shown, limitName }: LegendProps) {
  const { label, values } = shown ?? points.at(-1) ?? { label: '', values: [] }
  const isAlone = series.length === 1
  const isDrawn = (at: number) => points.some(({ values }) => (shape === 'lines' ? values[at] !== null : values[at]))
  return (
    <figcaption className={classes.legend}>
      <VisuallyHidden>{title}</VisuallyHidden>
      {series.map(
        ({ name, tone, isWide }, at) =>
          (isAlone || isDrawn(at)) && (
            <span
              key={name}
              className={classes.key}
              style={toneOf(tone)}
              data-wide={isWide}
              data-hidden={(isAlone && !shown) || undefined}
            >
              {name}
              <b data-hidden={!shown || undefined}>{formatOrDash(values[at], format)}</b>
            </span>
          ),
      )}
      {limitName !== undefined && <span className={classes.limitName}>{limitName}</span>}
      <span className={classes.hovered} data-hidden={!shown || undefined}>
        {label}
      </span>
    </figcaption>
  )
}

type PlotProps = Data & {
  shape: Shape
  height: number
  max: number
  slots: number
  reader: PointReader
  /** The point that is read, in words. */
  text: string | undefined
  /** The path of the lines behind the values. */
  grid?: string
  limit?: number
}

function Plot({ title, series, points, shape, height, max, slots, reader, text, grid, limit }: PlotProps) {
  const { index, current, range, attributes } = reader
  const pathOf = shape === 'lines' ? linePath : barPath
  return (
    <svg
      className={classes.plot}
      viewBox={`0 0 ${slots} ${height}`}
      height={height}
      preserveAspectRatio="none"
      role="slider"
      tabIndex={0}
      aria-label={title}
      aria-valuenow={current}
      aria-valuetext={text}
      {...attributes}
    >
      {grid && <path d={grid} />}
      {index !== null && <rect fill="var(--color-hover)" x={index} width="1" height={height} />}
      {range && (
        <rect
          fill="var(--color-action-background)"
          x={range.first}
          width={range.last - range.first + 1}
          height={height}
        />
      )}
      {series.map(({ name, tone, isWide }, at) => (
        <g
          key={name}
          className={shape === 'lines' ? classes.lines : classes.bars}
          style={toneOf(tone)}
          data-wide={isWide}
        >
          <path d={pathOf(points, at, height / max, height, shape)} />
          {shape === 'lines' && <path className={classes.dots} d={dotPath(points, at, height / max, height)} />}
        </g>
      ))}
      {limit !== undefined && <path className={classes.limit} d={`M0 ${height - (limit * height) / max}H${slots}`} />}
    </svg>
  )
}

/** The labels of the first and the last point, and of some between where there is room. */
function Axis({ points, slots }: Pick<Props, 'points'> & { slots: number }) {
  const labels = points.map(({ label, axisLabel = label }) => axisLabel)
  const longest = Math.max(0, ...labels.map(({ length }) => length))
  const isShort = longest <= 5
  // The first and the last label of a few wide points are below their points, too.
  const isCentered = isShort && points.length > 1 && points.length <= 6 && points.length === slots
  // Points that leave the end empty have a short axis.
  const isPartial = points.length < slots
  const between = isPartial ? [] : chooseBetween(labels, longest <= 9 ? 4 : 2)
  const placeOf = (index: number) => ({ left: `${(100 * (index + 0.5)) / points.length}%` })
  // Points that leave the end empty are near to one another, in time too.
  const hasRoom = isPartial ? points.length > slots / 30 && labels[0] !== labels.at(-1) : points.length > 1
  const ends = hasRoom ? [0, points.length - 1] : [0]
  return (
    <div
      className={classes.axis}
      data-axis={isShort ? 'short' : 'long'}
      data-partial={isPartial || undefined}
      style={{ maxWidth: isPartial ? `${(100 * points.length) / slots}%` : undefined }}
      aria-hidden="true"
    >
      {ends.map((index) => (
        <span key={index} className={isCentered ? classes.placed : ''} style={isCentered ? placeOf(index) : {}}>
          {labels[index]}
        </span>
      ))}
      {between.map((index) => (
        <span key={index} className={`${classes.placed} ${classes.between}`} style={placeOf(index)}>
          {labels[index]}
        </span>
      ))}
    </div>
  )
}

function ValueTable({ title, labelName, series, points, format = formatNumber }: Props) {
  return (
    <VisuallyHidden component="div">
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
    </VisuallyHidden>
  )
}

/** The bars of a series. Those of the series before are below. */
function barPath(points: readonly Point[], at: number, scale: number, height: number, shape: Shape): string {
  const bar = ({ values }: Point, index: number) => {
    const value = values[at] ?? 0
    const below = shape === 'overlaid' ? 0 : sumOf(values.slice(0, at))
    return value === 0 ? '' : `M${index + 0.5} ${height - below * scale}v${-Math.max(1, value * scale)}`
  }
  return points.map(bar).join('')
}

/** The line of a series, which has gaps where nothing was measured. */
function linePath(points: readonly Point[], at: number, scale: number, height: number): string {
  const part = ({ values }: Point, index: number) => {
    const value = values[at] ?? null
    const isFirst = (points[index - 1]?.values[at] ?? null) === null
    return value === null ? '' : `${isFirst ? 'M' : 'L'}${index + 0.5} ${height - value * scale}`
  }
  return points.map(part).join('')
}

/** Lines of no length, which are seen as dots: a value between gaps has no line to be seen on. */
function dotPath(points: readonly Point[], at: number, scale: number, height: number): string {
  const isMeasured = (index: number) => (points[index]?.values[at] ?? null) !== null
  const dot = ({ values }: Point, index: number) =>
    isMeasured(index) && !isMeasured(index - 1) && !isMeasured(index + 1)
      ? `M${index + 0.5} ${height - (values[at] ?? 0) * scale}h0`
      : ''
  return points.map(dot).join('')
}

function maxOf({ points, shape = 'bars', limit, hasScale = false }: Partial<Props> & Pick<Props, 'points'>): number {
  const heights = points.map(({ values }) =>
    shape === 'bars' ? sumOf(values) : Math.max(0, ...values.map((value) => value ?? 0)),
  )
  const highest = Math.max(0, ...heights)
  // A limit far above the values would flatten them, so it is shown from a twentieth on.
  if (limit !== undefined && limit.value <= highest * 20) return Math.max(highest, limit.value * 1.1)
  return hasScale ? roundUp(Math.max(1, highest)) : Math.max(1, highest)
}

/** The next of 2, 4, 6, 10, 20, 40 …, so that half of it is an integer. */
function roundUp(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 4, 6, 10].find((step) => step * magnitude >= value && (step > 1 || magnitude > 1)) ?? 10) * magnitude
}

function sumOf(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}

function toneOf(tone: ChartTone): CSSProperties {
  return { '--tone': `var(--hue-${tone})` } as CSSProperties
}

function formatOrDash(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value)
}

function textOf({ label, values }: Point, series: readonly Series[], format: (value: number) => string): string {
  return `${label}: ${series.map(({ name }, at) => `${name} ${formatOrDash(values[at], format)}`).join(', ')}`
}

type PointReader = {
  index: number | null
  /** The point from which the arrow keys go on. */
  current: number
  /** The points that the user drags over. */
  range: { first: number; last: number } | null
  attributes: SVGProps<SVGSVGElement> & Record<`data-${string}`, true | undefined>
}

/**
 * The point that the user reads: under the pointer, touched last, or reached by keyboard, which begins at the last point.
 * Enter chooses it.
 */
function usePointReader(
  { points, onBrush, onPick }: Partial<Props> & Pick<Props, 'points'>,
  slots: number,
): PointReader {
  const [read, setRead] = useState<number | null>(null)
  const [start, setStart] = useState<number | null>(null)
  const last = points.length - 1
  const index = read === null || last < 0 ? null : Math.min(read, last)
  const current = index ?? last
  const range =
    start === null || index === null ? null : { first: Math.min(start, index), last: Math.max(start, index) }
  const choose = onPick ?? ((index: number) => onBrush?.(index, index))
  return {
    index,
    current: Math.max(0, current),
    range,
    attributes: {
      'aria-valuemin': 0,
      'aria-valuemax': Math.max(0, last),
      'data-brush': onBrush !== undefined || undefined,
      'data-pick': onPick !== undefined || undefined,
      onPointerDown: (event) => {
        setRead(indexAt(event, slots))
        if (!onBrush) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setStart(Math.min(last, indexAt(event, slots)))
      },
      onPointerMove: (event) => setRead(indexAt(event, slots)),
      onPointerUp: () => {
        setStart(null)
        if (range) onBrush?.(range.first, range.last)
      },
      onPointerCancel: () => setStart(null),
      // A finger leaves when it is lifted: its point stays until the chart loses the focus.
      onPointerLeave: ({ pointerType }) => pointerType !== 'touch' && setRead(null),
      onFocus: () => setRead((before) => before ?? last),
      onBlur: () => setRead(null),
      onClick: (event) => onPick?.(indexAt(event, slots)),
      onKeyDown: (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return
        if (event.key === 'Enter') return choose(current)
        const next = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[event.key]
        if (next === undefined) return
        event.preventDefault()
        setRead(Math.min(last, Math.max(0, next)))
      },
    },
  }
}

function indexAt({ currentTarget, clientX }: MouseEvent<SVGSVGElement>, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count)))
}

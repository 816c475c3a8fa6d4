import { useRef, useState, type PointerEvent } from 'react'
import layout from './layout.module.css'
import classes from './bar-chart.module.css'

export type ChartTone = 'blue' | 'teal' | 'green' | 'amber' | 'red' | 'magenta' | 'violet' | 'gray'
type Series = { name: string; tone: ChartTone }
type Bar = { label: string; values: readonly number[] }
type Props = {
  title: string
  /** What the labels of the bars are. */
  labelName: string
  series: readonly Series[]
  /** The stacked values of each bar, in the order of `series`. */
  bars: readonly Bar[]
  height?: number
  /** Called with the first and the last bar that the user drags over. */
  onBrush?: (first: number, last: number) => void
}

/** Stacked bars. Screen readers get the same numbers as a table. */
export function BarChart({ title, labelName, series, bars, height = 72, onBrush }: Props) {
  const totals = bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  const max = Math.max(1, ...totals)
  const brush = useBrush(bars.length, onBrush)
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.legend}>
        <span className={layout.visuallyHidden}>{title}</span>
        {series.length > 1 &&
          series.map(({ name, tone }) => (
            <span key={name} className={classes.key} data-tone={tone}>
              {name}
            </span>
          ))}
      </figcaption>
      <svg
        className={classes.plot}
        viewBox={`0 0 ${bars.length} ${height}`}
        height={height}
        preserveAspectRatio="none"
        aria-hidden="true"
        data-brush={onBrush !== undefined || undefined}
        {...brush.handlers}
      >
        {brush.range && (
          <rect
            className={classes.brush}
            x={brush.range.first}
            width={brush.range.last - brush.range.first + 1}
            y="0"
            height={height}
          />
        )}
        {bars.map((bar, index) => (
          <StackedBar key={bar.label} bar={bar} index={index} series={series} scale={height / max} height={height} />
        ))}
      </svg>
      <div className={classes.axis} aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <table className={layout.visuallyHidden}>
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
          {bars
            .filter((_, index) => totals[index] !== 0)
            .map(({ label, values }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {values.map((value, at) => (
                  <td key={series[at]?.name}>{value}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </figure>
  )
}

type StackedBarProps = { bar: Bar; index: number; series: readonly Series[]; scale: number; height: number }

function StackedBar({ bar: { label, values }, index, series, scale, height }: StackedBarProps) {
  const tops = values.map((_, at) => values.slice(0, at + 1).reduce((sum, one) => sum + one, 0))
  return (
    <g>
      <title>{`${label}: ${values.map((value, at) => `${series[at]?.name} ${value}`).join(', ')}`}</title>
      <rect className={classes.hit} x={index} width="1" y="0" height={height} />
      {values.map(
        (value, at) =>
          value > 0 && (
            <rect
              key={series[at]?.name}
              className={classes.bar}
              data-tone={series[at]?.tone}
              x={index + 0.1}
              width="0.8"
              y={height - (tops[at] ?? 0) * scale}
              height={Math.max(1, value * scale)}
            />
          ),
      )}
    </g>
  )
}

function useBrush(count: number, onBrush: Props['onBrush']) {
  const start = useRef<number | null>(null)
  const [range, setRange] = useState<{ first: number; last: number } | null>(null)
  if (onBrush === undefined) return { range: null, handlers: {} }
  const indexAt = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count)))
  }
  const rangeTo = (end: number) => ({
    first: Math.min(start.current ?? end, end),
    last: Math.max(start.current ?? end, end),
  })
  const handlers = {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = indexAt(event)
      setRange(rangeTo(start.current))
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      if (start.current !== null) setRange(rangeTo(indexAt(event)))
    },
    onPointerUp: (event: PointerEvent<SVGSVGElement>) => {
      if (start.current === null) return
      const { first, last } = rangeTo(indexAt(event))
      start.current = null
      setRange(null)
      onBrush(first, last)
    },
  }
  return { range, handlers }
}

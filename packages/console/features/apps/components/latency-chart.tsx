import { strings } from '../../../locales/index.ts'
import layout from '../../../ui/layout.module.css'
import { Chart } from '../../../ui/chart.tsx'
import { formatMs } from '../traffic-format.ts'

const { traffic: t } = strings('apps')

/** `height` in px. */
type LatencyChartProps = { height: number; labels: string[]; steps: { p50Ms: number | null; p95Ms: number | null }[] }

/** The median and the 95th percentile of a duration by step. */
export function LatencyChart({ height, labels, steps }: LatencyChartProps) {
  return (
    <div>
      <h3 className={layout.subtitle}>{t.latency}</h3>
      <Chart
        title={t.latency}
        labelName={t.time}
        shape="lines"
        height={height}
        hasScale
        format={formatMs}
        series={[
          { name: 'p50', tone: 'blue' },
          { name: 'p95', tone: 'magenta' },
        ]}
        points={steps.map(({ p50Ms, p95Ms }, index) => ({ label: labels[index] ?? '', values: [p50Ms, p95Ms] }))}
      />
    </div>
  )
}

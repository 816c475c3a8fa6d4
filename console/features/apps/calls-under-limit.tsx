import { useQuery } from '@tanstack/react-query'
import { trafficQuery } from '../../lib/app-queries.ts'
import { language, strings } from '../../locales/index.ts'
import { Chart } from '../../ui/chart.tsx'
import { stepLabel } from './traffic-format.ts'

const { traffic: t } = strings('apps')

/** The calls of the last 60 minutes that counted against the quota, and those over it. `limit` 0: no quota. */
export function CallsUnderLimit({ clientId, limit }: { clientId: string; limit: number }) {
  const { data } = useQuery(trafficQuery(clientId, 'hour'))
  if (data === undefined || data.calls === 0) return null
  return (
    <Chart
      title={t.underLimit}
      labelName={t.time}
      height={64}
      hasScale
      series={[
        { name: t.counted, tone: 'teal' },
        { name: t.rejections, tone: 'violet' },
      ]}
      points={data.steps.map(({ date, successes, clientErrors, serverErrors, rejections }) => ({
        label: stepLabel(date, 'hour'),
        values: [successes + clientErrors + serverErrors, rejections],
      }))}
      {...(limit > 0 && { limit: { name: t.limit(limit.toLocaleString(language)), value: limit } })}
    />
  )
}

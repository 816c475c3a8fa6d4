import { Text } from '@mantine/core'
import type { consoleApi, ContentOf } from '@onair/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deliveryStatsQuery, type EndpointKey } from '../../queries.ts'
import { dateTimeFormat, secondFormat } from '../../../../lib/time-format.ts'
import { language, strings } from '../../../../locales/index.ts'
import layout from '../../../../ui/layout.module.css'
import { Chart } from '../../../../ui/chart.tsx'
import { QueryBoundary } from '../../../../ui/query-boundary.tsx'
import { Stat, Stats } from '../../../../ui/stats.tsx'
import { LatencyChart } from '../latency-chart.tsx'
import { formatEstimate, formatMs, formatShare, stepLabel } from '../../traffic-format.ts'
import classes from '../traffic.module.css'

const { webhookCharts: t, delivery, traffic } = strings('apps')

type DeliveryStats = ContentOf<typeof consoleApi.webhooks.getDeliveryStats>

/** Success and response time of the attempts of the last 24 hours, and the last 100 attempts. */
export function WebhookCharts({ endpoint, name }: { endpoint: EndpointKey; name: string }) {
  const { clientId } = endpoint
  const query = useQuery(deliveryStatsQuery(endpoint))
  return (
    <section className={`card ${classes.section} ${classes.withAttempts}`} aria-labelledby="webhook-charts">
      <h2 id="webhook-charts">{t.title(name)}</h2>
      <QueryBoundary query={query} minHeight="var(--charts-height)">
        {(stats) => <Charts clientId={clientId} {...stats} />}
      </QueryBoundary>
    </section>
  )
}

function Charts({ clientId, delivered, failed, p50Ms, p95Ms, steps, attempts }: DeliveryStats & { clientId: string }) {
  const labels = steps.map(({ date }) => stepLabel(date, 'day'))
  const count = delivered + failed
  if (attempts.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t.none}
      </Text>
    )
  return (
    <>
      <Stats>
        <Stat
          name={t.successRate}
          value={count === 0 ? '–' : formatShare(delivered / count)}
          isBad={failed > delivered}
        />
        <Stat name={t.attempts} value={count.toLocaleString(language)} />
        <Stat name={t.failed} value={failed.toLocaleString(language)} isBad={failed > 0} />
        <Stat name="p50" value={formatEstimate(p50Ms)} />
        <Stat name="p95" value={formatEstimate(p95Ms)} />
      </Stats>
      <div className={classes.charts}>
        <div>
          <h3 className={layout.subtitle}>{t.byOutcome}</h3>
          <Chart
            title={t.byOutcome}
            labelName={traffic.time}
            height={100}
            hasScale
            series={[
              { name: t.delivered, tone: 'teal' },
              { name: t.failed, tone: 'red' },
            ]}
            points={steps.map((step, at) => ({ label: labels[at] ?? '', values: [step.delivered, step.failed] }))}
          />
        </div>
        <LatencyChart height={100} labels={labels} steps={steps} />
      </div>
      <LastAttempts clientId={clientId} attempts={attempts} />
    </>
  )
}

/** A bar for each attempt, as high as its response time. The notifications below have links to the same details. */
function LastAttempts({ clientId, attempts }: Pick<DeliveryStats, 'attempts'> & { clientId: string }) {
  const navigate = useNavigate()
  const open = (index: number) => {
    const { deliveryId } = attempts[index] ?? {}
    if (deliveryId !== undefined)
      void navigate({ to: '/console/apps/$clientId/deliveries/$deliveryId', params: { clientId, deliveryId } })
  }
  return (
    <div className={classes.errors}>
      <h3 className={layout.subtitle}>
        {t.lastAttempts(attempts.length)} · {traffic.latency}
      </h3>
      <Chart
        title={t.lastAttempts(attempts.length)}
        labelName={t.attempt}
        height={64}
        hasScale
        minSlots={20}
        format={formatMs}
        series={[
          { name: t.delivered, tone: 'teal' },
          { name: t.failed, tone: 'red' },
        ]}
        points={attempts.map(({ date, status, retryNo, outcome, tookMs }) => ({
          label: [
            dateTimeFormat.format(new Date(date)),
            retryNo === 0 ? delivery.firstAttempt : delivery.retry(retryNo),
            status ?? t.noResponse,
          ].join(' · '),
          axisLabel: secondFormat.format(new Date(date)),
          values: outcome === 'DELIVERED' ? [barOf(tookMs), null] : [null, barOf(tookMs)],
        }))}
        onPick={open}
      />
    </div>
  )
}

/** An attempt that took less than a millisecond, or was lost, has a bar too. */
function barOf(tookMs: number | null): number {
  return Math.max(1, tookMs ?? 0)
}

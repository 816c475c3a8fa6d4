import { Group, SegmentedControl, Text } from '@mantine/core'
import { trafficRanges, type consoleApi, type ContentOf, type TrafficRange } from '@onair/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { trafficQuery, type AppDetails } from '../queries.ts'
import { useErrorStrings } from '../../../lib/error-message.ts'
import { language, strings } from '../../../locales/index.ts'
import layout from '../../../ui/layout.module.css'
import { Chart } from '../../../ui/chart.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Stat, Stats } from '../../../ui/stats.tsx'
import { LatencyChart } from '../components/latency-chart.tsx'
import { formatEstimate, formatShare, stepLabel } from '../traffic-format.ts'
import classes from '../components/traffic.module.css'
import table from '../../../ui/table.module.css'

const { traffic: t } = strings('apps')

type Traffic = ContentOf<typeof consoleApi.apps.getAppTraffic>

/** The calls of an application: by result, by latency, and the most frequent errors. */
export function AppTraffic({ app: { clientId, quota } }: { app: AppDetails }) {
  const search = useSearch({ from: '/console/apps/$clientId' })
  const navigate = useNavigate({ from: '/console/apps/$clientId' })
  const { range = 'hour' } = search
  const query = useQuery(trafficQuery(clientId, range))
  return (
    <section className={`card ${classes.section}`} aria-labelledby="traffic">
      <Group justify="space-between">
        <h2 id="traffic">{t.title}</h2>
        <SegmentedControl
          size="xs"
          aria-label={t.range}
          value={range}
          onChange={(selected) => void navigate({ search: { ...search, range: selected }, replace: true })}
          data={trafficRanges.map((one) => ({ value: one, label: t.ranges[one] }))}
        />
      </Group>
      <QueryBoundary query={query} minHeight="var(--charts-height)">
        {(traffic) => <Charts clientId={clientId} range={range} quotaPerMinute={quota.limit} {...traffic} />}
      </QueryBoundary>
    </section>
  )
}

/** `quotaPerMinute`: 0 without a limit. */
type ChartsProps = { clientId: string; range: TrafficRange; quotaPerMinute: number } & Traffic

function Charts({
  clientId,
  range,
  quotaPerMinute: quota,
  calls,
  errorCalls,
  p50Ms,
  p95Ms,
  stepSec,
  steps,
  errors,
}: ChartsProps) {
  const labels = steps.map(({ date }) => stepLabel(date, range))
  const mostCalls = Math.max(
    ...steps.map(
      ({ successes, clientErrors, rejections, serverErrors }) => successes + clientErrors + rejections + serverErrors,
    ),
  )
  // The steps of an hour are minutes, as the quota. Far below it, its line would flatten the bars.
  const isNearQuota = range === 'hour' && quota > 0 && mostCalls > quota / 3
  return (
    <>
      <Stats>
        <Stat name={t.calls} value={calls.toLocaleString(language)} />
        <Stat name={t.errorRate} value={calls === 0 ? '–' : formatShare(errorCalls / calls)} isBad={errorCalls > 0} />
        <Stat name="p50" value={formatEstimate(p50Ms)} />
        <Stat name="p95" value={formatEstimate(p95Ms)} />
      </Stats>
      {calls === 0 ? (
        <Text size="sm" c="dimmed">
          {t.noCalls}
        </Text>
      ) : (
        <div className={classes.charts}>
          <div>
            <h3 className={layout.subtitle}>{t.byResult}</h3>
            <Chart
              title={t.byResult}
              labelName={t.time}
              height={140}
              hasScale
              series={[
                { name: t.successes, tone: 'teal' },
                { name: t.clientErrors, tone: 'amber' },
                { name: t.rejections, tone: 'violet' },
                { name: t.serverErrors, tone: 'red' },
              ]}
              points={steps.map(({ successes, clientErrors, rejections, serverErrors }, index) => ({
                label: labels[index] ?? '',
                values: [successes, clientErrors, rejections, serverErrors],
              }))}
              {...(isNearQuota && { limit: { name: t.limit(quota.toLocaleString(language)), value: quota } })}
            />
          </div>
          <LatencyChart height={140} labels={labels} steps={steps} />
        </div>
      )}
      {errors.length > 0 && <TopErrors clientId={clientId} errors={errors} period={periodOf({ steps, stepSec })} />}
    </>
  )
}

type TopErrorsProps = Pick<ChartsProps, 'clientId' | 'errors'> & { period: ReturnType<typeof periodOf> }

function TopErrors({ clientId, errors, period }: TopErrorsProps) {
  // The parameters are in the record, to which the name of the call leads.
  const texts = useErrorStrings()
  const sentences: Readonly<Record<string, unknown>> = {
    ...texts?.sentences,
    ...texts?.callSentences,
    ...texts?.generalSentences,
  }
  return (
    <div className={classes.errors}>
      <h3 id="top-errors" className={layout.subtitle}>
        {t.topErrors}
      </h3>
      <div className={`${table.scroll} ${table.cards}`}>
        <table className={table.table} aria-labelledby="top-errors">
          <thead>
            <tr>
              <th scope="col">{t.operation}</th>
              <th scope="col">{t.error}</th>
              <th scope="col" className={table.number}>
                {t.count}
              </th>
              <th scope="col">{t.last}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ operation, status, code, calls, lastDate }) => (
              <tr key={`${operation} ${status} ${code}`}>
                <th scope="row" className={classes.operation}>
                  <AnchorLink
                    inherit
                    to="/console/inspector"
                    search={{
                      app: clientId,
                      kind: 'request',
                      // All unknown paths are counted as one.
                      name: operation.replace(/\*$/, ''),
                      status: String(status),
                      // Quoted, as in a record: MISSING is part of SCOPE_MISSING.
                      ...(code !== null && { text: JSON.stringify(code) }),
                      ...period,
                    }}
                  >
                    {operation}
                  </AnchorLink>
                </th>
                <td data-label={t.error} className={classes.error}>
                  {status} <span className="soft">{code}</span>
                  {code !== null && typeof sentences[code] === 'string' && (
                    <div className={`soft ${table.wrapped}`}>{sentences[code]}</div>
                  )}
                </td>
                <td data-label={t.count} className={table.number}>
                  {calls.toLocaleString(language)}
                </td>
                <td data-label={t.last}>
                  <RelativeTime at={lastDate} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** The time that the steps cover, to the end of the last one, which still counts. */
function periodOf({ steps, stepSec }: Pick<Traffic, 'steps' | 'stepSec'>): { from: number; to: number } {
  const starts = steps.map(({ date }) => Date.parse(date))
  return { from: Math.min(...starts), to: Math.max(...starts) + stepSec * 1_000 - 1 }
}

import { SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listRecords } from '../../inspector/queries/records.ts'
import type { SearchOption } from '../../../lib/search-options.ts'
import { language, strings } from '../../../locales/index.ts'
import { Chart } from '../../../ui/chart.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import type { BurstTraces } from '../action-runner.ts'
import { BurstCounter, maxBurstRecords, type BurstStep } from '../burst-counter.ts'
import { useName } from './sent-values.tsx'
import layout from '../../../ui/layout.module.css'
import classes from '../pages/trigger.module.css'

const { burst: t, actions: actionLabels } = strings('trigger')

const pollMs = 1_000
/** After the last action the chart reads on until this many reads found nothing: events can be late. */
const lastReads = 5

/** The share of the wanted rate below which the reached rate is named. */
const minReached = 0.9

type Props = { burst: BurstTraces; isRunning: boolean; people: readonly SearchOption[] }

/** The events of a burst by second: sent against received, and the latency, from their records. */
export function BurstChart({ burst: { action, values, perSecond, position, traceIds }, isRunning, people }: Props) {
  const counter = useMemo(() => new BurstCounter(listRecords, position), [position])
  const { data, error } = useQuery({
    queryKey: ['burst', position],
    queryFn: async () => {
      await counter.readNew()
      return {
        steps: counter.stepsOf(traceIds),
        hasReceiver: counter.hasReceiver(traceIds),
        reached: counter.rateOf(traceIds),
        isSettled: counter.emptyReads > 0,
      }
    },
    refetchInterval: () => !counter.isFull && (isRunning || counter.emptyReads < lastReads) && pollMs,
    gcTime: 0,
  })
  const { steps = [], hasReceiver = false, reached = null, isSettled = false } = data ?? {}
  const channel = values.channelId
  const channelName = useName(channel, people)
  const sent = sum(steps, 'sent')
  const received = sum(steps, 'received')
  const isOver = !isRunning && isSettled
  const isSlow = isOver && reached !== null && reached < perSecond * minReached
  return (
    <section className="card" aria-labelledby="burst">
      <h2 id="burst">
        {t.title(actionLabels[action])}
        {channelName !== undefined && (
          <>
            {' '}
            → <bdi>{channelName}</bdi>
          </>
        )}
      </h2>
      <Text size="sm" c="dimmed">
        {t.about}
      </Text>
      {error !== null && <ErrorAlert error={error} />}
      <Text mt="xs" role="status" className={classes.burstResult}>
        {isOver && sent === 0 && t.noEvents}
        {isOver && sent > 0 && !hasReceiver && (
          <>
            {t.noReceiver} <AnchorLink to="/reference/events">{t.subscribe}</AnchorLink>
          </>
        )}
      </Text>
      <Text mt="xs" role="status" className={classes.burstResult}>
        {isSlow && t.slower(perSecond, Number(reached.toPrecision(2)))}
      </Text>
      <SimpleGrid minColWidth="min(17rem, 100%)" autoFlow="auto-fit" spacing="lg" mt="sm" className={classes.burst}>
        {sent > 0 && (
          <EventsChart
            steps={steps}
            missedSearch={
              isOver && hasReceiver && received < sent
                ? { missed: true, since: Math.max(1, position), ...(typeof channel === 'string' && { channel }) }
                : null
            }
          />
        )}
        {received > 0 && <LatencyChart steps={steps} />}
      </SimpleGrid>
      {counter.isFull && (
        <Text size="sm" c="dimmed">
          {t.full(maxBurstRecords.toLocaleString(language))}
        </Text>
      )}
    </section>
  )
}

type EventsProps = {
  steps: readonly BurstStep[]
  /** Where the inspector lists the events that were missed; null if none is known to be. */
  missedSearch: { missed: true; since: number; channel?: string } | null
}

/** The events that were sent and received in each second. */
function EventsChart({ steps, missedSearch }: EventsProps) {
  const sent = sum(steps, 'sent')
  const received = sum(steps, 'received')
  return (
    <div>
      <h3 className={layout.subtitle}>{t.events(sent.toLocaleString(language), received.toLocaleString(language))}</h3>
      {missedSearch !== null && (
        <AnchorLink size="sm" to="/console/inspector" search={missedSearch}>
          {t.missed((sent - received).toLocaleString(language))}
        </AnchorLink>
      )}
      <Chart
        title={t.perSecond}
        labelName={t.second}
        shape="lines"
        height={90}
        hasScale
        series={[
          { name: t.sent, tone: 'blue', isWide: true },
          { name: t.received, tone: 'teal' },
        ]}
        points={steps.map((step) => ({ label: t.atSecond(step.second), values: [step.sent, step.received] }))}
      />
    </div>
  )
}

/** The time from sending to receiving in each second. */
function LatencyChart({ steps }: { steps: readonly BurstStep[] }) {
  return (
    <div>
      <h3 className={layout.subtitle}>{t.latency}</h3>
      <Chart
        title={t.latency}
        labelName={t.second}
        shape="lines"
        height={90}
        hasScale
        format={(ms) => `${ms.toLocaleString(language)} ms`}
        series={[
          { name: 'p50', tone: 'blue' },
          { name: 'p95', tone: 'magenta' },
        ]}
        points={steps.map(({ second, p50Ms, p95Ms }) => ({ label: t.atSecond(second), values: [p50Ms, p95Ms] }))}
      />
    </div>
  )
}

function sum(steps: readonly BurstStep[], field: 'sent' | 'received'): number {
  return steps.reduce((total, step) => total + step[field], 0)
}

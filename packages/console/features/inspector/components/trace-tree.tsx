import { Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { endpointLabel, OutcomeBadge } from './record-row.tsx'
import { RecordKindLabel } from './record-kind.tsx'
import { listRecords, appForTrace, type InspectorRecord } from '../queries/records.ts'
import { SpanBar } from '../../../ui/span-bar.tsx'
import layout from '../../../ui/layout.module.css'
import classes from './records.module.css'

const { trace: title } = strings('common')

type Props = {
  app: string | undefined
  traceId: string
  /** The record beside which the trace is shown. Alone, it is no trace. */
  selected?: number
  onSelect: (position: number) => void
}

/** The records of a trace, newest first. */
export const traceQuery = (app: string | undefined, traceId: string) =>
  queryOptions({
    queryKey: ['records', 'traceId', app, traceId],
    queryFn: () => listRecords(appForTrace(app), { traceId, size: 100 }),
    refetchInterval: 2_000,
  })

/** The records of one trace as a waterfall, from the request on: when each began, and how long it took. */
export function TraceTree({ app, traceId, selected, onSelect }: Props) {
  const { data, error } = useQuery(traceQuery(app, traceId))
  if (error) return <ErrorAlert error={error} />
  const records = data?.data.toReversed() ?? []
  if (records.every(({ position }) => position === selected)) return null
  const spans = toSpans(records)
  return (
    <section aria-label={title} className={classes.traceSection}>
      <h3 className={layout.subtitle}>{title}</h3>
      <ol className={classes.trace}>
        {spans.map(({ record, startMs, tookMs, left, width }) => (
          <li key={record.position} data-kind={record.kind}>
            <button
              type="button"
              className={layout.plainButton}
              aria-pressed={record.position === selected}
              onClick={() => onSelect(record.position)}
              title={record.name}
            >
              <RecordKindLabel kind={record.kind} /> <span className={classes.spanName}>{record.name}</span>{' '}
              <OutcomeBadge status={record.status} state={record.delivery?.state ?? null} />
            </button>
            <SpanBar left={left} width={width} color="var(--kind-color)" />
            <Text span size="xs" c="dimmed" className={`clip ${classes.spanTime}`}>
              {record.delivery && (
                <bdi className={classes.spanReceiver}>{endpointLabel(record.clientId, record.delivery)} </bdi>
              )}
              {record.sessionKey !== null && <code>{record.sessionKey.slice(0, 8)} </code>}+{startMs} ms
              {tookMs > 0 && ` · ${tookMs} ms`}
            </Text>
          </li>
        ))}
      </ol>
    </section>
  )
}

const minWidth = 1.5

/** The position and width of each record in percent of the trace. */
function toSpans(records: readonly InspectorRecord[]) {
  const timed = records.map((record) => ({ record, at: Date.parse(record.date), tookMs: record.tookMs ?? 0 }))
  const start = Math.min(...timed.map(({ at }) => at))
  const totalMs = Math.max(1, ...timed.map(({ at, tookMs }) => at + tookMs - start))
  return timed.map(({ record, at, tookMs }) => ({
    record,
    startMs: at - start,
    tookMs,
    left: Math.min(100 - minWidth, (100 * (at - start)) / totalMs),
    width: Math.max(minWidth, (100 * tookMs) / totalMs),
  }))
}

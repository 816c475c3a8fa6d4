import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { strings } from '../locales/index.ts'
import { ErrorAlert } from './error-alert.tsx'
import { RelativeTime } from './relative-time.tsx'
import { OutcomeBadge } from './record-row.tsx'
import { listRecords, appForTrace } from '../lib/records.ts'
import layout from './layout.module.css'
import classes from './records.module.css'

const { trace: title, recordKinds } = strings('common')

type Props = { app: string | undefined; traceId: string; selected?: number; onSelect: (position: number) => void }

/** The records of one trace, from the request on. */
export function TraceTree({ app, traceId, selected, onSelect }: Props) {
  const { data, error } = useQuery({
    queryKey: ['records', 'traceId', app, traceId],
    queryFn: () => listRecords(appForTrace(app), { traceId, size: 100 }),
    refetchInterval: 2_000,
  })
  if (error) return <ErrorAlert error={error} />
  const records = data?.data.toReversed() ?? []
  if (records.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={layout.sectionTitle}>{title}</h3>
      <ol className={classes.trace}>
        {records.map((one) => (
          <li key={one.position} data-kind={one.kind}>
            <button type="button" aria-pressed={one.position === selected} onClick={() => onSelect(one.position)}>
              <span className={classes.kind}>{recordKinds[one.kind]}</span> <span>{one.name}</span>{' '}
              <OutcomeBadge status={one.status} state={one.delivery?.state ?? null} />
            </button>
            <Text span size="sm" c="dimmed">
              {one.sessionKey !== null && <code>{one.sessionKey.slice(0, 8)}</code>}{' '}
              <RelativeTime at={one.date} isInControl />
            </Text>
          </li>
        ))}
      </ol>
    </section>
  )
}

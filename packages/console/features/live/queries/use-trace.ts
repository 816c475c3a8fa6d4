import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listRecords, type InspectorRecord } from '../../inspector/queries/records.ts'

/** The records that one action caused, in order: its request, the event, and everything that was sent. */
export type Trace = {
  request: InspectorRecord | null
  event: InspectorRecord | null
  records: readonly InspectorRecord[]
}

/** While an action runs, its records are read this often. */
const runningMs = 300
/** Later, a webhook may be tried again. */
const settledMs = 3_000
/** After this time, everything that is sent at once has been sent. */
const settlesAfterMs = 4_000

/**
 * The records of a trace, read more often while it is young. `since`: when this page began to show it, in browser time. In a
 * burst, the trace before stays until those of the next are there.
 */
export function useTrace(traceId: string | null, since: number, isBursting: boolean): Trace | null {
  const { data } = useQuery({
    queryKey: ['live-trace', traceId],
    queryFn: async () => {
      const { data: found } = await listRecords(undefined, { traceId: traceId ?? '', summary: true, size: 100 })
      return found
    },
    enabled: traceId !== null,
    ...(isBursting && { placeholderData: keepPreviousData }),
    refetchInterval: () => (Date.now() - since < settlesAfterMs ? runningMs : settledMs),
  })
  if (traceId === null || data === undefined) return null
  const records = data.toReversed()
  return {
    request: records.find(({ kind }) => kind === 'request') ?? null,
    event: records.find(({ kind }) => kind === 'event') ?? null,
    records,
  }
}

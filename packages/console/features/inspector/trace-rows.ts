import type { InspectorRecord } from './queries/records.ts'

export type TraceRow = { position: number; record: InspectorRecord; depth: number; causedAt: string | undefined }

/**
 * All records, newest trace first, each request above what it caused. Of a trace whose request is not among them, each event
 * is above its messages and notifications, and these are ordered newest first like traces. `records`: newest first.
 */
export function toTraceRows(records: readonly InspectorRecord[]): TraceRow[] {
  const requests = new Set(records.filter(({ kind }) => kind === 'request').map(({ traceId }) => traceId))
  const events = new Set(records.filter(({ kind }) => kind === 'event').map(({ eventId }) => eventId))
  const groupOf = ({ traceId, eventId, position }: InspectorRecord) => {
    if (traceId === null) return position
    if (requests.has(traceId)) return traceId
    return eventId !== null && events.has(eventId) ? eventId : position
  }
  return [...Map.groupBy(records, groupOf).values()].flatMap(toRows)
}

/** The request, then each event above its messages and notifications. `trace`: newest first. */
function toRows(trace: readonly InspectorRecord[]): TraceRow[] {
  const oldestFirst = trace.toReversed()
  // A request can be recorded after what it caused.
  const first =
    oldestFirst.find(({ kind }) => kind === 'request') ??
    oldestFirst.find(({ kind }) => kind === 'event') ??
    oldestFirst[0]
  if (first === undefined) return []
  const caused = oldestFirst.filter((record) => record !== first)
  const events = caused.filter(({ kind }) => kind === 'event')
  const eventIds = new Set(events.map(({ eventId }) => eventId))
  const isOfEvent = ({ kind, eventId }: InspectorRecord) =>
    kind !== 'event' && eventId !== null && eventIds.has(eventId)
  const ordered = caused
    .filter((record) => !isOfEvent(record))
    .flatMap((record) =>
      record.kind === 'event'
        ? [record, ...caused.filter((one) => isOfEvent(one) && one.eventId === record.eventId)]
        : [record],
    )
  return [
    { position: first.position, record: first, depth: 0, causedAt: undefined },
    ...ordered.map((record) => ({
      position: record.position,
      record,
      depth: isOfEvent(record) ? 2 : 1,
      causedAt: first.date,
    })),
  ]
}

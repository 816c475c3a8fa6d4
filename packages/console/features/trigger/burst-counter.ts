import { losingFaultKinds } from '@onair/contract'
import type { InspectorRecord, listRecords } from '../inspector/queries/records.ts'

/** The records that are read for a burst at most. Later ones are not counted. */
export const maxBurstRecords = 20_000

const pageSize = 100

/**
 * `second`: since the first request. `sent`: events that the actions caused; `received`: those that were sent to at least
 * one session. Latencies in ms: from the arrival of a request until its event was sent to a session.
 */
export type BurstStep = { second: number; sent: number; received: number; p50Ms: number | null; p95Ms: number | null }

type Trace = {
  startedAt: number | null
  hasEvent: boolean
  frames: { sessionKey: string | null; sentAt: number }[]
  /** Sessions to which a fault did not let the event through. */
  missedBy: Set<string | null>
}

/** Counts the events of a burst in the records of the inspector. */
export class BurstCounter {
  readonly #listRecords: typeof listRecords
  readonly #traces = new Map<string, Trace>()
  #position: number
  #readCount = 0
  #emptyReads = 0

  /** `position`: the last record before the burst. */
  constructor(list: typeof listRecords, position: number) {
    this.#listRecords = list
    this.#position = position
  }

  /** Whether no more records are read. */
  get isFull(): boolean {
    return this.#readCount >= maxBurstRecords
  }

  /** How many of the last reads found no records. */
  get emptyReads(): number {
    return this.#emptyReads
  }

  /** Reads the new records. After an error, the next call reads them again. */
  async readNew(): Promise<void> {
    const found: InspectorRecord[] = []
    let newest = this.#position
    let before: number | null = null
    do {
      const query = { after: this.#position, size: pageSize, ...(before !== null && { before }) }
      const { data, page }: Awaited<ReturnType<typeof listRecords>> = await this.#listRecords(undefined, query)
      if (before === null) newest = page.newest ?? newest
      found.push(...data)
      before = page.next
    } while (before !== null && this.#readCount + found.length < maxBurstRecords)
    this.#position = newest
    this.#readCount += found.length
    this.#emptyReads = found.length === 0 ? this.#emptyReads + 1 : 0
    for (const record of found) this.#add(record)
  }

  /** The events of these traces by second. Seconds without an event are left out. */
  stepsOf(traceIds: ReadonlySet<string>): BurstStep[] {
    const events = [...traceIds].flatMap((traceId) => {
      const trace = this.#traces.get(traceId)
      return trace?.hasEvent && trace.startedAt !== null ? { ...trace, startedAt: trace.startedAt } : []
    })
    const start = Math.min(...events.map(({ startedAt }) => startedAt))
    const bySecond = Map.groupBy(events, ({ startedAt }) => Math.floor((startedAt - start) / 1_000))
    return [...bySecond]
      .sort(([a], [b]) => a - b)
      .map(([second, ofSecond]) => {
        const latencies = ofSecond.map(({ startedAt, frames, missedBy }) =>
          frames
            .filter(({ sessionKey }) => !missedBy.has(sessionKey))
            .map(({ sentAt }) => Math.max(0, sentAt - startedAt)),
        )
        const sorted = latencies.flat().sort((a, b) => a - b)
        const received = latencies.filter((ofEvent) => ofEvent.length > 0).length
        return { second, sent: ofSecond.length, received, p50Ms: quantile(sorted, 0.5), p95Ms: quantile(sorted, 0.95) }
      })
  }

  /** Whether these traces have an event that a session was subscribed to. */
  hasReceiver(traceIds: ReadonlySet<string>): boolean {
    return [...traceIds].some((traceId) => {
      const trace = this.#traces.get(traceId)
      return trace !== undefined && (trace.frames.length > 0 || trace.missedBy.size > 0)
    })
  }

  /** How many of these traces began each second, from the first to the last. Null for fewer than two. */
  rateOf(traceIds: ReadonlySet<string>): number | null {
    const starts = [...traceIds].flatMap((traceId) => this.#traces.get(traceId)?.startedAt ?? [])
    if (starts.length < 2) return null
    return (1_000 * (starts.length - 1)) / Math.max(1, Math.max(...starts) - Math.min(...starts))
  }

  #add({ kind, traceId, eventId, date, sessionKey, fault }: InspectorRecord): void {
    if (traceId === null) return
    const trace = this.#traces.get(traceId) ?? { startedAt: null, hasEvent: false, frames: [], missedBy: new Set() }
    this.#traces.set(traceId, trace)
    const at = Date.parse(date)
    if (kind === 'request') trace.startedAt = at
    else if (kind === 'event') trace.hasEvent = true
    else if (fault !== null && losingFaultKinds.has(fault)) trace.missedBy.add(sessionKey)
    else if (kind === 'frame' && eventId !== null) trace.frames.push({ sessionKey, sentAt: at })
  }
}

/** The nearest rank of sorted values. Null if there are none. */
function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? null
}

import { subscribe, resetTopic } from '../../../shared/bus-messages.ts'
import { repeat } from '../../../shared/repeat.ts'
import type { Deps } from '../../../infra/deps.ts'
import { addHistogram, addLatency, emptyHistogram } from './traffic-rules.ts'
import { addTraffic, trafficStepsSec, type TrafficKind, type TrafficRow } from './traffic-store.ts'

/** Counts of the last interval are lost when a process is killed. In process time. */
const flushIntervalMs = 5_000
/** Rows that wait. What needs another row is not counted: charts may lack it, and no process grows. */
const maxRows = 20_000
const rowsPerWrite = 2_000

type TrafficSample = {
  clientId: string
  kind: TrafficKind
  operation: string
  status: number
  code: string
  tookMs: number
}

/** Counts the traffic of applications by the minute and by the hour, and writes the counts in batches. */
export class TrafficCounter implements AsyncDisposable {
  readonly #deps: Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>
  readonly #opened = new AsyncDisposableStack()
  #minutes = new Map<string, TrafficRow>()
  #dropped = 0

  private constructor(deps: Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>) {
    this.#deps = deps
  }

  static async open(deps: Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>): Promise<TrafficCounter> {
    const counter = new TrafficCounter(deps)
    counter.#opened.use(await subscribe(deps.bus, resetTopic, () => counter.#minutes.clear()))
    const onError = (error: unknown) => deps.log.warn({ error: String(error) }, 'traffic.write_failed')
    counter.#opened.defer(() => counter.#flush().catch(onError))
    counter.#opened.use(repeat(() => counter.#flush(), { clock: deps.clock, intervalMs: flushIntervalMs, onError }))
    return counter
  }

  add({ clientId, kind, operation, status, code, tookMs }: TrafficSample): void {
    const stepSec = trafficStepsSec.minute
    const now = this.#deps.clock.now()
    const at = now - (now % (stepSec * 1_000))
    const key = rowKey({ clientId, kind, at, operation, status, code })
    let row = this.#minutes.get(key)
    if (row === undefined) {
      if (this.#minutes.size >= maxRows) {
        this.#dropped += 1
        return
      }
      row = { clientId, kind, stepSec, at, operation, status, code, count: 0, lastAt: now, latency: emptyHistogram() }
      this.#minutes.set(key, row)
    }
    row.count += 1
    row.lastAt = Math.max(row.lastAt, now)
    addLatency(row.latency, tookMs)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened[Symbol.asyncDispose]()
  }

  async #flush(): Promise<void> {
    const { db, log } = this.#deps
    if (this.#dropped > 0) log.warn({ count: this.#dropped }, 'traffic.samples_dropped')
    this.#dropped = 0
    const minutes = [...this.#minutes]
    this.#minutes.clear()
    while (minutes.length > 0) {
      const batch = minutes.slice(0, rowsPerWrite)
      const rows = batch.map(([, row]) => row)
      try {
        await db.transaction((tx) => addTraffic(tx, [...rows, ...hoursOf(rows)]))
      } catch (error) {
        this.#keep(minutes)
        throw error
      }
      minutes.splice(0, batch.length)
    }
  }

  /** Puts back rows that could not be written. */
  #keep(minutes: readonly [string, TrafficRow][]): void {
    for (const [key, row] of minutes) {
      const newer = this.#minutes.get(key)
      if (newer === undefined) {
        if (this.#minutes.size < maxRows) this.#minutes.set(key, row)
        else this.#dropped += row.count
      } else {
        addRow(newer, row)
      }
    }
  }
}

function rowKey({
  clientId,
  kind,
  at,
  operation,
  status,
  code,
}: Omit<TrafficRow, 'stepSec' | 'count' | 'lastAt' | 'latency'>) {
  return `${at} ${kind} ${status} ${code} ${operation} ${clientId}`
}

function addRow(target: TrafficRow, { count, lastAt, latency }: TrafficRow): void {
  target.count += count
  target.lastAt = Math.max(target.lastAt, lastAt)
  addHistogram(target.latency, latency)
}

/** The same counts by the hour. */
function hoursOf(minutes: readonly TrafficRow[]): TrafficRow[] {
  const hours = new Map<string, TrafficRow>()
  const stepSec = trafficStepsSec.hour
  for (const row of minutes) {
    const at = row.at - (row.at % (stepSec * 1_000))
    const key = rowKey({ ...row, at })
    const hour = hours.get(key)
    if (hour === undefined) hours.set(key, { ...row, stepSec, at, latency: [...row.latency] })
    else {
      addRow(hour, row)
    }
  }
  return [...hours.values()]
}

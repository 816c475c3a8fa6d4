import type { Clock } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { FlushedSums, type SumDeps } from './flushed-sums.ts'
import { addHistogram, addLatency, emptyHistogram } from './traffic-rules.ts'
import { addTraffic, trafficStepsSec, type TrafficKind, type TrafficRow } from './traffic-store.ts'

type TrafficSample = {
  clientId: string
  kind: TrafficKind
  operation: string
  status: number
  code: string
  tookMs: number
}

/** Counts the traffic of applications by the minute and by the hour. Charts may lack what a process has not written. */
export class TrafficCounter implements AsyncDisposable {
  readonly #clock: Pick<Clock, 'now'>
  readonly #minutes: FlushedSums<TrafficRow>

  private constructor(clock: Pick<Clock, 'now'>, minutes: FlushedSums<TrafficRow>) {
    this.#clock = clock
    this.#minutes = minutes
  }

  static async open(deps: SumDeps): Promise<TrafficCounter> {
    return new TrafficCounter(deps.clock, await FlushedSums.open({ name: 'traffic', merge: addRow, write }, deps))
  }

  add({ tookMs, ...sample }: TrafficSample): void {
    const stepSec = trafficStepsSec.minute
    const now = this.#clock.now()
    const at = now - (now % (stepSec * 1_000))
    const create = () => ({ ...sample, stepSec, at, count: 0, lastAt: now, latency: emptyHistogram() })
    const row = this.#minutes.of(rowKey({ ...sample, at }), create)
    if (row === null) return
    row.count += 1
    row.lastAt = Math.max(row.lastAt, now)
    addLatency(row.latency, tookMs)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#minutes[Symbol.asyncDispose]()
  }
}

function write(tx: Tx, minutes: TrafficRow[]): Promise<void> {
  return addTraffic(tx, [...minutes, ...hoursOf(minutes)])
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

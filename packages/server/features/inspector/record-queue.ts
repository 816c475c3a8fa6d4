import { failure, type RecordDetail } from '@onair/contract'
import { coalesce } from '../../shared/coalesce.ts'
import { currentTraceId } from '../../infra/observability/trace.ts'
import type { NewRecord } from '../../infra/recorder.ts'
import type { Deps } from '../../infra/deps.ts'
import { insertRecords, type NewRow } from './record-store.ts'

const flushDelayMs = 250
/** Writing a batch holds its texts in memory about three more times, so a batch is small compared with the queue. */
const batchLimits = { records: 500, bytes: 1024 * 1024 }

/**
 * Limits of the records that wait or are being written; 16 MiB in all, with what writing takes. Anonymous requests have
 * a limit of their own, so that they cannot displace other records.
 */
const queueLimits = {
  known: { records: 4_000, bytes: 10 * 1024 * 1024 },
  anonymous: { records: 1_000, bytes: 2 * 1024 * 1024 },
}
type QueueClass = keyof typeof queueLimits

type QueuedRecord = NewRecord & { at: number; sequence: number }

/** Writes records in batches, ordered by their sequence. Records beyond the limits are dropped and counted in a gap. */
export class RecordQueue implements AsyncDisposable {
  readonly #deps: Pick<Deps, 'clock' | 'db' | 'log'>
  readonly #observation: Disposable
  readonly #usage = { known: { records: 0, bytes: 0 }, anonymous: { records: 0, bytes: 0 } }
  #queued: QueuedRecord[] = []
  #dropped = { known: 0, anonymous: 0 }
  #lastSequence = 0
  #timer: Disposable | null = null
  readonly #flush = coalesce(() => this.#writeQueued())

  readonly name = 'inspector_records'

  constructor(deps: Pick<Deps, 'clock' | 'db' | 'log' | 'metrics'>) {
    this.#deps = deps
    this.#observation = deps.metrics.observeQueue(this)
  }

  get pendingRows(): number {
    return this.#queued.length
  }

  nextSequence(): number {
    return ++this.#lastSequence
  }

  add(record: NewRecord): void {
    const queueClass = queueClassOf(record)
    const [limit, usage] = [queueLimits[queueClass], this.#usage[queueClass]]
    if (usage.records >= limit.records || usage.bytes + sizeOf(record) > limit.bytes) {
      this.#dropped[queueClass] += 1
      return
    }
    this.#trackUsage(record, 1)
    const traceId = record.traceId ?? currentTraceId()
    this.#queued.push({
      ...record,
      ...(traceId !== undefined && { traceId }),
      at: record.at ?? this.#deps.clock.now(),
      sequence: record.sequence ?? this.nextSequence(),
    })
    if (this.#queued.length === batchLimits.records) void this.#flush()
    else this.#timer ??= this.#deps.clock.after(flushDelayMs, () => void this.#flush())
  }

  /** Resolves when the records added so far are written, or counted as dropped because the write failed. */
  async flush(): Promise<void> {
    await this.#flush()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#flush()
    this.#timer?.[Symbol.dispose]()
    this.#observation[Symbol.dispose]()
  }

  /** Never rejects. A batch that cannot be written is dropped and ends the run. */
  async #writeQueued(): Promise<void> {
    this.#timer?.[Symbol.dispose]()
    this.#timer = null
    while (this.#queued.length > 0 || this.#dropped.known > 0 || this.#dropped.anonymous > 0)
      if (!(await this.#writeBatch())) return
  }

  async #writeBatch(): Promise<boolean> {
    const { clock, db, log } = this.#deps
    const batch = this.#takeBatch()
    const dropped = this.#dropped
    this.#dropped = { known: 0, anonymous: 0 }
    try {
      await db.transaction((tx) => insertRecords(tx, [...gapRows(dropped, clock.now()), ...batch.map(toRow)]))
      return true
    } catch (error) {
      log.warn({ error: String(error) }, 'inspector.write_failed')
      this.#dropped.known += dropped.known
      this.#dropped.anonymous += dropped.anonymous
      for (const record of batch) this.#dropped[queueClassOf(record)] += 1
      return false
    } finally {
      for (const record of batch) this.#trackUsage(record, -1)
    }
  }

  #takeBatch(): QueuedRecord[] {
    const ordered = this.#queued.toSorted((left, right) => left.sequence - right.sequence)
    let bytes = 0
    const end = ordered.findIndex((record, index) => {
      bytes += sizeOf(record)
      return index === batchLimits.records || (index > 0 && bytes > batchLimits.bytes)
    })
    this.#queued = end === -1 ? [] : ordered.slice(end)
    return end === -1 ? ordered : ordered.slice(0, end)
  }

  #trackUsage(record: NewRecord, sign: 1 | -1): void {
    const usage = this.#usage[queueClassOf(record)]
    usage.records += sign
    usage.bytes += sign * sizeOf(record)
  }
}

function queueClassOf({ isAnonymous = false }: NewRecord): QueueClass {
  return isAnonymous ? 'anonymous' : 'known'
}

function sizeOf({ bytes = 0 }: NewRecord): number {
  return bytes + 300
}

function toRow({ bytes: _bytes, sequence: _sequence, ...record }: QueuedRecord): NewRow {
  const { name, isAnonymous = false, detail } = record
  return { ...record, name: toStorableText(name.slice(0, 300)), isAnonymous, detail: detailOf(detail?.()) }
}

function gapRows(dropped: Readonly<Record<QueueClass, number>>, at: number): NewRow[] {
  const { known, anonymous } = dropped
  const gapOf = (isAnonymous: boolean, name: string, gap: RecordDetail['failure']): NewRow => {
    return { kind: 'gap', name, at, isAnonymous, detail: detailOf({ failure: gap }) }
  }
  return [
    ...(known > 0 ? [gapOf(false, 'gap', failure('RECORDS_DROPPED', { count: known }))] : []),
    ...(anonymous > 0
      ? [gapOf(true, 'gap among anonymous calls', failure('ANONYMOUS_RECORDS_DROPPED', { count: anonymous }))]
      : []),
  ]
}

function detailOf(detail: Partial<RecordDetail> = {}): string {
  return JSON.stringify({ request: null, response: null, payload: null, reason: null, failure: null, ...detail })
}

/** A name contains the requested path, so it may contain anything. */
function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '�')
}

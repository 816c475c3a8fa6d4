import { failure, type RecordDetail } from '@onair/contract'
import { BatchWriter } from '../../shared/batch-writer.ts'
import { currentTraceId } from '../../infra/observability/trace.ts'
import type { NewRecord } from '../../infra/recorder.ts'
import type { Deps } from '../../infra/deps.ts'
import { insertRecords, type NewRow } from './record-store.ts'

const delayMs = 250
/** Writing a batch holds its texts in memory about three more times, so a batch is small compared with the queue. */
const batchLimits = { maxRows: 500, maxBytes: 1024 * 1024 }

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
/** Waits in place of a batch that could not be written, so that its gap is written. */
const gapAlone = null

/** Writes records in batches, ordered by their sequence. Records beyond the limits are dropped and counted in a gap. */
export class RecordQueue implements AsyncDisposable {
  readonly #deps: Pick<Deps, 'clock' | 'db'>
  readonly #usage = { known: { records: 0, bytes: 0 }, anonymous: { records: 0, bytes: 0 } }
  readonly #batches: BatchWriter<QueuedRecord | typeof gapAlone>
  #dropped = { known: 0, anonymous: 0 }
  #lastSequence = 0

  constructor(deps: Pick<Deps, 'clock' | 'db' | 'log' | 'metrics'>) {
    this.#deps = deps
    this.#batches = new BatchWriter({
      name: 'inspector_records',
      clock: deps.clock,
      metrics: deps.metrics,
      delayMs,
      ...batchLimits,
      sizeOf: (record) => (record === gapAlone ? 0 : sizeOf(record)),
      write: (batch) => this.#write(batch.filter((record) => record !== gapAlone)),
      onError(error) {
        deps.log.warn({ error: String(error) }, 'inspector.write_failed')
        return [gapAlone]
      },
    })
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
    this.#batches.add({
      ...record,
      ...(traceId !== undefined && { traceId }),
      at: record.at ?? this.#deps.clock.now(),
      sequence: record.sequence ?? this.nextSequence(),
    })
  }

  /** Resolves when the records added so far are written, or counted as dropped because the write failed. */
  flush(): Promise<void> {
    return this.#batches.flush()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#batches[Symbol.asyncDispose]()
  }

  async #write(batch: readonly QueuedRecord[]): Promise<void> {
    const { clock, db } = this.#deps
    const ordered = batch.toSorted((left, right) => left.sequence - right.sequence)
    const dropped = this.#dropped
    this.#dropped = { known: 0, anonymous: 0 }
    try {
      await db.transaction((tx) => insertRecords(tx, [...gapRows(dropped, clock.now()), ...ordered.map(toRow)]))
    } catch (error) {
      this.#dropped.known += dropped.known
      this.#dropped.anonymous += dropped.anonymous
      for (const record of batch) this.#dropped[queueClassOf(record)] += 1
      throw error
    } finally {
      for (const record of batch) this.#trackUsage(record, -1)
    }
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

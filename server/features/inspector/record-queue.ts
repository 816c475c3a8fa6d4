import { failure, type RecordDetail } from '@onair/contract'
import { currentTraceId } from '../../infra/trace.ts'
import type { NewRecord } from '../../infra/recorder.ts'
import type { Deps } from '../../infra/deps.ts'
import { insertRecords, type RecordRow } from './record-store.ts'

const flushIntervalMs = 250
/** While a batch is written its texts are in memory some three times more, so it is small beside what may wait. */
const batchLimits = { records: 500, bytes: 1024 * 1024 }

/**
 * How much may be held, waiting or being written; with what writing takes, 16 MiB in all. Calls whose credentials nobody knows
 * have a share of their own, so that whoever makes many crowds out no others.
 */
const queueLimits = {
  known: { records: 4_000, bytes: 10 * 1024 * 1024, gap: 'gap' },
  anonymous: { records: 1_000, bytes: 2 * 1024 * 1024, gap: 'gap among anonymous calls' },
}
type QueueClass = keyof typeof queueLimits

type QueuedRecord = NewRecord & { at: number; sequence: number }

/** Records on their way into the database: some at a time, by whoever has no one waiting; what is too much is counted and left out. */
export function openRecordQueue({ clock, db, log }: Pick<Deps, 'clock' | 'db' | 'log'>) {
  let queued: QueuedRecord[] = []
  const usage = { known: { records: 0, bytes: 0 }, anonymous: { records: 0, bytes: 0 } }
  let dropped = { known: 0, anonymous: 0 }
  let lastSequence = 0
  let timer: Disposable | null = null
  let runningFlush: Promise<void> | null = null

  const trackUsage = (record: NewRecord, sign: 1 | -1) => {
    const used = usage[queueClassOf(record)]
    used.records += sign
    used.bytes += sign * sizeOf(record)
  }
  const flush = (): Promise<void> => {
    timer?.[Symbol.dispose]()
    timer = null
    return (runningFlush ??= flushAll().finally(() => (runningFlush = null)))
  }
  async function flushAll() {
    while (queued.length > 0 || dropped.known > 0 || dropped.anonymous > 0) {
      const batch = takeBatch()
      const droppedBefore = dropped
      dropped = { known: 0, anonymous: 0 }
      try {
        await db.transaction((tx) => insertRecords(tx, [...gapRows(droppedBefore, clock.now()), ...batch.map(toRow)]))
      } catch (error) {
        log.warn({ error: String(error) }, 'inspector.write_failed')
        dropped.known += droppedBefore.known
        dropped.anonymous += droppedBefore.anonymous
        for (const record of batch) dropped[queueClassOf(record)] += 1
        return
      } finally {
        for (const record of batch) trackUsage(record, -1)
      }
    }
  }
  function takeBatch(): QueuedRecord[] {
    const ordered = queued.toSorted((left, right) => left.sequence - right.sequence)
    let bytes = 0
    const end = ordered.findIndex((record, index) => {
      bytes += sizeOf(record)
      return index === batchLimits.records || (index > 0 && bytes > batchLimits.bytes)
    })
    queued = end === -1 ? [] : ordered.slice(end)
    return end === -1 ? ordered : ordered.slice(0, end)
  }
  return {
    add(record: NewRecord) {
      const queueClass = queueClassOf(record)
      const limit = queueLimits[queueClass]
      if (usage[queueClass].records >= limit.records || usage[queueClass].bytes + sizeOf(record) > limit.bytes) {
        dropped[queueClass] += 1
        return
      }
      const traceId = record.traceId ?? currentTraceId()
      trackUsage(record, 1)
      queued.push({
        ...record,
        ...(traceId !== undefined && { traceId }),
        at: record.at ?? clock.now(),
        sequence: record.sequence ?? ++lastSequence,
      })
      if (queued.length === batchLimits.records) void flush()
      else if (runningFlush === null) timer ??= clock.after(flushIntervalMs, () => void flush())
    },
    nextSequence: () => ++lastSequence,
    async flushed() {
      // What is being written may have begun before the last was added.
      await runningFlush
      await flush()
    },
    async [Symbol.asyncDispose]() {
      await runningFlush
      await flush()
    },
  }
}

function queueClassOf({ isAnonymous = false }: NewRecord): QueueClass {
  return isAnonymous ? 'anonymous' : 'known'
}

function sizeOf({ bytes = 0 }: NewRecord): number {
  return bytes + 300
}

function toRow(record: QueuedRecord): RecordRow {
  const { kind, name, traceId, at, clientId, channelId, sessionKey, eventId, deliveryId, status, tookMs } = record
  const { isAnonymous = false } = record
  const detail = { ...emptyDetail, ...record.detail?.() }
  return {
    kind,
    name: toStorableText(name.slice(0, 300)),
    traceId: traceId ?? null,
    at,
    clientId: clientId ?? null,
    channelId: channelId ?? null,
    sessionKey: sessionKey ?? null,
    eventId: eventId ?? null,
    deliveryId: deliveryId ?? null,
    status: status ?? null,
    tookMs: tookMs ?? null,
    detail: JSON.stringify(detail),
    isAnonymous,
  }
}

function gapRows(dropped: Readonly<Record<QueueClass, number>>, at: number): RecordRow[] {
  const classes = (['known', 'anonymous'] as const).filter((share) => dropped[share] > 0)
  return classes.map((queueClass) => gapRow(dropped[queueClass], queueClass, at))
}

function gapRow(count: number, queueClass: QueueClass, at: number): RecordRow {
  const code = queueClass === 'anonymous' ? 'ANONYMOUS_RECORDS_DROPPED' : 'RECORDS_DROPPED'
  const noIds = { traceId: null, clientId: null, channelId: null, sessionKey: null, eventId: null, deliveryId: null }
  return {
    kind: 'gap',
    name: queueLimits[queueClass].gap,
    at,
    ...noIds,
    status: null,
    tookMs: null,
    detail: JSON.stringify({ ...emptyDetail, failure: failure(code, { count }) }),
    isAnonymous: queueClass === 'anonymous',
  }
}

const emptyDetail: RecordDetail = { request: null, answer: null, payload: null, reason: null, failure: null }

/** A name contains the requested path, so it may contain anything. */
function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '�')
}

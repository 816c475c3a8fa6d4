import type { RecordDetail } from '@onair/contract'
import { chainNow } from '../../world/chain.ts'
import type { NewRecord } from '../../world/recorder.ts'
import type { World } from '../../world/world.ts'
import { insertRecords, type WrittenRecord } from './record-store.ts'

const writtenEveryMs = 250
const writtenAtOnce = 500
const waitingAtMost = 5_000
const bytesAtMost = 16 * 1024 * 1024

type Waiting = NewRecord & { at: number; place: number }

/** Records on their way into the database: some at a time, by whoever has no one waiting; what is too much is counted and left out. */
export function openRecordQueue({ clock, db, log }: Pick<World, 'clock' | 'db' | 'log'>) {
  let waiting: Waiting[] = []
  let bytes = 0
  let leftOut = 0
  let places = 0
  let timer: Disposable | null = null
  let writing: Promise<void> | null = null

  const write = (): Promise<void> => {
    timer?.[Symbol.dispose]()
    timer = null
    return (writing ??= writeAll().finally(() => (writing = null)))
  }
  async function writeAll() {
    while (waiting.length > 0 || leftOut > 0) {
      const all = waiting.toSorted((one, other) => one.place - other.place)
      const due = all.slice(0, writtenAtOnce)
      waiting = all.slice(writtenAtOnce)
      for (const record of due) bytes -= sizeOf(record)
      const missing = leftOut
      leftOut = 0
      const gap = missing > 0 ? [gapOf(missing, clock.now())] : []
      try {
        await db.change((tx) => insertRecords(tx, [...gap, ...due.map(writtenOf)]))
      } catch (error) {
        log.warn({ error: String(error) }, 'records.not-written')
        leftOut += missing + due.length
        return
      }
    }
  }
  return {
    add(record: NewRecord) {
      const size = sizeOf(record)
      if (waiting.length >= waitingAtMost || bytes + size > bytesAtMost) {
        leftOut += 1
        return
      }
      const chain = record.chain ?? chainNow()
      bytes += size
      waiting.push({
        ...record,
        ...(chain !== undefined && { chain }),
        at: record.at ?? clock.now(),
        place: record.place ?? ++places,
      })
      if (waiting.length === writtenAtOnce) void write()
      else if (writing === null) timer ??= clock.after(writtenEveryMs, () => void write())
    },
    takePlace: () => ++places,
    async written() {
      // What is being written may have begun before the last was added.
      await writing
      await write()
    },
    async [Symbol.asyncDispose]() {
      await writing
      await write()
    },
  }
}

function sizeOf({ bytes = 0 }: NewRecord): number {
  return bytes + 300
}

function writtenOf(record: Waiting): WrittenRecord {
  const { kind, name, chain, at, clientId, channelId, sessionKey, eventId, deliveryId, status, tookMs } = record
  const detail = { ...nothing, ...record.detail?.() }
  return {
    kind,
    name: stored(name.slice(0, 300)),
    chain: chain ?? null,
    at,
    clientId: clientId ?? null,
    channelId: channelId ?? null,
    sessionKey: sessionKey ?? null,
    eventId: eventId ?? null,
    deliveryId: deliveryId ?? null,
    status: status ?? null,
    tookMs: tookMs ?? null,
    reason: detail.reason === null ? null : stored(detail.reason),
    detail: JSON.stringify(detail),
  }
}

function gapOf(count: number, at: number): WrittenRecord {
  const reason = `${count} left out: they came faster than they could be written`
  const none = { chain: null, clientId: null, channelId: null, sessionKey: null, eventId: null, deliveryId: null }
  return {
    kind: 'gap',
    name: 'gap',
    at,
    ...none,
    status: null,
    tookMs: null,
    reason,
    detail: JSON.stringify({ ...nothing, reason }),
  }
}

const nothing: RecordDetail = { request: null, answer: null, payload: null, reason: null }

/** Names and reasons may hold what was asked for, so anything at all. */
function stored(text: string): string {
  return text.toWellFormed().replaceAll('\0', '�')
}

import { textOfCause, type RecordDetail } from '@onair/contract'
import { chainNow } from '../../world/chain.ts'
import type { NewRecord } from '../../world/recorder.ts'
import type { World } from '../../world/world.ts'
import { insertRecords, type WrittenRecord } from './record-store.ts'

const writtenEveryMs = 250
/** While a batch is written its texts are in memory some three times more, so it is small beside what may wait. */
const atOnce = { records: 500, bytes: 1024 * 1024 }

/**
 * How much may be held, waiting or being written; with what writing takes, 16 MiB in all. Calls whose credentials nobody knows
 * have a share of their own, so that whoever makes many crowds out no others.
 */
const shares = {
  known: { records: 4_000, bytes: 10 * 1024 * 1024, gap: 'gap' },
  strangers: { records: 1_000, bytes: 2 * 1024 * 1024, gap: 'gap among strangers' },
}
type Share = keyof typeof shares

type Waiting = NewRecord & { at: number; place: number }

/** Records on their way into the database: some at a time, by whoever has no one waiting; what is too much is counted and left out. */
export function openRecordQueue({ clock, db, log }: Pick<World, 'clock' | 'db' | 'log'>) {
  let waiting: Waiting[] = []
  const held = { known: { records: 0, bytes: 0 }, strangers: { records: 0, bytes: 0 } }
  let leftOut = { known: 0, strangers: 0 }
  let places = 0
  let timer: Disposable | null = null
  let writing: Promise<void> | null = null

  const count = (record: NewRecord, by: 1 | -1) => {
    const share = held[shareOf(record)]
    share.records += by
    share.bytes += by * sizeOf(record)
  }
  const write = (): Promise<void> => {
    timer?.[Symbol.dispose]()
    timer = null
    return (writing ??= writeAll().finally(() => (writing = null)))
  }
  async function writeAll() {
    while (waiting.length > 0 || leftOut.known > 0 || leftOut.strangers > 0) {
      const due = takeSome()
      const missing = leftOut
      leftOut = { known: 0, strangers: 0 }
      try {
        await db.change((tx) => insertRecords(tx, [...gapsOf(missing, clock.now()), ...due.map(writtenOf)]))
      } catch (error) {
        log.warn({ error: String(error) }, 'records.not-written')
        leftOut.known += missing.known
        leftOut.strangers += missing.strangers
        for (const record of due) leftOut[shareOf(record)] += 1
        return
      } finally {
        for (const record of due) count(record, -1)
      }
    }
  }
  function takeSome(): Waiting[] {
    const all = waiting.toSorted((one, other) => one.place - other.place)
    let bytes = 0
    const end = all.findIndex((record, taken) => {
      bytes += sizeOf(record)
      return taken === atOnce.records || (taken > 0 && bytes > atOnce.bytes)
    })
    waiting = end === -1 ? [] : all.slice(end)
    return end === -1 ? all : all.slice(0, end)
  }
  return {
    add(record: NewRecord) {
      const share = shareOf(record)
      const most = shares[share]
      if (held[share].records >= most.records || held[share].bytes + sizeOf(record) > most.bytes) {
        leftOut[share] += 1
        return
      }
      const chain = record.chain ?? chainNow()
      count(record, 1)
      waiting.push({
        ...record,
        ...(chain !== undefined && { chain }),
        at: record.at ?? clock.now(),
        place: record.place ?? ++places,
      })
      if (waiting.length === atOnce.records) void write()
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

function shareOf({ isOfStranger = false }: NewRecord): Share {
  return isOfStranger ? 'strangers' : 'known'
}

function sizeOf({ bytes = 0 }: NewRecord): number {
  return bytes + 300
}

function writtenOf(record: Waiting): WrittenRecord {
  const { kind, name, chain, at, clientId, channelId, sessionKey, eventId, deliveryId, status, tookMs } = record
  const { isOfStranger = false } = record
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
    isOfStranger,
  }
}

function gapsOf(missing: Readonly<Record<Share, number>>, at: number): WrittenRecord[] {
  const some = (['known', 'strangers'] as const).filter((share) => missing[share] > 0)
  return some.map((share) => gapOf(missing[share], share, at))
}

function gapOf(count: number, share: Share, at: number): WrittenRecord {
  const reason = textOfCause(share === 'strangers' ? 'STRANGERS_LEFT_OUT' : 'LEFT_OUT', { count })
  const none = { chain: null, clientId: null, channelId: null, sessionKey: null, eventId: null, deliveryId: null }
  return {
    kind: 'gap',
    name: shares[share].gap,
    at,
    ...none,
    status: null,
    tookMs: null,
    reason,
    detail: JSON.stringify({ ...nothing, reason }),
    isOfStranger: share === 'strangers',
  }
}

const nothing: RecordDetail = { request: null, answer: null, payload: null, reason: null }

/** Names and reasons may hold what was asked for, so anything at all. */
function stored(text: string): string {
  return text.toWellFormed().replaceAll('\0', '�')
}

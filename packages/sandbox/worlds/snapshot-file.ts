import { Readable } from 'node:stream'
import {
  decompressRows,
  requireSameVersion,
  RowReader,
  RowsRefused,
  type RowsHeader,
} from '@onair/server/infra/db/row-stream.ts'
import type { ProgramKey } from '@onair/server/infra/deps.ts'
import type { SnapshotInfo } from '../worlds.ts'
import { utcDate } from '@onair/server/shared/dates.ts'
import { errorReason, Refusal } from '@onair/server/shared/refusal.ts'

/** The state of a sandbox beside its rows: its time, its address, and the keys that its secrets need. */
export type SnapshotHead = {
  /** The time of the platform. */
  now: number
  baseUrl: string
  dataKey: Buffer
  programKey: ProgramKey
}

/** A snapshot, whose rows can be read any number of times. */
export type Snapshot = SnapshotHead & { openRows: () => RowReader }

/** The head as JSON, in the header of the rows. */
type EncodedHead = { now: number; baseUrl: string; dataKey: string; programKeys: string[] }

const maxMb = 512
const keyBytes = 32

export function encodeHead({ now, baseUrl, dataKey, programKey }: SnapshotHead): EncodedHead {
  const keys = programKey.previous === null ? [programKey.current] : [programKey.current, programKey.previous]
  return { now, baseUrl, dataKey: dataKey.toString('base64'), programKeys: keys.map((key) => key.toString('base64')) }
}

/** Opens a file. Throws a Refusal if it is no snapshot, or one of another version. */
export async function openSnapshot(openFile: () => Readable): Promise<Snapshot> {
  const openRows = () => new RowReader(limitBytes(decompressRows(openFile())))
  await using rows = openRows()
  return await refusing(async () => {
    const header = await rows.readHeader()
    await requireSameVersion(header)
    return { ...decodeHead(header), openRows }
  })
}

/** Reads a snapshot to its end. */
export async function verifySnapshot(file: Buffer): Promise<void> {
  const { openRows } = await openSnapshot(() => Readable.from([file]))
  await using rows = openRows()
  await refusing(async () => {
    await rows.readHeader()
    await rows.readToEnd()
  })
}

/** Describes a file that was checked when it was stored, also one of another version. */
export async function describeSnapshot(name: string, file: Readable, bytes: number): Promise<SnapshotInfo> {
  await using rows = new RowReader(decompressRows(file))
  return await refusing(async () => {
    const header = await rows.readHeader()
    return { name, createdDate: header.createdAt, now: utcDate(decodeHead(header).now), bytes }
  })
}

/** Throws a Refusal after more bytes of rows than a snapshot or a copy of a sandbox may have. */
export async function* limitBytes(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = maxMb * 1e6
  for await (const bytes of rows) {
    left -= bytes.length
    if (left < 0) throw new Refusal('badInput', errorReason('DATA_TOO_LARGE', { most: maxMb }))
    yield bytes
  }
}

/** Reads rows. They may come from anyone, so an error that is not of the file system is one of the rows. */
export async function refusing<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal || (error instanceof Error && 'syscall' in error)) throw error
    if (error instanceof RowsRefused && error.reason === 'OTHER_VERSION')
      throw new Refusal('badInput', errorReason('SNAPSHOT_OF_OTHER_VERSION', { version: error.version }))
    throw new Refusal('badInput', 'SNAPSHOT_DAMAGED')
  }
}

/** Throws if the rows are those of a backup. */
function decodeHead({ mode, snapshot }: RowsHeader): SnapshotHead {
  const { now, baseUrl, dataKey, programKeys = [] } = (snapshot ?? {}) as Partial<EncodedHead>
  const [key, current, previous = null] = [dataKey ?? '', ...programKeys].map((text) => Buffer.from(text, 'base64'))
  if (
    mode !== 'sandbox' ||
    now === undefined ||
    baseUrl === undefined ||
    key?.length !== keyBytes ||
    current?.length !== keyBytes
  )
    throw new RowsRefused('DAMAGED')
  return { now, baseUrl, dataKey: key, programKey: { current, previous } }
}

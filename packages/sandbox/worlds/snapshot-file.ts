import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { utcDate } from '@onair/server/shared/dates.ts'
import { errorReason, Refusal } from '@onair/server/shared/refusal.ts'
import type { DatabaseDump } from '@onair/server/infra/db/dump-database.ts'
import type { SnapshotInfo } from '../worlds.ts'
import type { ProgramKey } from '@onair/server/infra/deps.ts'

/** The state of a sandbox, with the keys that its secrets need. */
export type Snapshot = {
  createdAt: number
  /** The time of the platform. */
  now: number
  baseUrl: string
  dataKey: Buffer
  programKey: ProgramKey
  dump: DatabaseDump
}

type Header = Pick<Snapshot, 'createdAt' | 'now' | 'baseUrl'> & { version: string; schema: string }
type Body = { dataKey: string; programKeys: string[]; dump: DatabaseDump }

const formatVersion = 1
const maxBodyBytes = 500e6
const keyBytes = 32

/*
 * The first line is the version of the format and a hash of the rest, the second the header in JSON. Then follows the
 * compressed body.
 */
export async function encodeSnapshot(snapshot: Snapshot, version: string, schema: string): Promise<Buffer> {
  const { createdAt, now, baseUrl, dataKey, programKey, dump } = snapshot
  const keys = programKey.previous === null ? [programKey.current] : [programKey.current, programKey.previous]
  const body: Body = {
    dataKey: dataKey.toString('base64'),
    programKeys: keys.map((key) => key.toString('base64')),
    dump,
  }
  const header: Header = { createdAt, now, baseUrl, version, schema }
  const rest = Buffer.concat([
    Buffer.from(`${JSON.stringify(header)}\n`),
    await promisify(gzip)(JSON.stringify(body), { level: 1 }),
  ])
  return Buffer.concat([Buffer.from(`onair-snapshot ${formatVersion} ${sha256(rest)}\n`), rest])
}

/** Throws a Refusal for a file that is damaged, no snapshot, or of another version. */
export async function decodeSnapshot(file: Buffer, schema: string): Promise<Snapshot> {
  const { header, body } = readParts(file)
  if (header.schema !== schema)
    throw new Refusal('badInput', errorReason('SNAPSHOT_OF_OTHER_VERSION', { version: header.version }))
  try {
    const text = await promisify(gunzip)(body, { maxOutputLength: maxBodyBytes })
    const { dataKey, programKeys, dump } = JSON.parse(text.toString()) as Body
    const [current, previous] = programKeys.map((key) => Buffer.from(key, 'base64'))
    if (current?.length !== keyBytes || Buffer.from(dataKey, 'base64').length !== keyBytes) throw damaged()
    const { createdAt, now, baseUrl } = header
    const programKey = { current, previous: previous ?? null }
    return { createdAt, now, baseUrl, dataKey: Buffer.from(dataKey, 'base64'), programKey, dump }
  } catch {
    throw damaged()
  }
}

/** What the header says, of a file that was checked when it was stored. */
export function describeSnapshot(name: string, file: Buffer, bytes: number): SnapshotInfo {
  const { createdAt, now } = headerOf(file)
  return { name, createdDate: utcDate(createdAt), now: utcDate(now), bytes }
}

function readParts(file: Buffer): { header: Header; body: Buffer } {
  const end = file.indexOf('\n')
  const [, format, hash] =
    /^onair-snapshot (\d+) ([0-9a-f]{64})$/.exec(file.toString('latin1', 0, Math.max(0, end))) ?? []
  if (format === undefined) throw damaged()
  if (Number(format) !== formatVersion)
    throw new Refusal('badInput', errorReason('SNAPSHOT_OF_OTHER_VERSION', { version: `with format ${format}` }))
  const rest = file.subarray(end + 1)
  if (sha256(rest) !== hash) throw damaged()
  try {
    return { header: headerOf(file), body: rest.subarray(rest.indexOf('\n') + 1) }
  } catch {
    throw damaged()
  }
}

function headerOf(file: Buffer): Header {
  const start = file.indexOf('\n') + 1
  return JSON.parse(file.toString('utf8', start, file.indexOf('\n', start))) as Header
}

const damaged = () => new Refusal('badInput', 'SNAPSHOT_DAMAGED')

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

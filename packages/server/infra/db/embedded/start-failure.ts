import { open, statfs } from 'node:fs/promises'
import { databaseOpenError, systemErrorCode } from './errors.ts'

/** Why a server did not start or ended, in one sentence. While the disk is full, another start can succeed later. */
export type ServerFailure = { message: string; isDiskFull: boolean }
export type ServerExit = ServerFailure & { cause: string }

/** A server did not start. The command line prints the message without the stack. */
export class ServerStartError extends Error {
  override readonly name = 'DatabaseOpenError'
  readonly isDiskFull: boolean
  constructor({ message, isDiskFull }: ServerFailure) {
    super(message)
    this.isDiskFull = isDiskFull
  }
}

export function isDiskFullError(error: unknown): boolean {
  return error instanceof ServerStartError ? error.isDiskFull : noSpaceCodes.has(systemErrorCode(error) ?? '')
}

const noSpaceCodes = new Set(['ENOSPC', 'EDQUOT'])

/** An error of the operating system as one that the operator can fix. Other errors are returned unchanged. */
export function toDatabaseOpenError(error: unknown, dir: string): Error {
  const code = systemErrorCode(error)
  if (!(error instanceof Error) || code === undefined || error.name === 'DatabaseOpenError') return error as Error
  if (noSpaceCodes.has(code)) return databaseOpenError(noSpaceMessage(dir), error)
  return databaseOpenError(`Cannot open the database in ${dir}: ${error.message}.`, error)
}

const noSpaceMessage = (dir: string) =>
  `There is no space left on the disk of ${dir}. Free some space and start again, or choose another disk with --data-dir.`

/** PostgreSQL needs space for the next segment of its write-ahead log, 16 MB, to start and to commit. */
const leastFreeBytes = 20 << 20

/** The files of a new database and the first segments of its write-ahead log. */
const newClusterBytes = 100 << 20

/** Throws if a new database does not fit on the disk of this directory. */
export async function requireSpaceForCluster(dir: string): Promise<void> {
  const free = await freeBytes(dir)
  if (free < newClusterBytes)
    throw databaseOpenError(
      `The disk of ${dir} has ${free >> 20} MB of free space, but a new database needs ${newClusterBytes >> 20} MB. Free some space, or choose another disk with --data-dir.`,
    )
}

/** Explains the output of initdb. */
export function explainInitFailure(output: string, data: string): string {
  if (noSpace.test(output)) return noSpaceMessage(data)
  const [, cause = severeMessage(output)] = /error: +(.+)/.exec(output) ?? []
  return `The database in ${data} could not be created: ${cause}.`
}

/** Explains the output of a server that did not start, in one sentence and with what to do. */
export async function explainStartFailure(
  output: string,
  { data, log }: { data: string; log: string },
): Promise<ServerFailure> {
  const cause = severeMessage(output)
  if (await isDiskFull(data, output))
    return {
      message: noSpaceMessage(data),
      isDiskFull: true,
    }
  if (damage.test(cause))
    return {
      message: `The database in ${data} is damaged (${cause}). Restore a backup; ${log} has the details.`,
      isDiskFull: false,
    }
  return { message: `PostgreSQL did not start: ${cause || 'no output'}. See ${log}.`, isDiskFull: false }
}

/** Explains why a running server ended. */
export async function explainExit(
  exit: string,
  output: string,
  { data, log }: { data: string; log: string },
): Promise<ServerExit> {
  const panic = [...output.matchAll(/PANIC: +(.+)/g)].at(-1)?.[1]
  const cause = panic === undefined ? exit : `${exit}: ${panic.trim()}`
  if (await isDiskFull(data, severeMessage(output))) return { message: noSpaceMessage(data), isDiskFull: true, cause }
  return { message: `PostgreSQL ended unexpectedly (${cause}). See ${log}.`, isDiskFull: false, cause }
}

/** Reads what was appended to a log since it had `offset` bytes, at most the last 64 KiB. */
export async function readLogSince(log: string, offset: number): Promise<string> {
  await using file = await open(log, 'r').catch(() => null)
  if (file === null) return ''
  const { size } = await file.stat()
  const start = Math.max(Math.min(offset, size), size - 65_536)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(Math.max(0, size - start)), position: start })
  return buffer.toString('utf8', 0, bytesRead)
}

const noSpace = /No space left on device|Disk quota exceeded/

/** The log of the server is on the same disk as its data, so a full disk can leave no message. */
async function isDiskFull(data: string, output: string): Promise<boolean> {
  return noSpace.test(output) || (await freeBytes(data)) < leastFreeBytes
}

async function freeBytes(path: string): Promise<number> {
  const disk = await statfs(path).catch(() => null)
  return disk === null ? Infinity : disk.bavail * disk.bsize
}

const damage =
  /checkpoint record|checkpoint location|pg_control|control file|pg_wal|WAL|backup_label|invalid page|could not access status of transaction/

/** The first message of severity PANIC or FATAL, without those to clients that connected too early; else the last line. */
function severeMessage(output: string): string {
  const severe = output.matchAll(/(?:PANIC|FATAL): +(.+)/g)
  for (const [, message = ''] of severe) if (!message.startsWith('the database system is')) return message.trim()
  return output.trim().split('\n').at(-1)?.trim() ?? ''
}

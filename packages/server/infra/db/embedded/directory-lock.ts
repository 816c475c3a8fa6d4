import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseOpenError } from './errors.ts'

/**
 * Locks a directory for this process, or throws. SQLite is the only part of Node that takes locks of the operating
 * system. These end with the process, even after SIGKILL, so a lock is never stale and only one of two processes gets it.
 * Blocks for up to `timeoutMs` while another process has the lock.
 */
export function lockDirectory(dir: string, timeoutMs = shortTimeoutMs): Disposable {
  const pidFile = join(dir, 'lock.pid')
  const file = openLock(join(dir, 'lock'), { timeoutMs })
  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    file.close()
    if (!isBusy(error)) throw databaseOpenError(`Cannot lock the data directory ${dir}: ${String(error)}`, error)
    throw databaseOpenError(
      `The data directory ${dir} is in use by process ${readPid(pidFile)}. Stop it, or choose another with --data-dir.`,
      error,
    )
  }
  try {
    rmSync(pidFile, { force: true })
    writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })
  } catch (error) {
    file.close()
    throw error
  }
  return {
    [Symbol.dispose]() {
      rmSync(pidFile, { force: true })
      file.close()
    },
  }
}

/** Whether this or another process has locked the directory. */
export function isDirectoryLocked(dir: string): boolean {
  if (!existsSync(join(dir, 'lock'))) return false
  using file = openLock(join(dir, 'lock'), { timeoutMs: shortTimeoutMs, readOnly: true })
  try {
    file.exec('select * from sqlite_schema')
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  }
}

/** isDirectoryLocked holds a read lock for a moment; the timeout is longer than that. */
const shortTimeoutMs = 100

function openLock(path: string, { timeoutMs, readOnly = false }: { timeoutMs: number; readOnly?: boolean }) {
  try {
    // SQLite would create the file with mode 644.
    if (!readOnly) closeSync(openSync(path, 'a', 0o600))
    return new DatabaseSync(path, { readOnly, timeout: timeoutMs })
  } catch (error) {
    throw databaseOpenError(`Cannot open the lock file ${path} as this user.`, error)
  }
}

const SQLITE_BUSY = 5
const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY

function readPid(path: string) {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : 'unknown'
}

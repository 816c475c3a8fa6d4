import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseOpenError } from './errors.ts'

/**
 * Holds a folder for this process alone, or throws. The lock is the kernel's (SQLite is the one part of Node that takes
 * such locks), so it ends with the process however that ends: it cannot go stale, and of two at once only one gets it.
 */
export function lockDirectory(dir: string): Disposable {
  const pidFile = join(dir, 'lock.pid')
  const file = openLock(join(dir, 'lock'))
  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    file.close()
    if (!isBusy(error)) throw databaseOpenError(`The data folder ${dir} cannot be locked: ${String(error)}`, error)
    throw databaseOpenError(
      `The data folder ${dir} is in use by the program with process id ${readPid(pidFile)}; stop that, or name another folder`,
      error,
    )
  }
  rmSync(pidFile, { force: true })
  writeFileSync(pidFile, `${process.pid}\n`)
  return {
    [Symbol.dispose]() {
      rmSync(pidFile, { force: true })
      file.close()
    },
  }
}

/** Whether a process, this one or another, holds the folder now. */
export function isDirectoryLocked(dir: string): boolean {
  if (!existsSync(join(dir, 'lock'))) return false
  using file = openLock(join(dir, 'lock'), true)
  try {
    file.exec('select * from sqlite_schema')
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  }
}

// Whoever only looks holds the file for a moment; the timeout outlasts that.
function openLock(path: string, readOnly = false) {
  try {
    return new DatabaseSync(path, { readOnly, timeout: 100 })
  } catch (error) {
    throw databaseOpenError(`The lock ${path} cannot be opened by this user`, error)
  }
}

const SQLITE_BUSY = 5
const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY

function readPid(path: string) {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : 'unknown'
}

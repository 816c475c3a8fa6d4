import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, lstat, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { databaseOpenError } from './errors.ts'
import { installBinaries } from './install-binaries.ts'
import { createDirectory } from './permissions.ts'

/**
 * Copies the package to a path that every user can access, once for each version. The copy gets its name by a rename, so
 * it is complete. A copy that other users could modify is not used.
 */
export async function stageBinaries(root: string, version: string): Promise<string> {
  const uid = process.getuid?.()
  const staged = join(uid === 0 ? '/var/cache/onair' : tmpdir(), `postgres-${version}-${uid}`)
  if (!existsSync(staged)) await copyPackage(root, staged)
  const stats = await lstat(staged)
  if (stats.isDirectory() && stats.uid === uid && (stats.mode & 0o022) === 0) return staged
  throw databaseOpenError(`Cannot run PostgreSQL from ${root}, nor from ${staged}, which other users can change.`)
}

async function copyPackage(root: string, staged: string): Promise<void> {
  await createDirectory(dirname(staged))
  const temporary = await mkdtemp(`${staged}-`)
  try {
    await cp(root, temporary, { recursive: true, verbatimSymlinks: true })
    await installBinaries(temporary)
    await promisify(execFile)('chmod', ['-R', 'u=rwX,go=rX', temporary])
    await rename(temporary, staged)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    // Another process created the same copy first.
    if (!existsSync(staged)) throw error
  }
}

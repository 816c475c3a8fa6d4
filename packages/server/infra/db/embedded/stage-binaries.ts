import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseOpenError, systemErrorCode } from './errors.ts'
import { installBinaries } from './install-binaries.ts'
import { isAccessible, createDirectory } from './permissions.ts'
import type { User } from './server-user.ts'

/**
 * Copies the package to a path that PostgreSQL's user can access, named by version and content, and reuses the copy.
 * A copy gets its name by a rename, so it is complete. A copy that other users could modify is not used.
 */
export async function stageBinaries(root: string, version: string, user: User | null): Promise<string> {
  const name = `postgres-${version}-${await contentHash(root)}`
  const parents = user !== null ? ['/var/cache/onair', tmpdir()] : [tmpdir()]
  for (const parent of parents) {
    const staged = join(parent, name)
    if (!(await prepareParent(parent, user))) continue
    if (!existsSync(staged)) await copyPackage(staged, root, parent)
    if (await isTrusted(staged)) return staged
  }
  throw databaseOpenError(`Cannot run PostgreSQL from ${root} or from a copy in ${parents.join(' or ')}.`)
}

/** Identifies a build: a hash of the server program and of the names and sizes of all files. */
async function contentHash(root: string) {
  const native = join(root, 'native')
  const hash = createHash('sha256').update(await readFile(join(native, 'bin', 'postgres')))
  for (const path of (await readdir(native, { recursive: true })).sort()) {
    const stats = await lstat(join(native, path))
    if (stats.isFile()) hash.update(`${path} ${stats.size}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

async function copyPackage(staged: string, root: string, parent: string) {
  const temporary = await mkdtemp(join(parent, 'incomplete-'))
  try {
    const native = join(temporary, 'native')
    await cp(join(root, 'native'), native, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    })
    for (const path of ['.', ...(await readdir(temporary, { recursive: true }))])
      await makeWorldReadable(join(temporary, path))
    await installBinaries(temporary)
    await rename(temporary, staged)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    // Another process created the same copy first.
    if (systemErrorCode(error) !== 'ENOTEMPTY' && systemErrorCode(error) !== 'EEXIST') throw error
  }
}

async function makeWorldReadable(path: string) {
  const stats = await lstat(path)
  if (stats.isDirectory()) await chmod(path, 0o755)
  else if (stats.isFile()) await chmod(path, (stats.mode & 0o111) === 0 ? 0o644 : 0o755)
}

async function prepareParent(parent: string, user: User | null) {
  try {
    await createDirectory(parent)
    return await isAccessible(parent, user)
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return false
    throw error
  }
}

async function isTrusted(path: string) {
  const stats = await lstat(path)
  return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0
}
